import {
  type EvaluatedLog,
  type EvaluatedParser,
  type FileComparison,
  fileComparison,
  type PairedRow,
  Pairs,
  pairedRow,
  runUnits,
  summarize,
  type VerdictTable,
  writeRow,
} from '../engine/index.ts';

/** The rows of a table, as evaluations are paired by them. */
export function* pairedRows(table: VerdictTable): Generator<PairedRow> {
  for (let i = 0; i < table.size; i++) {
    const row = table.row(i);
    yield pairedRow(row, row.cause);
  }
}

/** The lines of a file with all rows. `isMeasured`: with what was measured of them. */
export function* rowLines(table: VerdictTable, isMeasured: boolean): Generator<string> {
  let index = 0;
  for (const row of pairedRows(table)) yield writeRow(row, isMeasured ? table.measuresAt(index++) : undefined);
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
    // A question with its retries is one pair.
    if (units?.isFirst(index++) ?? true) pairs.add(row, other);
  }
  return fileComparison(parser, pairs.comparison(summarize(before).totals), logs);
}
