/** `out/adapters.js` (`npm run build:adapters`): the systems' operations, with Node's host wherever no other is given. Other programs measure through it. */
import { bindHost } from '../../../src/engine/core/bindHost.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { operationHosts, operations } from './operations.ts';

/** The operations of each system: a name for each that `operations.ts` lists. */
export const { agentscope, agentscope2, dspy, langchain, langroid, miniSweAgent, structured, sweagent, transformers } =
  bindHost(operations, operationHosts, nodeHost);
