import { type CallParts, type CallShape, closing, delimitersOf, namedShape, type WordsAnswer } from './callParts.ts';
import { argumentsOf, type CallAnswers, probeCalls } from './callProbes.ts';
import { behindBrackets, jsonPlace } from './jsonPlace.ts';
import { patternOf } from './textPieces.ts';

/** The shape of calls in JSON: whole ones, lists of them, or arguments behind a name. */
export function jsonShape({ one, two }: CallAnswers, beside: WordsAnswer): CallShape | undefined {
  const { first, second } = probeCalls;
  const place = jsonPlace(one.text, first.name, argumentsOf(first));
  if (!place) return undefined;
  const other = two && jsonPlace(two.text, first.name, argumentsOf(first));
  const next = two && other && jsonPlace(two.text, second.name, argumentsOf(second), other.end);
  const between = two && other && next ? two.text.slice(other.end, next.start) : undefined;
  if (!place.name) {
    const namedAt = one.text.lastIndexOf(first.name, place.start);
    const nextName = two && other && next ? two.text.lastIndexOf(second.name, next.start) : -1;
    if (namedAt < 0) return undefined;
    return namedShape(
      {
        before: one.text.slice(0, namedAt),
        body: one.text.slice(namedAt + first.name.length, place.start),
        between: two && other && nextName >= other.end ? two.text.slice(other.end, nextName) : undefined,
        behind: one.text.slice(place.end),
        ...(two && next && nextName >= 0 && { second: two.text.slice(nextName + second.name.length, next.start) }),
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
  };
  const { open, close, around, end: last } = delimitersOf(parts, beside);
  const opening = open.trim() === '' ? { open_pattern: `(?=${patternOf(parts.body)})` } : { open: open.trim() };
  return {
    field: {
      ...opening,
      ...(close !== '' && closing(close)),
      ...(!list && { repeats: true }),
      content: 'json',
      ...(list && { transform_each: true }),
      transform,
    },
    open: open.trim() === '' ? parts.body : open.trim(),
    close,
    around,
    end: last,
    isList: list !== undefined,
  };
}

function isInList(text: string, { start, end }: { readonly start: number; readonly end: number }): boolean {
  return text.slice(0, start).trimEnd().endsWith('[') && text.slice(end).trimStart().startsWith(']');
}

function listAround(text: string, place: { readonly start: number; readonly end: number }) {
  const start = text.lastIndexOf('[', place.start);
  const end = start < 0 ? undefined : behindBrackets(text, start);
  return end === undefined ? undefined : { start, end };
}
