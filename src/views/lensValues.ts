import {
  errorText,
  filterNames,
  type LensAction,
  type LensItem,
  type LensPlace,
  leastValue,
  separator,
} from './lensItem.ts';
import { destinations, type PartModel, type ResponseModel, type SplitModel, type ValueModel } from './responseModel.ts';
import { clip, cutPreview, lensPreviewLength } from './valuePreview.ts';

/** A lens for a value, before it is known how much room it has. */
export interface ValueItem {
  readonly line: number;
  readonly name: string;
  readonly preview: string;
  readonly tooltip: string;
  readonly action: LensAction;
}

/** Where the first part of the response begins that feeds a lens. */
export function offsetOf({ parts }: ResponseModel, { action }: ValueItem): number {
  return partOf(parts, action)?.span.start ?? 0;
}

/** The first part of the response that feeds a lens. */
function partOf(parts: readonly PartModel[], action: LensAction): PartModel | undefined {
  if (action.kind === 'highlight') {
    const [root, index = -1] = action.path;
    return root === 'parts' ? parts[index] : parts.find(({ key }) => key === action.name);
  }
  if (action.kind !== 'split' || action.target === 'value') return undefined;
  const { target } = action;
  return parts
    .filter(({ destinations: goesTo }) => goesTo?.includes(target))
    .reduce<PartModel | undefined>(
      (one, other) => (one && one.span.start <= other.span.start ? one : other),
      undefined,
    );
}

/** Lenses for what a type shows beside its splits, each at its part. `head`: the line of what has no part. */
export function highlightItems(
  { highlights, parts }: ResponseModel,
  place: (offset: number) => LensPlace,
  head: number,
): ValueItem[] {
  return highlights.map(({ name, path, value }) => {
    const action = { kind: 'highlight', name, path } as const;
    const part = partOf(parts, action);
    const line = part ? place(part.span.start).line : head;
    return { line, name, preview: value.short, tooltip: tooltip(name, value), action };
  });
}

/** Lenses for the splits, or for the value where nothing is split, each at the first part that feeds it. */
export function splitItems(
  { splits, value, parts }: ResponseModel,
  place: (offset: number) => LensPlace,
  head: number,
): ValueItem[] {
  if (splits)
    return destinations.map(target => {
      const split = splits[target];
      const name = filterNames[target];
      const action = { kind: 'split', target } as const;
      const part = partOf(parts, action);
      const line = part ? place(part.span.start).line : head;
      return { line, name, preview: splitPreview(split), tooltip: splitTooltip(name, split), action };
    });
  if (!value) return [];
  const action = { kind: 'split', target: 'value' } as const;
  return [{ line: head, name: '', preview: value.short, tooltip: value.long, action }];
}

function splitPreview(split: SplitModel): string {
  return 'error' in split ? clip(`✗ ${errorText(split.error)}`, lensPreviewLength) : split.short;
}

function splitTooltip(name: string, split: SplitModel): string {
  return 'error' in split ? `${name}: ${errorText(split.error)}` : tooltip(name, split);
}

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

function tooltip(name: string, value: ValueModel): string {
  return `${name}: ${value.long}`;
}
