/** The engine's façade: all that other folders, and other programs, use of it. */
export {
  type AgentScopeRelease,
  type AppliedRule,
  agentscopeReleases,
  newestRelease,
  recordedReleases,
} from './agentscopeReleases.ts';
export { type CheckConversationOptions, checkConversation } from './checkConversation.ts';
export {
  checkDefinitions,
  type DefinitionPattern,
  patternRisk,
  patternsOf,
  riskProblem,
} from './checkDefinitions.ts';
export type {
  CustomDefinition,
  CustomFormatterModule,
  CustomMessage,
  CustomParserContext,
  CustomParserModule,
  PayloadMessage,
} from './customModules.ts';
export { closeTyping } from './definition/closeTyping.ts';
export { type Conversion, convertType } from './definition/convertType.ts';
export type { Definition, Expectation, Sample } from './definition/definition.ts';
export { definitionSchema } from './definition/definitionSchema.ts';
export { addSample, type NewSample } from './definition/edits.ts';
export { completeKeys, type KeyCompletions } from './definition/keyCompletions.ts';
export { type DefinitionKeys, definitionKeys, type KeyUse } from './definition/keyUses.ts';
export { type DefinitionFile, readDefinitions } from './definition/readDefinitions.ts';
export { type KeyRename, renameKey } from './definition/renameKey.ts';
export { updateExpectation } from './definition/updateExpectation.ts';
export { EngineError, type ErrorDetail } from './errors.ts';
export { exampleResponse } from './exampleResponse.ts';
export { type Draft, draftDefinition } from './fit/draftDefinition.ts';
export { findParsers, type ParserCandidate } from './fit/findParsers.ts';
export type { FitParts } from './fit/fitParts.ts';
export type { ResponseVerdict } from './fit/readAll.ts';
export {
  type FormatConversationOptions,
  type FormatResult,
  type FormatterInfo,
  formatConversation,
  formatters,
  type TruncationInfo,
  truncations,
} from './formatConversation.ts';
export type { MessageFate } from './formatters/formattedMessages.ts';
export type {
  Host,
  HttpAnswer,
  ModuleError,
  ModuleJob,
  ModuleMark,
  ModuleOutcome,
  ModulePlace,
  PatternJob,
  PatternOutcome,
  PatternRisk,
  PatternShape,
} from './host.ts';
export {
  type ExportAnswer,
  exportDefinitions,
  type Refusal,
  refusalOf,
} from './interchange/exportDefinitions.ts';
export { type ImportAnswer, importDefinitions, importedText } from './interchange/importDefinitions.ts';
export type {
  Exported,
  ExportFormat,
  Imported,
  ImportFormat,
  ImportProblem,
  ImportResult,
  Loss,
} from './interchange/interchange.ts';
export { exportFormats, importFormats } from './interchange/registry.ts';
export type { Conversation, ConversationMessage } from './messages/conversation.ts';
export { type ConversationOptionEdits, setConversationOptions } from './messages/conversationEdits.ts';
export { conversationSchema } from './messages/conversationSchema.ts';
export { type ConversationFile, readConversation } from './messages/readConversation.ts';
export { customFormatterTemplate, customParserTemplate } from './moduleTemplates.ts';
export { langroid } from './parsers/langroid/langroid.ts';
export type { Highlight, ParserType, ParserView, Piece } from './parsers/parserType.ts';
export { parserTypes } from './parsers/registry.ts';
export { createParser, type ResponseParser, responseText } from './parsers/responseParser.ts';
export { structured } from './parsers/structured/structured.ts';
export { sweagent } from './parsers/sweagent/sweagent.ts';
export type { KeyPlace, ValueKey, ValueKeys } from './parsers/valueKeys.ts';
export { type Fix, type Problem, type ProblemCode, problemCatalogue } from './problem.ts';
export { toJsonText } from './python/jsonDumps.ts';
export { toJsonValue } from './python/jsonValue.ts';
export { pyStr } from './python/repr.ts';
export {
  fromPlain,
  isPyDict,
  isPyList,
  type PyDict,
  PyFloat,
  type PyList,
  PyOpaque,
  type PyValue,
  toPlain,
} from './python/value.ts';
export type { Resources } from './resources.ts';
export type { Field, ModelMessage, ParseError, ParseResult, Repair, Split, Splits } from './result.ts';
export { mutationDetail, shortMessage } from './robustness/mutationDetail.ts';
export type { MutationFamily, MutationOperator } from './robustness/operator.ts';
export { mutationOperators } from './robustness/operators.ts';
export {
  type MutationOutcome,
  type RobustnessOptions,
  type RobustnessReport,
  robustnessOf,
  robustnessOfSample,
  type SkippedOperator,
} from './robustness/robustnessOf.ts';
export { type RobustnessTotals, robustnessTotals } from './robustness/robustnessTotals.ts';
export {
  actualParts,
  judgeSample,
  type SampleDifference,
  type SamplePart,
  type SampleVerdict,
} from './samples.ts';
export type { Edit, Span } from './span.ts';
export { split } from './splitResult.ts';
export { jsonStringAround } from './text/jsonStringLiteral.ts';
export type { MappedText } from './text/jsonStringMap.ts';
export type { ApiCounting, TokenCounter, TokenCounterSpec, TokenCounterType } from './tokens/counter.ts';
export { createTokenCounter, tokenCounterSpec } from './tokens/createTokenCounter.ts';
export type { TokenSpan } from './tokens/encoding.ts';
export { tokenCounterTypes } from './tokens/registry.ts';
