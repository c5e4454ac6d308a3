import type { System } from '../../parsers/system.ts';
import { jsonToolsToXml, xmlToolsToJson } from './convert/tools.ts';
import { toolMessage } from './toolMessage.ts';
import { langroidTruncations } from './truncation/langroidTruncation.ts';
import { xmlToolMessage } from './xmlToolMessage.ts';

/** Langroid. */
export const langroid: System = {
  name: 'Langroid',
  isInPython: true,
  types: [toolMessage, xmlToolMessage],
  conversions: [jsonToolsToXml, xmlToolsToJson],
  truncations: langroidTruncations,
};
