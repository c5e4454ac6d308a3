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
