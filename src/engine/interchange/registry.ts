// interchange/: export to and import from Python, YAML, TypeScript, JSON Schema, provider tools.

import type { ExportFormat, ImportFormat } from '../parsers/interchange.ts';
import { anthropicTools, anthropicToolsImport } from './anthropicTools.ts';
import { jsonSchema, jsonSchemaImport } from './jsonSchemaForm.ts';
import { miniSweAgentYaml } from './miniSweAgent/miniSweAgentYaml.ts';
import { miniSweAgentYamlImport } from './miniSweAgent/readMiniSweAgentYaml.ts';
import { openAiResponseFormat, openAiResponseFormatImport } from './openAiResponseFormat.ts';
import { openAiStrictTools, openAiTools, openAiToolsImport } from './openAiTools.ts';
import { pythonImport } from './python/read/pythonImport.ts';
import { templateImport } from './python/read/readTemplates.ts';
import { agentscopeExport } from './python/write/agentscopeExport.ts';
import { dspyExport } from './python/write/dspyExport.ts';
import { langchainExport } from './python/write/langchainExport.ts';
import { langroidExport } from './python/write/langroidExport.ts';
import { pydanticExport } from './python/write/pydanticExport.ts';
import { templateExport } from './python/write/templateExport.ts';
import { sweAgentYamlImport } from './sweagent/readSweAgentYaml.ts';
import { sweAgentYaml } from './sweagent/sweAgentYaml.ts';
import { tokenizerConfig, tokenizerConfigImport } from './transformers/tokenizerConfigForm.ts';
import { langchainTypeScript } from './typescript/langchainTypeScript.ts';
import { typeScriptImport } from './typescript/readTypeScript.ts';
import { typeScript } from './typescript/typeScript.ts';

/** Every form that definitions can be written in, in the order in which pickers show them. */
export const exportFormats: readonly ExportFormat[] = [
  agentscopeExport,
  langroidExport,
  langchainExport,
  dspyExport,
  templateExport,
  tokenizerConfig,
  langchainTypeScript,
  pydanticExport,
  sweAgentYaml,
  miniSweAgentYaml,
  typeScript,
  jsonSchema,
  openAiResponseFormat,
  openAiTools,
  openAiStrictTools,
  anthropicTools,
];

/** Every form that definitions can be read from, in the order in which they are tried. */
export const importFormats: readonly ImportFormat[] = [
  pythonImport,
  templateImport,
  sweAgentYamlImport,
  miniSweAgentYamlImport,
  typeScriptImport,
  tokenizerConfigImport,
  openAiResponseFormatImport,
  openAiToolsImport,
  anthropicToolsImport,
  jsonSchemaImport,
];
