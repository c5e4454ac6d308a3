import type { Span } from '../core/span.ts';
import { type MappedText, unescapeJsonString } from './jsonStringMap.ts';

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
