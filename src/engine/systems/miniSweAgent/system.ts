import type { System } from '../../parsers/system.ts';
import { miniSweAgentType } from './miniSweAgentType.ts';

/** mini-swe-agent. */
export const miniSweAgent: System = {
  name: 'mini-swe-agent',
  isInPython: true,
  types: [miniSweAgentType],
};
