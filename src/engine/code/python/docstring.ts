import { isBlockText } from './literals.ts';

/**
 * Python's `inspect.cleandoc(text)`: the margin of the lines after the first is taken away, and so are empty lines at both
 * ends. Tabs become blanks to the next multiple of eight.
 */
export function cleanDoc(text: string): string {
  const lines = expandTabs(text).split('\n');
  let margin = Number.POSITIVE_INFINITY;
  for (const line of lines.slice(1)) {
    const content = line.trimStart().length;
    if (content > 0) margin = Math.min(margin, line.length - content);
  }
  const [first = '', ...rest] = lines;
  const cleaned = [first.trimStart(), ...rest.map(line => (Number.isFinite(margin) ? line.slice(margin) : line))];
  let start = 0;
  let end = cleaned.length;
  while (end > start && cleaned[end - 1] === '') end--;
  while (start < end && cleaned[start] === '') start++;
  return cleaned.slice(start, end).join('\n');
}

function expandTabs(text: string): string {
  if (!text.includes('\t')) return text;
  const pieces: string[] = [];
  let column = 0;
  for (const character of text) {
    const size = character === '\t' ? 8 - (column % 8) : 1;
    pieces.push(character === '\t' ? ' '.repeat(size) : character);
    column = character === '\n' || character === '\r' ? 0 : column + size;
  }
  return pieces.join('');
}

/** The lines of a docstring in a class's body, `undefined` for a text that Python would not give back as it is. */
export function docstringLines(text: string): string | undefined {
  if (text === '' || !isBlockText(text)) return undefined;
  const lines = text.split('\n');
  if (lines.some(line => line.trimEnd() !== line)) return undefined;
  const written = text
    .replaceAll('\\', '\\\\')
    .split('\n')
    .map(line => (line === '' ? '' : `    ${line}`))
    .join('\n');
  // The first line has no margin, unless it stands below the quotes.
  const single = lines.length === 1 && !text.endsWith('"') ? '' : '\n    ';
  const ways = [written.slice(4) + single, `\n${written}\n    `];
  const way = ways.find(each => cleanDoc(each.replaceAll('\\\\', '\\')) === text);
  return way === undefined ? undefined : `"""${way}"""`;
}

/** The title that Pydantic gives a field: Python's `name.title()` with blanks for underscores. */
export function fieldTitle(name: string): string {
  let wasCased = false;
  let title = '';
  for (const character of name) {
    const upper = character.toUpperCase();
    const [first = '', ...rest] = upper;
    title += wasCased ? character.toLowerCase() : first + rest.join('').toLowerCase();
    wasCased = /\p{Cased}/u.test(character);
  }
  return title.replaceAll('_', ' ').trim();
}
