import type { PairedRow, VerdictTable } from '../engine/index.ts';

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
