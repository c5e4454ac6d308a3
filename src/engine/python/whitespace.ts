import type { Span } from '../core/span.ts';

/** What `str.isspace()` and `\s` mean to Python, as the inside of a JavaScript class: without U+FEFF, with U+001C to U+001F and U+0085. */
export const whiteClass = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

/** Python's `chr(code).isspace()`. */
export function isWhite(code: number): boolean {
  if (code <= 0x20) return code >= 0x1c || (code >= 0x09 && code <= 0x0d);
  if (code < 0x1680) return code === 0x85 || code === 0xa0;
  return (
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x1680 ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** The end of the run of white space that begins at `from`, not past `end`. */
export function skipWhite(text: string, from: number, end = text.length): number {
  let i = from;
  while (i < end && isWhite(text.charCodeAt(i))) i++;
  return i;
}

/** What `text[start:end].strip()` leaves, as a span; empty at `end` where nothing is left. */
export function stripSpan(text: string, start = 0, end = text.length): Span {
  const from = skipWhite(text, start, end);
  let to = end;
  while (to > from && isWhite(text.charCodeAt(to - 1))) to--;
  return { start: from, end: to };
}

/** Python's `text.strip()`. */
export function pyStrip(text: string): string {
  const { start, end } = stripSpan(text);
  return text.slice(start, end);
}

/** Python's `text.strip(characters)`. */
export function pyStripOf(text: string, characters: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text.charAt(start))) start++;
  while (end > start && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Python's `text.split()[0]`; `undefined` where there is nothing but white space. */
export function firstWord(text: string): string | undefined {
  const start = skipWhite(text, 0);
  let end = start;
  while (end < text.length && !isWhite(text.charCodeAt(end))) end++;
  return end > start ? text.slice(start, end) : undefined;
}

const lineEnd = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/g;

/** Python's `text.splitlines(keepends)`: nothing behind a last line end, and all of Python's line ends. Linear. */
export function splitLines(text: string, keepEnds = false): string[] {
  const lines: string[] = [];
  let start = 0;
  for (const match of text.matchAll(lineEnd)) {
    lines.push(text.slice(start, keepEnds ? match.index + match[0].length : match.index));
    start = match.index + match[0].length;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}
