import type { LensItem, ValueItem } from './lensItem.ts';
import { cutPreview } from './valuePreview.ts';

/** The longest row of lenses, in characters, with its line's indentation and what VS Code puts between lenses: whole in an editor of 60 columns. */
export const maxRow = 76;
/** What VS Code draws between two lenses: ` | `. */
export const separator = 3;
/** A value of fewer characters says nothing: its name stands alone. */
export const leastValue = 4;

/** Items with their values cut evenly to a width; where there is too little room, without the highlights, then without values, then as many as fit. */
export function fitted(items: readonly ValueItem[], width: number): LensItem[] {
  for (let shown = items; shown.length > 0; shown = withoutLast(shown)) {
    const fixed = shown.reduce((sum, { name }) => sum + name.length + (name ? 1 : 0) + separator, -separator);
    const shares = evenly(
      shown.map(({ preview }) => preview.length),
      width - fixed,
    );
    if (shares.every((share, i) => share >= Math.min(leastValue, shown[i]!.preview.length)))
      return shown.map((item, i) => toItem(item, [item.name, cutPreview(item.preview, shares[i]!)].filter(Boolean)));
    const isSplitsOnly = shown.every(({ action }) => action.kind !== 'highlight');
    const names = shown.map(({ name, preview }) => name || cutPreview(preview, Math.max(1, width)));
    const length = names.reduce((sum, name) => sum + name.length + separator, -separator);
    if (isSplitsOnly && length <= width) return shown.map((item, i) => toItem(item, [names[i]!]));
  }
  return [];
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
export function evenly(wanted: readonly number[], total: number): number[] {
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
  let length = shown.reduce((sum, { title }) => sum + title.length + separator, -separator);
  for (const action of actions) {
    if (length + separator + action.title.length > width) break;
    length += separator + action.title.length;
    shown.push(action);
  }
  return shown;
}
