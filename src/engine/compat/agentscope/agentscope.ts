import { getContentBlocks, getTextContent, toDict } from './messageOperations.ts';

/** AgentScope's operations on a message, its `Msg`. */
export const agentscope = Object.freeze({ toDict, getTextContent, getContentBlocks });
