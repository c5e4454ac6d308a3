import type { Span } from '../core/span.ts';
import type { JsonLoadsError } from '../python/index.ts';

/**
 * What to underline for an error of `jsonLoads` in `text[start, end)`: an open string or extra data to the end of the
 * line, an escape, else the word or character at fault; where the JSON just ends too early, its last visible character.
 * Never empty unless the range is blank.
 */
export function jsonFaultSpan(text: string, error: JsonLoadsError, start: number, end: number): Span {
  const { offset, message } = error;
  if (offset >= end) {
    const kept = text.slice(start, end).trimEnd().length;
    return kept === 0 ? { start, end } : { start: start + kept - 1, end: start + kept };
  }
  if (/^(Unterminated|Extra)/.test(message)) {
    const feed = text.indexOf('\n', offset);
    const line = text.slice(offset, feed === -1 || feed > end ? end : feed).trimEnd();
    return { start: offset, end: offset + Math.max(1, line.length) };
  }
  if (message.startsWith('Invalid \\escape')) return { start: offset, end: Math.min(end, offset + 2) };
  if (message.startsWith('Invalid \\u')) return { start: offset - 1, end: offset + wordLength(text, offset, end, 5) };
  return { start: offset, end: offset + Math.max(1, wordLength(text, offset, end)) };
}

/** How far a word or number goes on from `from`: `True`, `-1.5e3`, `nul`. */
function wordLength(text: string, from: number, end: number, limit = Number.POSITIVE_INFINITY): number {
  const word = /[\w.+-]+/uy;
  word.lastIndex = from;
  const length = word.exec(text)?.[0].length ?? ((text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1);
  return Math.min(length, limit, end - from);
}
