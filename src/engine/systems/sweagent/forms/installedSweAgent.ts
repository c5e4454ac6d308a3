import { parses } from '../../../code/python/write/askedSource.ts';
import type { InstalledFramework } from '../../../parsers/askedFramework.ts';
import { sweAgentAsked } from './sweAgentAsked.ts';

/** SWE-agent, of which a parse function is asked. */
export const installedSweAgent: InstalledFramework = {
  name: 'SWE-agent',
  distributions: ['sweagent', 'pydantic'],
  hasMessages: true,
  takesMessages: false,
  reads: parses,
  source: definition => ({ text: sweAgentAsked(definition), variable: 'asked', notes: [] }),
};
