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
