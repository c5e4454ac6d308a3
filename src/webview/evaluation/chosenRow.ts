import type { ChosenRow, RowSlice } from '../../protocol/rowQuery.ts';

/**
 * The chosen row in a stretch of a list of `total` rows, which may have become another list: where it stands now.
 * `undefined`: it is not there any more. No other row is chosen in its place: its response would show up unasked.
 */
export function chosenIn(chosen: ChosenRow, slice: RowSlice, total: number): ChosenRow | undefined {
  if (chosen.position >= total) return undefined;
  const { from, rows } = slice;
  const there = rows[chosen.position - from];
  if (chosen.row === undefined) return there ? { position: chosen.position, row: there.row } : chosen;
  if (there?.row === chosen.row) return chosen;
  const i = rows.findIndex(({ row }) => row === chosen.row);
  if (i >= 0) return { position: from + i, row: chosen.row };
  // What was scrolled past is not known to be gone.
  return there ? undefined : chosen;
}
