import { fromExport, parses } from '../../../code/python/write/askedSource.ts';
import type { InstalledFramework } from '../../../parsers/askedFramework.ts';
import { dspyAsked, dspyMessages } from './askedDspy.ts';
import { dspyExport } from './dspyExport.ts';

/** DSPy, of which an adapter is asked. */
export const installedDspy: InstalledFramework = {
  name: 'DSPy',
  distributions: ['dspy', 'pydantic', 'json-repair'],
  hasMessages: true,
  takesMessages: false,
  reads: parses,
  told: dspyMessages,
  source: fromExport(dspyExport, dspyAsked),
};
