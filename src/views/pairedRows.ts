import {
  type EvaluatedLog,
  type EvaluatedParser,
  type FileComparison,
  fileComparison,
  type PairedRow,
  Pairs,
  summarize,
  type VerdictTable,
} from '../engine/index.ts';

/** The rows of a table, as evaluations are paired by them. */
export function* pairedRows(table: VerdictTable): Generator<PairedRow> {
  for (let i = 0; i < table.size; i++) {
    const { id, place, verdict, cause } = table.row(i);
    yield {
      ...(id !== undefined && { id }),
      log: place.log,
      line: place.line,
      verdict,
      ...(cause && { code: cause.code }),
    };
  }
}

/** How an evaluation compares with another one of the same rows, as an evaluation's file has it. `parser`: of the other one. */
export function comparedTables(
  now: VerdictTable,
  before: VerdictTable,
  parser: EvaluatedParser,
  logs: readonly EvaluatedLog[],
): FileComparison {
  const pairs = new Pairs();
  const rows = pairedRows(now)[Symbol.iterator]();
  for (const row of pairedRows(before)) pairs.add(row, rows.next().value!);
  return fileComparison(parser, pairs.comparison(summarize(before).totals), logs);
}
