/** True where a high surrogate and a low one stand together at `index`: one character for Python, two units for JavaScript. */
function isPairAt(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
}

/** Python's `len(text[start:end])`: how many code points the UTF-16 range holds. Linear. */
export function codePointLength(text: string, start = 0, end = text.length): number {
  let pairs = 0;
  for (let i = start; i + 1 < end; i++) if (isPairAt(text, i)) pairs++;
  return end - start - pairs;
}

/**
 * The place that `json` adds to its messages: `: line 1 column 5 (char 4)`, in code points, for the UTF-16 `offset` in
 * the text that begins at `start`. Only a line feed begins a line.
 */
export function jsonPosition(text: string, start: number, offset: number): string {
  let line = 1;
  let lineStart = start;
  // Never looks past the offset: a response may hold half a million values that are not JSON.
  for (let i = start; i < offset; i++) {
    if (text.charCodeAt(i) !== 0x0a) continue;
    line++;
    lineStart = i + 1;
  }
  const column = codePointLength(text, lineStart, offset) + 1;
  return `: line ${line} column ${column} (char ${codePointLength(text, start, offset)})`;
}

/** Python's `text[:count]`: the first code points. */
export function firstCodePoints(text: string, count: number): string {
  let end = 0;
  for (let i = 0; i < count && end < text.length; i++) end += isPairAt(text, end) ? 2 : 1;
  return text.slice(0, end);
}

/** Orders two texts by code points, as Python does: negative, zero or positive. */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  let i = 0;
  // Ends at the end of one at the latest: what is behind it equals nothing.
  while (a.charCodeAt(i) === b.charCodeAt(i)) i++;
  if (i === a.length || i === b.length) return a.length - b.length;
  const isLow = (text: string) => (text.charCodeAt(i) & 0xfc00) === 0xdc00;
  if (i > 0 && (isLow(a) || isLow(b))) i--;
  return (a.codePointAt(i) ?? 0) - (b.codePointAt(i) ?? 0);
}

/** The UTF-8 bytes of a text. */
export function utf8Bytes(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return bytes;
}
