// modules/: running parsers and formatters of the author's own.

export type {
  CustomDefinition,
  CustomFormatterModule,
  CustomMessage,
  CustomParserContext,
  CustomParserModule,
  PayloadMessage,
} from './customModules.ts';
export { customFormatterTemplate, customParserTemplate, customPythonTemplate } from './moduleTemplates.ts';
export {
  describedExport,
  isPython,
  type ModuleCall,
  type ModuleValue,
  runModule,
  runModules,
  sourceModule,
  streamedExport,
  withoutModules,
} from './runModule.ts';
