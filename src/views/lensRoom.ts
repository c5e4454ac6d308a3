import type { LensItem, ValueItem } from './lensItem.ts';
import { shownWidth } from './shownWidth.ts';
import { cutPreview } from './valuePreview.ts';

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

/**
 * Items with their values cut evenly to a width. Where there is too little room, the highlights go first, then the values of
 * the later splits; a split's name is always there, whole.
 */
export function fitted(items: readonly ValueItem[], width: number): LensItem[] {
  for (let shown = items; shown.length > 0; shown = withoutLast(shown)) {
    const isSplitsOnly = shown.every(({ action }) => action.kind !== 'highlight');
    for (let valued = shown.length; valued >= 0; valued--) {
      const row = withValues(shown, valued, width);
      if (row && (isSplitsOnly || lengthOf(row) <= width + nameRoom)) return row;
    }
  }
  return [];
}

function lengthOf(row: readonly LensItem[]): number {
  return row.reduce((sum, { title }) => sum + shownWidth(title) + separator, -separator);
}

/** The room of a name; the sign between two is as wide as two letters. */
function nameWidth(name: string): number {
  return name.length + name.split('=').length - 1;
}

/** Items of which the first `valued` have values; `undefined` where those have too little room. */
function withValues(items: readonly ValueItem[], valued: number, width: number): LensItem[] | undefined {
  const shown = items.filter(({ name }, i) => name !== '' || i < valued);
  const fixed = shown.reduce(
    (sum, { name }, i) => sum + nameWidth(name) + (name && i < valued ? 1 : 0) + separator,
    -separator,
  );
  const wanted = shown.slice(0, valued).map(({ preview }) => shownWidth(preview));
  const shares = evenly(wanted, width - fixed);
  if (!shares.every((share, i) => share >= Math.min(leastValue, wanted[i]!))) return undefined;
  return shown.map((item, i) =>
    toItem(item, [item.name, i < valued ? cutPreview(item.preview, shares[i]!) : ''].filter(Boolean)),
  );
}

/** Whether all of a row have room for a name and the least of a value, behind what takes `taken` letters. */
export function haveRoom(items: readonly ValueItem[], taken: number, width: number): boolean {
  const least = items.reduce(
    (sum, { name, preview }) =>
      sum + separator + name.length + (name ? 1 : 0) + Math.min(leastValue, shownWidth(preview)),
    taken === 0 ? -separator : taken,
  );
  return least <= width;
}

/** The letters that the names of a row take, and what VS Code draws before each. */
export function namesLength(items: readonly ValueItem[]): number {
  return items.reduce(
    (sum, { name, action }) => sum + (name && action.kind === 'split' ? name.length + separator : 0),
    0,
  );
}

/** The items without the last highlight, or, where there is none, without the last item. */
function withoutLast(items: readonly ValueItem[]): readonly ValueItem[] {
  const highlight = items.findLastIndex(({ action }) => action.kind === 'highlight');
  return items.toSpliced(highlight < 0 ? items.length - 1 : highlight, 1);
}

function toItem({ tooltip, action }: ValueItem, words: readonly string[]): LensItem {
  return { title: words.join(' '), tooltip, action };
}

/** How much of a total each gets: what it wants, or as much as every other one that wants more than there is. */
function evenly(wanted: readonly number[], total: number): number[] {
  const shares = wanted.map(() => 0);
  let left = Math.max(0, total);
  const waiting = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!);
  for (const [done, i] of waiting.entries()) {
    const share = Math.min(wanted[i]!, Math.floor(left / (waiting.length - done)));
    shares[i] = share;
    left -= share;
  }
  return shares;
}

/** Items with as many of the actions behind them as the row has room for. */
export function withRoom<T extends Pick<LensItem, 'title'>>(
  items: readonly T[],
  actions: readonly T[],
  width: number,
): readonly T[] {
  const shown = [...items];
  let length = shown.reduce((sum, { title }) => sum + shownWidth(title) + separator, -separator);
  for (const action of actions) {
    if (length + separator + action.title.length > width) break;
    length += separator + action.title.length;
    shown.push(action);
  }
  return shown;
}
