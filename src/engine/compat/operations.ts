// compat/: operations of the systems that only the second door, `parserlens/compat`, offers.

import type { HostPlaces } from '../core/bindHost.ts';
import { agentscope } from './agentscope/agentscope.ts';
import { agentscope2 } from './agentscope2/agentscope2.ts';
import { dspy } from './dspy/dspy.ts';
import { langchain } from './langchain/langchain.ts';
import { langroid } from './langroid/langroid.ts';
import { miniSweAgent } from './miniSweAgent/miniSweAgent.ts';
import { structured } from './structured/structured.ts';
import { sweagent } from './sweagent/sweagent.ts';
import { transformers } from './transformers/transformers.ts';

/** The operations of each system. One more is an import and a line here, its name in `src/node/compat.ts`, and an example of each operation in `docs/library-examples.md` (`npm run readme`). */
export const operations = Object.freeze({
  agentscope,
  agentscope2,
  dspy,
  langchain,
  langroid,
  miniSweAgent,
  structured,
  sweagent,
  transformers,
});

/** The operations that take a host, and as which argument (from 0). */
export const operationHosts = {
  miniSweAgent: { parse: 1, renderError: 1, observation: 1, formatMessage: 1 },
  sweagent: { renderError: 2, shouldBlockAction: 2, history: 1, template: 1, sentMessages: 1 },
} satisfies HostPlaces<typeof operations>;
