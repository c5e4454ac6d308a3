import { parses } from '../../../code/python/write/askedSource.ts';
import type { InstalledFramework } from '../../../parsers/askedFramework.ts';
import { transformersAsked } from './askedTransformers.ts';

/** transformers, of which `parse_response` and the chat template are asked. */
export const installedTransformers: InstalledFramework = {
  name: 'transformers',
  distributions: ['transformers', 'regex', 'jinja2'],
  hasMessages: true,
  takesMessages: false,
  reads: parses,
  source: transformersAsked,
};
