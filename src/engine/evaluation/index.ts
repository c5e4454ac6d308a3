// evaluation/: many responses at once: logs cut into rows, verdicts, causes, groups, intervals, comparison.

export { DefinitionUses } from '../definition/index.ts';
export type { LogReader, SkipCode } from '../messages/logReader.ts';
export {
  type Comparison,
  compareVerdicts,
  type Flip,
  type PairedRow,
  Pairs,
  pairedRow,
} from './compareVerdicts.ts';
export { createJudge, type Judge, type JudgeOptions, judgeHeardBy } from './createJudge.ts';
export { csvFields, csvRecord } from './cutting/csvCutter.ts';
export { cutterFor, guessFraming } from './cutting/guessFraming.ts';
export type { CutRecord, Framing, RecordCutter } from './cutting/recordCutter.ts';
export { type EvaluatedRow, type EvaluateOptions, type Evaluation, evaluate } from './evaluate.ts';
export {
  type ConstrainedRows,
  type EvaluatedLog,
  type EvaluatedParser,
  type EvaluationFile,
  type EvaluationPart,
  type FileComparison,
  type FileFallback,
  type FilePlace,
  readEvaluation,
  writeEvaluation,
} from './evaluationFile.ts';
export {
  type EvaluationParts,
  evaluatedParser,
  evaluationOf,
  fileComparison,
} from './evaluationOf.ts';
export { type FallbackCost, fallbackCost, fallbackCostOf, fallbackOf } from './fallbackCost.ts';
export { type FieldPath, fieldPathText, parseFieldPath, textFields } from './fieldPath.ts';
export type { PageStore } from './growingArray.ts';
export { judgesAlike } from './judgesAlike.ts';
export { blockSize, type RowBlock } from './limitGate.ts';
export { conversationColumns } from './logs/conversationTurns.ts';
export { createRowReader, createRowsReader, type LogReading } from './logs/createRowReader.ts';
export { guessLog, type LogGuess } from './logs/guessLog.ts';
export { logReaders } from './logs/registry.ts';
export { markOddTypes } from './markOddTypes.ts';
export { type NumbersOf, type PackedVerdicts, type RowNumber, rowNumbers } from './packedVerdicts.ts';
export { readRow, writeRow } from './rowLine.ts';
export { measureNames, measureText, type RowMeasure, type RowMeasures, rowMeasures } from './rowMeasures.ts';
export { rowResponse } from './rowResponse.ts';
export { type SchemaChange, type SchemaChanges, schemaChanges } from './schemaChanges.ts';
export { wilsonInterval } from './statistics.ts';
export {
  type ClusterSummary,
  type EvaluationSummary,
  type GroupSummary,
  type Rate,
  runUnits,
  type SkipSummary,
  summarize,
  type Totals,
} from './summarize.ts';
export type { VerdictCause } from './verdict.ts';
export { type LogPlace, type LogRow, type RowVerdict, skipCatalogue, type Verdict, verdicts } from './verdict.ts';
export { type TableOptions, type TableRow, VerdictTable } from './verdictTable.ts';
