import { pydanticExport } from '../code/python/write/pydanticExport.ts';
import type { ExportFormat, ImportFormat } from '../parsers/interchange.ts';
import { inOrder } from '../parsers/system.ts';
import { systemExports, systemImports } from '../systems/registry.ts';
import { anthropicTools, anthropicToolsImport } from './anthropicTools.ts';
import { jsonSchema, jsonSchemaImport } from './jsonSchemaForm.ts';
import { openAiResponseFormat, openAiResponseFormatImport } from './openAiResponseFormat.ts';
import { openAiStrictTools, openAiTools, openAiToolsImport } from './openAiTools.ts';
import { pythonImport } from './python/read/pythonImport.ts';
import { typeScriptImport } from './typescript/readTypeScript.ts';
import { typeScript } from './typescript/typeScript.ts';

/** Every form that definitions can be written in, in the order in which pickers show them. */
export const exportFormats: readonly ExportFormat[] = /* @__PURE__ */ inOrder([
  .../* @__PURE__ */ systemExports(),
  { place: 70, entry: pydanticExport },
  { place: 90, entry: typeScript },
  { place: 91, entry: jsonSchema },
  { place: 92, entry: openAiResponseFormat },
  { place: 93, entry: openAiTools },
  { place: 94, entry: openAiStrictTools },
  { place: 95, entry: anthropicTools },
]);

/** Every form that definitions can be read from, in the order in which they are tried. */
export const importFormats: readonly ImportFormat[] = /* @__PURE__ */ inOrder([
  .../* @__PURE__ */ systemImports(),
  { place: 10, entry: pythonImport },
  { place: 40, entry: typeScriptImport },
  { place: 60, entry: openAiResponseFormatImport },
  { place: 61, entry: openAiToolsImport },
  { place: 62, entry: anthropicToolsImport },
  { place: 63, entry: jsonSchemaImport },
]);
