import type { Fix } from '../core/problem.ts';
import type { Span } from '../core/span.ts';
import type { Definition } from '../parsers/definition.ts';
import type { KeyPlace } from '../parsers/shared/valueKeys.ts';

/** Something that a definition names, and where. */
interface Named {
  readonly name: string;
  readonly place: KeyPlace;
}

/**
 * The fix that moves one member of an object, or one item of a list that is more than its name, to before another beside it.
 * None where they do not stand beside each other in the file, or where a comment between them belongs to one that moves.
 */
export function moveFixes(source: Definition['source'], text: string, moved: Named, before: Named): readonly Fix[] {
  const [from, to] = [containerOf(moved.place), containerOf(before.place)];
  if (!from || !to || JSON.stringify(from.path) !== JSON.stringify(to.path)) return [];
  const container = source.nodeAt(from.path);
  const nodes = container?.children ?? [];
  const spans = nodes.map(({ offset, length }): Span => ({ start: offset, end: offset + length }));
  const index = (place: KeyPlace, { step }: { step: string | number }) =>
    typeof step === 'number' ? step : spans.findIndex(({ start }) => start === source.keySpanOf(place.path)?.start);
  const [at, target] = [index(moved.place, from), index(before.place, to)];
  const slots = spans.slice(target, at + 1);
  if (target < 0 || at <= target) return [];
  const between = slots.slice(1).map(({ start }, i) => text.slice(slots[i]!.end, start));
  if (between.some(gap => !/^\s*,\s*$/.test(gap))) return [];
  const written = slots.map(({ start, end }) => text.slice(start, end));
  const turned = [written.at(-1)!, ...written.slice(0, -1)];
  const span = { start: slots[0]!.start, end: slots.at(-1)!.end };
  const title = `Move "${moved.name}" before "${before.name}"`;
  return [{ title, edits: [{ span, text: turned.map((each, i) => (between[i - 1] ?? '') + each).join('') }] }];
}

/** What holds a member or an item, and its key or index in it; `undefined`: a name within a text, or in a list of names, whose places mean something. */
function containerOf({ path, of, within }: KeyPlace) {
  if (within) return undefined;
  const at = of === 'key' ? path.length - 1 : path.findLastIndex(step => typeof step === 'number');
  if (at < 0 || (of === 'value' && at === path.length - 1)) return undefined;
  return { path: path.slice(0, at), step: path[at]! };
}
