import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { jsonLoads, pyEquals } from '../../../python/index.ts';
import {
  type CallParts,
  type CallShape,
  closing,
  delimitersOf,
  jointPattern,
  namedShape,
  nameLastShape,
  type WordsAnswer,
} from './callParts.ts';
import { argumentsOf, type CallAnswers, probeCalls } from './callProbes.ts';
import { anchorOf, patternOf } from './textPieces.ts';

/** A call in JSON within an answer. */
interface JsonPlace {
  readonly start: number;
  readonly end: number;
  /** The keys that lead to the name; `undefined`: the object is the arguments alone. */
  readonly name: readonly string[] | undefined;
  /** The keys that lead to the arguments. */
  readonly args: readonly string[];
}

/** How many beginnings of objects are tried. */
const maxTried = 200;

/** Where the JSON of a call stands in an answer: the widest object that has its name and its arguments, else the arguments. */
function jsonPlace(text: string, name: string, args: PyDict, from = 0): JsonPlace | undefined {
  let alone: JsonPlace | undefined;
  let tried = 0;
  for (let at = text.indexOf('{', from); at >= 0 && tried < maxTried; at = text.indexOf('{', at + 1), tried++) {
    const end = behindBrackets(text, at);
    const read = end === undefined ? undefined : jsonLoads(text.slice(at, end));
    if (end === undefined || !read?.ok) continue;
    const keys = pathTo(read.value, value => isPyDict(value) && pyEquals(value, args));
    if (!keys) continue;
    const named = pathTo(read.value, value => value === name);
    if (named && keys.length > 0) return { start: at, end, name: named, args: keys };
    if (keys.length === 0) alone ??= { start: at, end, name: undefined, args: [] };
  }
  return alone;
}

function pathTo(value: PyValue, is: (value: PyValue) => boolean): readonly string[] | undefined {
  if (is(value)) return [];
  if (!isPyDict(value)) return undefined;
  for (const [key, item] of value) {
    const path = isPyList(item) ? undefined : pathTo(item, is);
    if (path) return [key, ...path];
  }
  return undefined;
}

/** Behind the bracket that closes the one at `start`, texts in quotes left out. */
function behindBrackets(text: string, start: number): number | undefined {
  let depth = 0;
  const sign = /"(?:[^"\\]|\\.)*"?|[[{]|[\]}]/gs;
  sign.lastIndex = start;
  for (let match = sign.exec(text); match; match = sign.exec(text)) {
    if (/^[[{]/.test(match[0])) depth++;
    else if (/^[\]}]/.test(match[0]) && --depth === 0) return sign.lastIndex;
  }
  return undefined;
}

/** The shape of calls in JSON: whole ones, lists of them, or arguments behind a name. */
export function jsonShape(answers: CallAnswers, beside: WordsAnswer): CallShape | undefined {
  const { one, two } = answers;
  const { first, second } = probeCalls;
  const place = jsonPlace(one.text, first.name, argumentsOf(first));
  if (!place) return undefined;
  const other = two && jsonPlace(two.text, first.name, argumentsOf(first));
  const next = two && other && jsonPlace(two.text, second.name, argumentsOf(second), other.end);
  const between = two && other && next ? two.text.slice(other.end, next.start) : undefined;
  if (!place.name) {
    const namedAt = one.text.lastIndexOf(first.name, place.start);
    const nextName = two && other && next ? two.text.lastIndexOf(second.name, next.start) : -1;
    if (namedAt < 0) return nameLast(answers, place, beside);
    return namedShape(
      {
        before: one.text.slice(0, namedAt),
        body: one.text.slice(namedAt + first.name.length, place.start),
        between: two && other && nextName >= other.end ? two.text.slice(other.end, nextName) : undefined,
        behind: one.text.slice(place.end),
        ...(two && { beforeTwo: two.text.slice(0, Math.max(0, two.text.indexOf(first.name))) }),
        ...(two && next && nextName >= 0 && { second: two.text.slice(nextName + second.name.length, next.start) }),
        ...(two && next && { behindTwo: two.text.slice(next.end) }),
      },
      beside,
      { content: 'json' },
    );
  }
  const isListed = between === undefined ? isInList(one.text, place) : /^\s*,\s*$/.test(between);
  const list = isListed ? listAround(one.text, place) : undefined;
  const { start, end } = list ?? place;
  const root = list ? '' : 'content.';
  const transform = {
    type: 'function',
    function: { name: `{${root}${place.name.join('.')}}`, arguments: `{${root}${place.args.join('.')}}` },
  };
  const parts: CallParts = {
    before: one.text.slice(0, start),
    body: one.text.slice(start, one.text.indexOf(first.name, start)),
    between: list ? undefined : between,
    behind: one.text.slice(end),
    ...(other && { beforeTwo: two.text.slice(0, other.start) }),
  };
  const { open, later, joint, close, around, end: last } = delimitersOf(parts, beside);
  const isBare = open.trim() === '';
  // Within what stands around them calls may have no mark of their own either.
  const isSeparated = !isBare && later !== undefined && close === '';
  const gap = isBare || isSeparated ? gapOf(parts) : undefined;
  const [mark, object] = [patternOf(open.trim()), `(?=${patternOf(parts.body)})`];
  const following = gap === undefined ? (isBare ? undefined : mark) : `(?<=\\})${gap}${object}`;
  const opening = isBare
    ? { open_pattern: object }
    : isSeparated
      ? { open_pattern: `(?:${mark}\\s*|(?<=\\}${gap}))${object}` }
      : joint === ''
        ? anchorOf('open', [open.trim()])
        : { open_pattern: `${jointPattern(joint)}${mark}` };
  return {
    field: {
      ...opening,
      ...(close !== '' && closing(close, 'json')),
      ...(!list && { repeats: true }),
      content: 'json',
      ...(list && { transform_each: true }),
      transform,
    },
    open: isBare ? parts.body : open.trim(),
    ...(parts.between !== undefined && following !== undefined && { next: following }),
    close,
    around,
    end: last,
    isList: list !== undefined,
  };
}

/** What stands between two calls without delimiters, as something must: a pattern. */
function gapOf({ between = '' }: CallParts): string | undefined {
  if (between === '') return undefined;
  return between.trim() === '' ? '\\s+' : patternOf(between);
}

/** Arguments with the name behind them. */
function nameLast({ one, two }: CallAnswers, place: JsonPlace, beside: WordsAnswer): CallShape | undefined {
  const { first, second } = probeCalls;
  const nameAt = one.text.indexOf(first.name, place.end);
  if (nameAt < 0) return undefined;
  const firstEnd = two ? two.text.indexOf(first.name) + first.name.length : 0;
  const next = two && jsonPlace(two.text, second.name, argumentsOf(second), firstEnd);
  return nameLastShape(
    {
      before: one.text.slice(0, place.start),
      body: one.text.slice(place.end, nameAt),
      between: two && next && two.text.slice(firstEnd, next.start),
      behind: one.text.slice(nameAt + first.name.length),
    },
    beside,
    { content: 'json' },
  );
}

function isInList(text: string, { start, end }: { readonly start: number; readonly end: number }): boolean {
  return text.slice(0, start).trimEnd().endsWith('[') && text.slice(end).trimStart().startsWith(']');
}

function listAround(text: string, place: { readonly start: number; readonly end: number }) {
  const start = text.lastIndexOf('[', place.start);
  const end = start < 0 ? undefined : behindBrackets(text, start);
  return end === undefined ? undefined : { start, end };
}
