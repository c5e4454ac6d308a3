import {
  type EvaluatedLog,
  type EvaluatedParser,
  type FileComparison,
  fileComparison,
  type PairedRow,
  Pairs,
  runUnits,
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
      ...(cause?.detail !== undefined && { detail: cause.detail }),
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
  const units = runUnits(now);
  const rows = pairedRows(now)[Symbol.iterator]();
  let index = 0;
  for (const row of pairedRows(before)) {
    const other = rows.next().value!;
    // A question that was asked again is one pair.
    if (units?.isFirst(index++) ?? true) pairs.add(row, other);
  }
  return fileComparison(parser, pairs.comparison(summarize(before).totals), logs);
}
