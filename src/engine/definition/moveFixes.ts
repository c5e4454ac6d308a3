import type { Node } from 'jsonc-parser';
import type { Fix } from '../core/problem.ts';
import { spanOfNode } from '../json/jsonSource.ts';
import type { Definition } from '../parsers/definition.ts';
import type { KeyPlace } from '../parsers/shared/valueKeys.ts';
import type { ValueMember } from './valueMembers.ts';

/**
 * The fix that moves one member of an object, or one item of a list that is more than its name, to before another that stands
 * ahead of it in the same. None where they do not, or where a comment may belong to one that moves.
 */
export function moveFixes(
  source: Definition['source'],
  text: string,
  moved: ValueMember,
  before: ValueMember,
): readonly Fix[] {
  const [last, first] = [nodeOf(source, moved.place), nodeOf(source, before.place)];
  const siblings = last?.parent?.children ?? [];
  const [from, to] = [siblings.indexOf(first!), siblings.indexOf(last!)];
  if (!last?.parent || from < 0 || to <= from) return [];
  const spans = siblings.map(spanOfNode);
  const edges = [last.parent.offset + 1, ...spans.map(({ end }) => end)];
  const gaps = edges.map((start, i) => text.slice(start, spans[i]?.start ?? spanOfNode(last.parent!).end));
  if (gaps.slice(from, to + 2).some(gap => /\/[/*]/.test(gap))) return [];
  const written = spans.slice(from, to + 1).map(({ start, end }) => text.slice(start, end));
  const turned = [written.at(-1)!, ...written.slice(0, -1)];
  const moves = turned.map((each, i) => (i === 0 ? each : gaps[from + i] + each)).join('');
  const span = { start: spans[from]!.start, end: spans[to]!.end };
  return [{ title: `Move "${moved.name}" before "${before.name}"`, edits: [{ span, text: moves }] }];
}

/** The member or item that a name belongs to; `undefined`: it stands within a text, or in a list of names, whose places mean something. */
function nodeOf(source: Definition['source'], place: KeyPlace | undefined): Node | undefined {
  if (!place || place.within) return undefined;
  const { path, of } = place;
  if (of === 'key') return source.nodeAt(path)?.parent;
  const item = path.findLastIndex(step => typeof step === 'number');
  return item < 0 || item === path.length - 1 ? undefined : source.nodeAt(path.slice(0, item + 1));
}
