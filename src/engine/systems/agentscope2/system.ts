import type { System } from '../../parsers/system.ts';
import { dictToStructured } from './convert/dictToStructured.ts';
import { formatting } from './formatting.ts';
import { structuredOutputType } from './structuredOutputType.ts';

/** AgentScope 2. */
export const agentscope2: System = {
  name: 'AgentScope 2',
  isInPython: true,
  types: [structuredOutputType],
  conversions: [dictToStructured],
  formatting,
};
