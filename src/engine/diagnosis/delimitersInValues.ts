import type { Span } from '../core/span.ts';
import { jsonValueEnd } from '../json/jsonSpans.ts';
import { jsonLoads } from '../python/index.ts';
import { trustIn } from './causes.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';
import { openingAt } from './openings.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';

/** Values that are looked at. */
const mostValues = 20;
/** What begins JSON that a fence or a word stands in front of. */
const opening = /[[{]/g;

/**
 * The edits that write what ends a part, where it stands in a string of the part's JSON, with escapes that read as the same
 * text: back quotes of a code block as `\u0060`, the first sign of a closing tag likewise. `undefined` where there is none. Linear.
 */
export function delimitersInValues(text: string, { tags, fence, json }: ExpectedMarkup): Repairing | undefined {
  const edits: ResponseEdit[] = [];
  for (const tag of tags) {
    const { open, close } = tag;
    if (!open || close.length < 3) continue;
    let at = openingAt(text, tag, 0);
    for (let i = 0; i < mostValues && at; i++) {
      const start = behindBlanks(text, at.end);
      const end = endOfJson(text, start);
      for (const place of placesIn(text, close, start, end))
        edits.push({ start: place, end: place + 1, text: escaped(text.charAt(place)), cause: 'closing-in-value' });
      at = openingAt(text, tag, Math.max(end, at.end));
    }
  }
  if (tags.length === 0 && (fence !== undefined || json !== undefined || text.includes('```'))) {
    opening.lastIndex = Math.max(text.search(/```\w*\s*[[{]/), 0);
    const start = opening.exec(text)?.index ?? text.length;
    for (const place of placesIn(text, '```', start, endOfJson(text, start, '```')))
      for (let at = place; text.charAt(at) === '`'; at++)
        edits.push({ start: at, end: at + 1, text: '\\u0060', cause: 'fence-in-value' });
  }
  return edits.length > 0 ? { edits, confidence: trustIn(edits), lossy: false, parts: [] } : undefined;
}

/**
 * The same for a closing that a pattern of the author's has, as a framework found it at `span`: no example tells of it, but the
 * text itself, where JSON goes on behind. `undefined` where it stands in no JSON. Linear.
 */
export function closingInJson(text: string, { start: found, end }: Span): Repairing | undefined {
  const closing = /^[<[]\/?[^<>[\]\s]{0,100}[>\]]/.exec(text.slice(found, end))?.[0];
  if (closing === undefined) return undefined;
  opening.lastIndex = 0;
  const start = opening.exec(text)?.index ?? text.length;
  const places = start < found ? placesIn(text, closing, start, endOfJson(text, start, closing)) : [];
  if (!places.includes(found)) return undefined;
  const edits = places.map(
    (place): ResponseEdit => ({
      start: place,
      end: place + 1,
      text: escaped(text.charAt(place)),
      cause: 'closing-in-value',
    }),
  );
  return { edits, confidence: trustIn(edits), lossy: false, parts: [] };
}

function behindBlanks(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text.charAt(at))) at++;
  return at;
}

/**
 * The end of the JSON at a place; the place itself where none begins there, or it is broken: then nobody knows where its strings
 * end. `delimiter`: all that the end is asked for; JSON in which it does not stand need not be read.
 */
function endOfJson(text: string, start: number, delimiter?: string): number {
  if (!/[[{]/.test(text.charAt(start))) return start;
  const end = jsonValueEnd(text, start);
  if (delimiter !== undefined) {
    const first = text.indexOf(delimiter, start);
    if (first < 0 || first >= end) return start;
  }
  return jsonLoads(text, { start, end, strict: false }).ok ? end : start;
}

/** Where a delimiter stands in the strings of JSON; runs of its last sign count once. */
function placesIn(text: string, delimiter: string, start: number, end: number): readonly number[] {
  const places: number[] = [];
  const last = delimiter.slice(-1);
  for (let at = text.indexOf(delimiter, start); at >= 0 && at < end; ) {
    places.push(at);
    let next = at + delimiter.length;
    while (last === '`' && text.charAt(next) === last) next++;
    at = text.indexOf(delimiter, next);
  }
  return places;
}

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
