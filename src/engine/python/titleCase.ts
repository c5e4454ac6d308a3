/** Letters of which the first alone is large in a title, by their place in Unicode: `ǅ` of `ǆ`. */
const digraphs: readonly (readonly [first: number, last: number, title: number])[] = [
  [0x1c4, 0x1c6, 0x1c5],
  [0x1c7, 0x1c9, 0x1c8],
  [0x1ca, 0x1cc, 0x1cb],
  [0x1f1, 0x1f3, 0x1f2],
  [0x1fb3, 0x1fb3, 0x1fbc],
  [0x1fbc, 0x1fbc, 0x1fbc],
  [0x1fc3, 0x1fc3, 0x1fcc],
  [0x1fcc, 0x1fcc, 0x1fcc],
  [0x1ff3, 0x1ff3, 0x1ffc],
  [0x1ffc, 0x1ffc, 0x1ffc],
];

/** One character as Python's `str.title` and `str.capitalize` begin a word with it. */
export function titleCase(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digraph = digraphs.find(([first, last]) => first <= code && code <= last);
  if (digraph) return String.fromCodePoint(digraph[2]);
  // Greek letters with an iota below have titles of their own.
  if (code >= 0x1f80 && code <= 0x1faf) return String.fromCodePoint(code | 8);
  // Georgian has large letters for whole words only.
  if (code >= 0x10d0 && code <= 0x10ff) return character;
  const upper = character.toUpperCase();
  if (upper.length > 1 && upper.endsWith('\u0399')) return `${upper.slice(0, -1)}\u0345`;
  const isLigature = code === 0xdf || code === 0x587 || (code >= 0xfb00 && code <= 0xfb17);
  return isLigature ? upper.charAt(0) + upper.slice(1).toLowerCase() : upper;
}
