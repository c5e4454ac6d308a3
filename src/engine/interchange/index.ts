// interchange/: export to and import from Python, YAML, TypeScript, JSON Schema, provider tools.

export {
  type ExportAnswer,
  exportDefinitions,
  type InterchangeFormats,
  type Refusal,
  refusalOf,
} from './exportDefinitions.ts';
export { type ImportAnswer, importDefinitions, importedText, joinTexts, placeInTexts } from './importDefinitions.ts';
export { type RewrittenCall, rewriteCall } from './python/write/rewriteCall.ts';
export { exportFormats, importFormats } from './registry.ts';
