import { history, sentMessages } from './sweAgentHistory.ts';
import { parseOperations } from './sweagent/sweagent.ts';

/** SWE-agent's operations: around its parse functions, and those of its history and templates, which take a recorded case's keys. */
export const sweagent = Object.freeze({ ...parseOperations, history, sentMessages });
