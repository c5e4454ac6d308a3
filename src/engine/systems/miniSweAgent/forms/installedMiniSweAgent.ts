import { parses } from '../../../code/python/write/askedSource.ts';
import type { InstalledFramework } from '../../../parsers/askedFramework.ts';
import { miniSweAgentAsked } from './miniSweAgentAsked.ts';

/** mini-swe-agent, of which the reader of a mode is asked. */
export const installedMiniSweAgent: InstalledFramework = {
  name: 'mini-swe-agent',
  distributions: ['mini-swe-agent', 'jinja2'],
  hasMessages: false,
  takesMessages: false,
  reads: parses,
  source: definition => ({ text: miniSweAgentAsked(definition), variable: 'asked', notes: [] }),
};
