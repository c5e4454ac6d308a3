import { fromExport, parses } from '../../../code/python/write/askedSource.ts';
import type { InstalledFramework } from '../../../parsers/askedFramework.ts';
import { langroidAsked } from './langroidAsked.ts';
import { langroidExport } from './langroidExport.ts';

/** Langroid, of which an agent is asked. */
export const installedLangroid: InstalledFramework = {
  name: 'Langroid',
  distributions: ['langroid', 'pydantic'],
  hasMessages: true,
  takesMessages: false,
  reads: parses,
  source: fromExport(langroidExport, langroidAsked),
};
