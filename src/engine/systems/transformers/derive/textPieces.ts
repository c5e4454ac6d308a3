/** A delimiter, a word, blanks, or a single sign. */
const piece = /<[^<>\s][^<>]{0,200}>|\[[^[\]\s]{1,60}\]|[\p{L}\p{N}_]+|\n|[^\S\n]+|[\s\S]/gu;

/** A text as delimiters, words, blanks and single signs: what two texts have in common is counted in these. */
export function piecesOf(text: string): readonly string[] {
  return text.match(piece) ?? [];
}

/** What two texts begin with, in whole pieces. */
export function commonStart(one: string, other: string): string {
  const [a, b] = [piecesOf(one), piecesOf(other)];
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return a.slice(0, i).join('');
}

/** What two texts end with, in whole pieces. */
export function commonEnd(one: string, other: string): string {
  const [a, b] = [piecesOf(one), piecesOf(other)];
  let i = 0;
  while (i < Math.min(a.length, b.length) && a.at(-1 - i) === b.at(-1 - i)) i++;
  return a.slice(a.length - i).join('');
}

/** The first delimiter of a text: its first piece that has letters, with the signs around it up to blanks. */
export function firstDelimiter(text: string): string {
  const [found = ''] = /^\S+/.exec(text.trimStart()) ?? [];
  const pieces = piecesOf(found);
  const isTag = /^[<[].*[>\]]$/s.test(pieces[0] ?? '') && pieces[0]!.length > 2;
  return isTag ? pieces[0]! : found;
}

/** Stands for any number in a delimiter. */
const anyNumber = '\uE000';
/** The id of a probe's call, which is any other one in an answer. */
const probeId = /callid(?:\d+|\uE000)/g;

/** A text in which no number differs from another. */
export function withAnyNumbers(text: string): string {
  return text.replace(/\d+/g, anyNumber);
}

/** A text as a pattern: blanks with a line feed in them match any blanks, and ids any ids. */
export function patternOf(text: string): string {
  return text
    .split(/(\s+)/u)
    .map(part => (/^\s/.test(part) && part.includes('\n') ? '\\s*' : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')))
    .join('')
    .replace(probeId, '[\\w-]+?')
    .replaceAll(anyNumber, '\\d+');
}

/** The anchor that matches one of these delimiters: as they are, or as a pattern where something in them is any. */
export function anchorOf(kind: 'open' | 'close', delimiters: readonly string[]): Readonly<Record<string, unknown>> {
  if (delimiters.length === 0) return {};
  if (delimiters.some(each => each.includes(anyNumber) || each.search(probeId) >= 0))
    return { [`${kind}_pattern`]: delimiters.map(patternOf).join('|') };
  return { [kind]: delimiters.length === 1 ? delimiters[0] : delimiters };
}

/** What closes a call where the next thing, a pattern, follows: that itself where it looks behind. */
export function closesBefore(next: string): string {
  return next.startsWith('(?<=') ? next : `\\s*(?=${next})`;
}

/** A text as a pattern that matches it as it is, but for blanks between two tags. */
export function literalOf(text: string): string {
  return text
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/>\s+</g, '>\\s*<')
    .replaceAll(anyNumber, '\\d+');
}

/** What a text begins with, blanks aside, up to the next blank. */
export function firstWord(text: string): string {
  return /^\S+/.exec(text.trim())?.[0] ?? '';
}
