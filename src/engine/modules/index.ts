// modules/: running parsers and formatters of the author's own.

export type {
  CustomDefinition,
  CustomFormatterModule,
  CustomMessage,
  CustomParserContext,
  CustomParserModule,
  PayloadMessage,
} from './customModules.ts';
export { describedExport, isPython, sourceModule, streamedExport } from './isPython.ts';
export { customFormatterTemplate, customParserTemplate, customPythonTemplate } from './moduleTemplates.ts';
export { type ModuleCall, type ModuleValue, runModule, runModules } from './runModule.ts';
export { withoutModules } from './withoutModules.ts';
