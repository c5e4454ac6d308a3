/**
 * Python's `textwrap.dedent`: removes the blanks that all lines begin with; lines of blanks alone become empty and do not
 * count. Tabs and blanks differ. Linear.
 */
export function dedent(text: string): string {
  const lines = text.split('\n').map(line => (isBlank(line) ? '' : line));
  let margin: string | undefined;
  for (const line of lines) if (line !== '') margin = commonStart(margin, indentOf(line));
  const size = margin?.length ?? 0;
  return lines.map(line => line.slice(size)).join('\n');
}

function isBlank(line: string): boolean {
  return indentOf(line).length === line.length;
}

function indentOf(line: string): string {
  let end = 0;
  while (line.charAt(end) === ' ' || line.charAt(end) === '\t') end++;
  return line.slice(0, end);
}

function commonStart(margin: string | undefined, indent: string): string {
  if (margin === undefined) return indent;
  let size = 0;
  while (size < margin.length && margin.charAt(size) === indent.charAt(size)) size++;
  return margin.slice(0, size);
}
