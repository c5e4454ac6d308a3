import type { LensItem } from './lensItem.ts';
import { shownWidth } from './lensWidth.ts';

/** The longest row of lenses, in letters: about the width of an editor with a minimap, beside another. Only names may need more. */
export const maxRow = 40;
/** What values, texts and actions stretch a row to: whole in such an editor in a window that is 1000 pixels wide. */
const sureRow = 33;
/** How much longer names may be than values, texts and actions. */
export const nameRoom = maxRow - sureRow;
/** What a column of a line's indentation takes, in letters of a lens, whose font is smaller than the editor's. */
const perColumn = 1.35;

/** The room that values, texts and actions have above a line. */
export function roomAt(indent: number): number {
  return Math.max(0, Math.floor(sureRow - indent * perColumn));
}

/** What VS Code draws between two lenses: ` | `. */
export const separator = 3;
/** A value of fewer characters says nothing: its name stands alone. */
export const leastValue = 6;

/** Items with as many of the actions behind them as the row has room for. */
export function withRoom<T extends Pick<LensItem, 'title'>>(
  items: readonly T[],
  actions: readonly T[],
  width: number,
): readonly T[] {
  const row = [...items];
  let length = row.reduce((sum, { title }) => sum + shownWidth(title) + separator, -separator);
  for (const action of actions) {
    if (length + separator + action.title.length > width) break;
    length += separator + action.title.length;
    row.push(action);
  }
  return row;
}
