// src/node/: what the engine cannot do alone, on Node: tables, pattern workers, user code in processes of its own (`child`).

/**
 * `dist/engine.js`, or `parserlens`: the library, in the order in which a reader needs it. Wherever a function takes a
 * host and is given none, Node's serves: tables from `dist/tables`, patterns and modules away from this thread, files from
 * disk, no network. What is not here is not for others.
 */
import { engine } from './library.ts';

export const {
  // Read a definition's file.
  readDefinitions,
  readSource,
  checkDefinitions,
  applyEdits,
  definitionSchema,
  parserTypes,
  problemCatalogue,

  // Instruct a model, parse what it answers, all at once or while it comes, and split the value.
  createParser,
  exampleResponse,
  createReader,
  split,

  // Why something does not read.
  diagnose,
  causeCatalogue,
  violationCatalogue,

  // Judge samples; how much a parser bears, and which parser fits.
  judgeSample,
  addSample,
  updateExpectation,
  robustnessOf,
  robustnessTotals,
  mutationOperators,
  findParsers,
  draftDefinition,

  // Evaluate many responses, and read and write the files of an evaluation.
  evaluate,
  createJudge,
  createRowReader,
  VerdictTable,
  summarize,
  compareVerdicts,
  suspicionCatalogue,
  evaluatedParser,
  evaluationOf,
  readEvaluation,
  writeEvaluation,
  readRow,
  writeRow,

  // Convert a definition to another type, and to and from other forms.
  convertType,
  exportDefinitions,
  exportFormats,
  importDefinitions,
  importFormats,

  // What an engine that can hold a model to a schema makes of it.
  constrain,

  // Count tokens.
  createTokenCounter,
  tokenCounterTypes,

  // Format conversations.
  readConversation,
  checkConversation,
  conversationSchema,
  instructConversation,
  formatConversation,
  formatters,
} = engine;

/** The error of a source system. */
export { EngineError } from '../engine/index.ts';
export { createEngine, type Engine, type EngineOptions } from './door/createEngine.ts';

// The types that these mention, in the same order. The blank line behind each heading keeps the linter from merging them.

// A definition’s file.

export type {
  Definition,
  DefinitionFile,
  Edit,
  Expectation,
  Fix,
  JsonSchema,
  ParserType,
  Problem,
  ProblemCode,
  RegistryEntry,
  Sample,
  Span,
} from '../engine/index.ts';

// Instructions, results and streams.

export type {
  ClosedField,
  ErrorDetail,
  Field,
  FoundSuspicion,
  ModelMessage,
  ParseError,
  ParseOptions,
  ParseResult,
  ParserView,
  Partial,
  Piece,
  Repair,
  ResponseParser,
  ResponseReader,
  Split,
  Splits,
  StreamedValue,
} from '../engine/index.ts';

// Values with Python’s types, as `exact` has them.

export type {
  PyDict,
  PyFloat,
  PyList,
  PyOpaque,
  PyValue,
} from '../engine/index.ts';

// Sources.

export type { SourceDefinition, SourceHost, SourceReading, UnknownArgument } from '../engine/index.ts';

// Diagnoses.

export type {
  Candidate,
  Cause,
  DiagnoseOptions,
  Diagnosis,
  MarkupCause,
  RepairEdit,
  ResponseCandidate,
  ResponseDiagnosis,
  ResponseEdit,
  Violation,
  ViolationCause,
} from '../engine/index.ts';

// Verdicts of samples, robustness, and parsers that fit.

export type {
  Draft,
  FitParts,
  MutationFamily,
  MutationOperator,
  MutationOutcome,
  NewSample,
  ParserCandidate,
  ResponseVerdict,
  RobustnessOptions,
  RobustnessReport,
  RobustnessTotals,
  SampleDifference,
  SamplePart,
  SampleVerdict,
  SkippedOperator,
} from '../engine/index.ts';

// Evaluations.

export type {
  ClusterSummary,
  Comparison,
  EvaluatedLog,
  EvaluatedParser,
  EvaluatedRow,
  EvaluateOptions,
  Evaluation,
  EvaluationFile,
  EvaluationParts,
  EvaluationSummary,
  FileComparison,
  FilePlace,
  Flip,
  GroupSummary,
  Judge,
  JudgeOptions,
  LogPlace,
  LogReading,
  LogRow,
  PackedVerdicts,
  PairedRow,
  Rate,
  RowMeasure,
  RowMeasures,
  RowVerdict,
  SkipCode,
  SkipSummary,
  Suspicion,
  SuspicionCode,
  TableOptions,
  TableRow,
  Totals,
  Verdict,
  VerdictCause,
} from '../engine/index.ts';

// Conversions, exports and imports.

export type {
  Conversion,
  ExportAnswer,
  Exported,
  ExportFormat,
  ImportAnswer,
  Imported,
  ImportedModule,
  ImportFormat,
  ImportProblem,
  ImportResult,
  InterchangeFormats,
  Loss,
  OpenKey,
  Refusal,
} from '../engine/index.ts';

// Constraints.

export type { ConstrainOptions, Constraint, ConstraintKeyword, Evidence, UnkeptKeyword } from '../engine/index.ts';

// Counters of tokens.

export type {
  ApiCounting,
  TokenCounter,
  TokenCounterSpec,
  TokenCounterType,
  TokenSpan,
} from '../engine/index.ts';

// Conversations.

export type {
  AgentScopeRelease,
  AppliedRule,
  CheckConversationOptions,
  Conversation,
  ConversationFile,
  ConversationMessage,
  FormatConversationOptions,
  FormatResult,
  FormatterInfo,
  InstructedConversation,
  InstructionOutcome,
  InstructionPlace,
  MessageOutcome,
  ParserSources,
  PlacedExample,
  PlacedInstruction,
} from '../engine/index.ts';

// What a host does for the engine.

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
  Resources,
  TokenizerFiles,
  TokenizerJob,
  TokenizerOutcome,
} from '../engine/index.ts';

// What a parser or a formatter of one’s own is written with.

export type {
  CustomDefinition,
  CustomFormatterModule,
  CustomMessage,
  CustomParserContext,
  CustomParserModule,
  PayloadMessage,
} from '../engine/index.ts';
