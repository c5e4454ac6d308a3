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
