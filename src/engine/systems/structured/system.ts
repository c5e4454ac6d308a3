import type { System } from '../../parsers/system.ts';
import { agentOutput } from './agentOutput.ts';

/** Structured output of agents, validated. */
export const structured: System = {
  name: 'Structured output',
  types: [agentOutput],
};
