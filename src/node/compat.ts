/** `dist/compat.js`, or `parserlens/compat`: the systems' operations, with Node's host wherever no other is given. */
import { createEngine } from './engine.ts';

/** The operations of each system: a name for each that `src/engine/compat/operations.ts` lists. */
export const { agentscope, agentscope2, dspy, langchain, langroid, miniSweAgent, structured, sweagent, transformers } =
  createEngine();

/** What the operations are given. */
export type {
  AgentScope2Input,
  AgentScope2Resources,
  DspyInput,
  LangchainInput,
  MessageOperation,
  MiniSweAgentInput,
  SweAgentInput,
  TransformersInput,
} from '../engine/index.ts';
