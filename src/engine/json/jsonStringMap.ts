import type { Span } from '../core/span.ts';

/** A text and, for each of its UTF-16 offsets from 0 to its length, the offset in the source that it came from. */
export interface MappedText {
  readonly text: string;
  /** One entry more than `text` has units; the last is the end of the source stretch. */
  readonly offsets: Uint32Array;
}

const simpleEscapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * Unescapes what stands between the quotes of a JSON string literal, `source.slice(start, end)`. An escape that JSON
 * does not have, or one that is cut off at either end, is kept as it is written. Linear.
 */
export function unescapeJsonString(source: string, start: number, end: number): MappedText {
  const offsets = new Uint32Array(end - start + 1);
  const parts: string[] = [];
  let length = 0;
  let position = start;
  while (position < end) {
    const backslash = source.indexOf('\\', position);
    const plainEnd = backslash < 0 || backslash > end ? end : backslash;
    parts.push(source.slice(position, plainEnd));
    for (; position < plainEnd; position++) offsets[length++] = position;
    if (position >= end) break;
    const [unit, width] = readEscape(source, position, end);
    parts.push(unit);
    for (let i = 0; i < unit.length; i++) offsets[length++] = position + i;
    position += width;
  }
  offsets[length] = end;
  return { text: parts.join(''), offsets: offsets.subarray(0, length + 1) };
}

function readEscape(source: string, position: number, end: number): readonly [unit: string, width: number] {
  const letter = position + 1 < end ? source[position + 1]! : '';
  const simple = simpleEscapes[letter];
  if (simple !== undefined) return [simple, 2];
  const digits = source.slice(position + 2, Math.min(position + 6, end));
  if (letter === 'u' && /^[0-9a-fA-F]{4}$/.test(digits)) return [String.fromCharCode(Number.parseInt(digits, 16)), 6];
  return ['\\', 1];
}

/**
 * What a selection stands for that lies inside one JSON string literal of its line, as in a log line or a record of
 * JSONL: the text with its escapes undone, and the offset in `line` of each of its characters. The literal's own quotes
 * may be selected with it. `undefined` where the selection is not inside one literal, or has no escapes, so that there
 * is nothing to undo. A log line may have stray quotes before its JSON, so the literal is known by its own two quotes and
 * by what stands around them. Linear in the line.
 */
export function jsonStringAround(line: string, selection: Span): MappedText | undefined {
  const { start, end } = withoutOwnQuotes(line, selection);
  const backslash = line.indexOf('\\', start);
  if (backslash < 0 || backslash >= end) return undefined;
  const opening = quoteBefore(line, start);
  const closing = quoteAfter(line, isEscaped(line, start) ? start + 1 : start);
  if (opening < 0 || closing < end) return undefined;
  if (!/(?:^|[[{(:,=\s])$/.test(line.slice(Math.max(0, opening - 1), opening))) return undefined;
  if (!/^(?:$|[\]}):,;\s])/.test(line.slice(closing + 1, closing + 2))) return undefined;
  if (!isEscaped(line, start)) return unescapeJsonString(line, start, end);
  // The selection begins in the middle of an escape: what it has of it is taken as it is.
  const rest = unescapeJsonString(line, start + 1, end);
  return { text: line[start] + rest.text, offsets: Uint32Array.of(start, ...rest.offsets) };
}

/** The inside of a selection that is a whole literal in a larger record. Alone on its line it may be the response itself. */
function withoutOwnQuotes(line: string, { start, end }: Span): Span {
  const quoted = end - start >= 2 && line[start] === '"' && quoteAfter(line, start + 1) === end - 1;
  const inRecord = /[[:,]\s?$/.test(line.slice(Math.max(0, start - 2), start));
  return quoted && inRecord ? { start: start + 1, end: end - 1 } : { start, end };
}

function quoteBefore(line: string, offset: number): number {
  let at = offset;
  do at = at > 0 ? line.lastIndexOf('"', at - 1) : -1;
  while (at >= 0 && isEscaped(line, at));
  return at;
}

/** The next quote that no backslash escapes; -1 if the line ends before. `from` is at the start of a character. */
function quoteAfter(line: string, from: number): number {
  for (let i = from; i < line.length; i++) {
    const code = line.charCodeAt(i);
    if (code === 0x22) return i;
    if (code === 0x5c) i++;
  }
  return -1;
}

/** Whether an odd number of backslashes stands before an offset. */
function isEscaped(line: string, offset: number): boolean {
  let first = offset;
  while (first > 0 && line.charCodeAt(first - 1) === 0x5c) first--;
  return (offset - first) % 2 === 1;
}
