// test/conformance/adapters/: what the classes of each system do, asked with the keys of a recorded case. No part of the product.

import type { HostPlaces } from '../../../src/engine/core/bindHost.ts';
import { agentscope } from './agentscope.ts';
import { agentscope2 } from './agentscope2.ts';
import { dspy } from './dspy.ts';
import { langchain } from './langchain.ts';
import { langroid } from './langroid.ts';
import { miniSweAgent } from './miniSweAgent.ts';
import { structured } from './structured.ts';
import { sweagent } from './sweagent.ts';
import { transformers } from './transformers.ts';

/** The operations of each system. One more is an import and a line here, its name in `adapters.ts`, and an example of each operation in `examples.md`. */
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
