import type { LensItem, ValueItem } from './lensItem.ts';
import { cutToLens, lensGap, lensWidth } from './lensWidth.ts';

/** The letters of a row where no page beside tells how wide an editor is: its edge cuts what is too long. */
export const unknownRow = 100;
/** What a column of a line's indentation takes, in letters of a lens, whose font is smaller than the editor's. */
const perColumn = 1.4;
/** A value with less room than this says little, in letters: its row has room for it elsewhere, or goes without names. */
const leastValue = 16;
/** What the values of a row without names may have before the later ones go: of two long ones a beginning of each says more than one alone. */
const leastNameless = 12;
/** What several values of a row have together before one of their names goes, in letters. */
const leastTogether = 34;

/** The room above a line, of a row that has `letters` where nothing is indented. */
export function roomAbove(indent: number, letters: number): number {
  return Math.max(0, letters - indent * perColumn);
}

/** The room that titles of one row take. */
export function rowWidth(items: readonly Pick<LensItem, 'title'>[]): number {
  return items.reduce((sum, { title }) => sum + lensWidth(title) + lensGap, -lensGap);
}

/** Whether all of a row have room for a name and the least of a value, behind what takes `used` letters. */
export function haveRoom(items: readonly ValueItem[], used: number, room: number): boolean {
  const least = items.reduce(
    (sum, { name, preview }) => sum + lensGap + nameWidth(name) + Math.min(leastValue, lensWidth(preview)),
    used === 0 ? -lensGap : used,
  );
  return least <= room;
}

/**
 * The values of a row, cut evenly to its room. Where there is too little, highlights go first, then the first name, then all
 * names, then the values of the later splits: the first one has what there is.
 */
export function fittedValues(items: readonly ValueItem[], room: number): readonly LensItem[] {
  const splits = items.filter(({ action }) => action.kind !== 'highlight');
  const least = splits.length > 0 ? splits : items.slice(0, 1);
  const together = least.length > 1 ? leastTogether : 0;
  const fewer = Array.from({ length: items.length - least.length + 1 }, (_, i) => withoutHighlights(items, i));
  for (const some of fewer) {
    const row = cut(some, room, { named: 0, together });
    if (row) return row;
  }
  const row = cut(least, room, { named: 1, together });
  if (row) return row;
  for (let firsts = least; firsts.length > 1; firsts = firsts.slice(0, -1)) {
    const nameless = cut(firsts, room, { named: firsts.length, each: leastNameless });
    if (nameless) return nameless;
  }
  const first = least.slice(0, 1);
  return cut(first, room, { named: 0 }) ?? cut(first, room, { named: 1, each: 0 }) ?? [];
}

/** Items with as many of those behind them as the row has room for. */
export function withLater(items: readonly LensItem[], later: readonly LensItem[], room: number): readonly LensItem[] {
  const row = [...items];
  for (const item of later) {
    if (rowWidth([...row, item]) > room) break;
    row.push(item);
  }
  return row;
}

/** The items without the last `count` highlights. */
function withoutHighlights(items: readonly ValueItem[], count: number): readonly ValueItem[] {
  let left = count;
  return items
    .toReversed()
    .filter(({ action }) => action.kind !== 'highlight' || left-- <= 0)
    .toReversed();
}

function nameWidth(name: string): number {
  return name === '' ? 0 : lensWidth(`${name} `);
}

/** Items with their values and, from the one at `named` on, their names; `undefined` where a value, or all together, have too little room. */
function cut(
  items: readonly ValueItem[],
  room: number,
  { named, each = leastValue, together = 0 }: { named: number; each?: number; together?: number },
): readonly LensItem[] | undefined {
  const names = items.map(({ name }, i) => (i >= named ? name : ''));
  const fixed = names.reduce((sum, name) => sum + nameWidth(name) + lensGap, -lensGap);
  const widths = items.map(({ preview }) => lensWidth(preview));
  const shares = evenly(widths, room - fixed);
  const isAll = sumOf(shares) >= Math.min(together, sumOf(widths));
  if (!isAll || !shares.every((share, i) => share >= Math.min(each, widths[i]!))) return undefined;
  return items.map(({ preview, tooltip, action }, i) => ({
    title: [names[i]!, cutToLens(preview, shares[i]!)].filter(Boolean).join(' '),
    tooltip,
    action,
  }));
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}

/** How much of a total each gets: what it wants, or as much as every other one that wants more than there is. */
function evenly(wishes: readonly number[], total: number): number[] {
  const shares = wishes.map(() => 0);
  let left = Math.max(0, total);
  const waiting = wishes.map((_, i) => i).sort((a, b) => wishes[a]! - wishes[b]!);
  for (const [done, i] of waiting.entries()) {
    const share = Math.min(wishes[i]!, left / (waiting.length - done));
    shares[i] = share;
    left -= share;
  }
  return shares;
}
