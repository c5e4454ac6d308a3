// src/engine/: text in, values and spans out; pure: no vscode, no Node, no DOM.

/** The engine's façade: all that other folders, and other programs, use of it. */

export { addSample, type NewSample } from './authoring/addSample.ts';
export { addSourceDefinition } from './authoring/addSourceDefinition.ts';
export { closeTyping } from './authoring/closeTyping.ts';
export { type ConversionTokens, conversionTokens } from './authoring/conversionTokens.ts';
export { type Conversion, convertType, type PossibleConversion } from './authoring/convertType.ts';
export { definitionSchema } from './authoring/definitionSchema.ts';
export { completeKeys, type KeyCompletions } from './authoring/keyCompletions.ts';
export { type MovedSamples, moveSamples, type SampleOwner } from './authoring/moveSamples.ts';
export { renameInSamples } from './authoring/renameInSamples.ts';
export { renameKey } from './authoring/renameKey.ts';
export { tokenizerConfigSchema } from './authoring/tokenizerConfigSchema.ts';
export { updateExpectation } from './authoring/updateExpectation.ts';
export { constrain } from './constraints/constrain.ts';
export type {
  ConstrainOptions,
  Constraint,
  ConstraintKeyword,
  UnkeptKeyword,
} from './constraints/constraint.ts';
export { type ConstraintJudge, constraintJudge } from './constraints/constraintJudge.ts';
export { constraintEngines, type Evidence } from './constraints/engines/engines.ts';
export { type ConstraintForm, constraintForms } from './constraints/forms/forms.ts';
export { constraintProblems } from './constraints/problems/constraintProblems.ts';
export { type ConstraintSummary, constraintSummaries } from './constraints/problems/constraintSummaries.ts';
export { keywordSpans } from './constraints/problems/keywordPlaces.ts';
export * from './conversation/conversationFace.ts';
export {
  type AgentScopeRelease,
  type AppliedRule,
  agentscopeReleases,
  isSecondGeneration,
  newestRelease,
  readRelease,
} from './core/agentscopeReleases.ts';
export { applyEdits } from './core/applyEdits.ts';
export { engineNames, namedEngine } from './core/engineNames.ts';
export { EngineError, type ErrorDetail } from './core/errors.ts';
export { exactOf } from './core/exact.ts';
export type {
  Host,
  HttpAnswer,
  ModuleAbout,
  ModuleError,
  ModuleJob,
  ModuleMark,
  ModuleOutcome,
  ModuleSplit,
  PatternJob,
  PatternOutcome,
  PatternRisk,
  PatternShape,
  TokenizerFiles,
  TokenizerJob,
  TokenizerOutcome,
} from './core/host.ts';
export type { ModulePlace } from './core/modulePlace.ts';
export { nearestName } from './core/nearestName.ts';
export { pointerStep } from './core/pointerStep.ts';
export { type Fix, type Problem, type ProblemCode, problemCatalogue } from './core/problem.ts';
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
} from './core/pyValue.ts';
export type { RegistryEntry } from './core/registryEntry.ts';
export type { Resources, SourceText } from './core/resources.ts';
export type {
  Field,
  ModelMessage,
  ParseError,
  ParseOptions,
  ParseResult,
  Repair,
  Split,
  Splits,
} from './core/result.ts';
export type { Edit, Span } from './core/span.ts';
export {
  type FoundSuspicion,
  foundSuspicion,
  quietSuspicions,
  type Suspicion,
  type SuspicionChoice,
  type SuspicionCode,
  suspicionCatalogue,
} from './core/suspicion.ts';
export { type Violation, type ViolationCause, violationCatalogue } from './core/violation.ts';
export {
  checkDefinitions,
  type DefinitionPattern,
  fileProblems,
  hasFileProblems,
  moduleFault,
  moduleProblem,
  patternRisk,
  patternsOf,
  riskProblem,
} from './definition/checkDefinitions.ts';
export { type DefinitionName, definitionNames } from './definition/definitionNames.ts';
export { exampleResponse } from './definition/exampleResponse.ts';
export { type DefinitionKeys, definitionKeys } from './definition/keyUses.ts';
export { filesStoodOn, moduleOf } from './definition/moduleOf.ts';
export { type DefinitionFile, outlineDefinitions, readDefinitions } from './definition/readDefinitions.ts';
export { createParser, type ResponseParser } from './definition/responseParser.ts';
export { responseText } from './definition/responseText.ts';
export { compareRuntimes, type RuntimeReading } from './definition/runtimes.ts';
export { unjudgedKey } from './definition/unjudgedKey.ts';
export { answerCauses, type ResponseCause } from './diagnosis/answerCauses.ts';
export { causeSummary } from './diagnosis/causeSummary.ts';
export type { ResponseDiagnosis } from './diagnosis/diagnoseResponse.ts';
export { type MarkupCause, markupCauses } from './diagnosis/markupCauses.ts';
export { type NamedCause, namedCauses } from './diagnosis/namedCauses.ts';
export type { ResponseCandidate, ResponseEdit } from './diagnosis/responseCandidate.ts';
export * from './evaluation/evaluationFace.ts';
export { askArguments, type ToldArguments } from './installed/askArguments.ts';
export type { SourceObject } from './installed/askedObject.ts';
export { compareInstalled, type InstalledReport } from './installed/compareInstalled.ts';
export { compareInstalledConversation } from './installed/compareInstalledConversation.ts';
export { type DifferenceGroup, differenceGroups, type InstalledDifference } from './installed/differences.ts';
export { hasInstalledFramework } from './installed/hasInstalledFramework.ts';
export { installedFramework } from './installed/installedFramework.ts';
export { type InstalledText, installedTexts, type ReadSample } from './installed/installedTexts.ts';
export { triedCode } from './installed/triedCode.ts';
export {
  type ExportAnswer,
  exportDefinitions,
  type InterchangeFormats,
  type Refusal,
  refusalOf,
} from './interchange/exportDefinitions.ts';
export { type ImportAnswer, importDefinitions, importedText } from './interchange/importDefinitions.ts';
export { joinTexts, placeInTexts } from './interchange/joinTexts.ts';
export { type RewrittenCall, rewriteCall } from './interchange/python/write/rewriteCall.ts';
export { exportFormats, importFormats } from './interchange/registry.ts';
export type { JsonSchema } from './json/jsonSchema.ts';
export { jsonStringAround } from './json/jsonStringLiteral.ts';
export type {
  CustomDefinition,
  CustomFormatterModule,
  CustomMessage,
  CustomParserContext,
  CustomParserModule,
  PayloadMessage,
} from './modules/customModules.ts';
export { describedExport, isPython, sourceModule, streamedExport } from './modules/isPython.ts';
export { customFormatterTemplate, customParserTemplate, customPythonTemplate } from './modules/moduleTemplates.ts';
export { withoutModules } from './modules/withoutModules.ts';
export type { Definition, Expectation, Sample } from './parsers/definition.ts';
export type {
  Exported,
  ExportFormat,
  Imported,
  ImportedModule,
  ImportFormat,
  ImportProblem,
  ImportResult,
  Loss,
  OpenKey,
} from './parsers/interchange.ts';
export type { ParserView, Piece } from './parsers/parser.ts';
export type { ParserType } from './parsers/parserType.ts';
export { runtimeOf, runtimesOf } from './parsers/runtimesOf.ts';
export type { CutSafety } from './parsers/shared/cutSafety.ts';
export { type Want, wants } from './parsers/shared/wants.ts';
export { toJsonText } from './python/jsonDumps.ts';
export { toJsonValue } from './python/jsonValue.ts';
export { pyStr } from './python/repr.ts';
export { readLocalTime } from './python/strftime.ts';
export { type Cause, causeCatalogue } from './repair/costs.ts';
export { type DiagnoseOptions, type Diagnosis, diagnose } from './repair/diagnose.ts';
export type { Candidate, RepairEdit } from './repair/edits.ts';
export { answersIn } from './samples/answersIn.ts';
export { type Draft, draftDefinition } from './samples/find/draftDefinition.ts';
export { findParsers, type ParserCandidate } from './samples/find/findParsers.ts';
export { compareRanks, type FitParts, fitRank } from './samples/find/fitParts.ts';
export { takesNamesAsText } from './samples/find/nameMatch.ts';
export type { ResponseVerdict } from './samples/find/readAll.ts';
export {
  actualOf,
  createSampleJudge,
  judgeSample,
  type SampleDifference,
  type SampleJudge,
  type SamplePart,
  type SampleVerdict,
  wholeExpectation,
} from './samples/judgeSample.ts';
export { mutationDetail, shortMessage } from './samples/robustness/mutationDetail.ts';
export type { MutationFamily, MutationOperator } from './samples/robustness/operator.ts';
export { mutationOperators } from './samples/robustness/operators.ts';
export type { MutationOutcome } from './samples/robustness/outcome.ts';
export {
  type RobustnessOptions,
  type RobustnessReport,
  robustnessOf,
  robustnessOfSample,
  type SkippedOperator,
} from './samples/robustness/robustnessOf.ts';
export { type RobustnessTotals, robustnessTotals } from './samples/robustness/robustnessTotals.ts';
export { split } from './samples/split.ts';
export { acrossFiles } from './sources/acrossFiles.ts';
export { type LinkedText, linkSources, placeInLinked } from './sources/linkSources.ts';
export { readSource } from './sources/readSource.ts';
export type { AnsweredSource } from './sources/sourceAnswers.ts';
export type { SourceHost } from './sources/sourceHost.ts';
export { isSource, namesParsers } from './sources/sourceNames.ts';
export { placeInSource } from './sources/sourceOrigins.ts';
export { sourceProblems } from './sources/sourceProblems.ts';
export type { SourceDefinition, SourceReading, UnknownArgument } from './sources/sourceReading.ts';
export { sourcesWithParsers } from './sources/sourcesWithParsers.ts';
export { type AskedStream, askStreamed } from './streams/askStreamed.ts';
export { createReader, type ResponseReader } from './streams/createReader.ts';
export type { ClosedField, Partial } from './streams/partial.ts';
export { recordStream } from './streams/recordStream.ts';
export { type StreamedValue, streamedValue } from './streams/streamedValue.ts';
export { parserTypes } from './systems/registry.ts';
export { readChatConversation } from './systems/transformers/chatMessages.ts';
export {
  builtInChats,
  type ChatPreviewRequest,
  previewChat,
} from './systems/transformers/chatPreview.ts';
export { deriveForDefinition } from './systems/transformers/derive/deriveForDefinition.ts';
export { deriveForModel } from './systems/transformers/derive/deriveForModel.ts';
export type { DerivedTemplate } from './systems/transformers/derive/deriveTemplate.ts';
export {
  configTemplateEdits,
  definitionTemplateEdits,
  templateEdits,
} from './systems/transformers/forms/templateEdits.ts';
export {
  builtInTools,
  type ModelTrip,
  reasoningKey,
  roundTripModel,
  type TripConversation,
  tripsThrough,
} from './systems/transformers/modelConversations.ts';
export {
  isModelText,
  type ModelChatTemplate,
  modelDefinition,
  modelFileNames,
  moreTemplatesFolder,
  type OpenModel,
  readOpenModel,
} from './systems/transformers/modelFolder.ts';
export { keySpanOf, placesOf } from './systems/transformers/modelPlaces.ts';
export { type ModelProblem, modelProblems } from './systems/transformers/modelProblems.ts';
export { modelServingProblems } from './systems/transformers/serving/modelServingProblems.ts';
export {
  type ServedBy,
  servedBy,
  servingEnginesOf,
} from './systems/transformers/serving/servingEngines.ts';
export { isServed, servedSpan, servingOf, servingProblems } from './systems/transformers/serving/servingProblems.ts';
export { type ServingVerdict, servingVerdicts } from './systems/transformers/serving/servingVerdicts.ts';
export { namedModelKeys, namedTemplateFile } from './systems/transformers/tokenizerConfig.ts';
export type { TrainingChecks } from './systems/transformers/trainingChecks.ts';
export { encodeBase64 } from './text/base64.ts';
export { oneLine, visible } from './text/visibleText.ts';
export { chatTemplateArguments } from './tokens/chatTemplates/chatTemplateFaults.ts';
export {
  completeChatTemplate,
  type TemplateCompletion,
  type TemplateWord,
} from './tokens/chatTemplates/completeChatTemplate.ts';
export type { ApiCounting, TokenCounter, TokenCounterSpec, TokenCounterType } from './tokens/counter.ts';
export { createTokenCounter, tokenCounterSpec } from './tokens/createTokenCounter.ts';
export type { TokenSpan } from './tokens/encoding.ts';
export { libraryTokenizer } from './tokens/huggingFace/libraryTokenizer.ts';
export { tokenCounterTypes } from './tokens/registry.ts';
export { usualCounter } from './tokens/usualCounter.ts';
