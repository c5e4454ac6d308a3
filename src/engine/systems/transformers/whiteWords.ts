import { isWhite, skipWhite } from '../../python/index.ts';

/** Python's `text.split()`: the words between white space. Linear. */
export function whiteWords(text: string): readonly string[] {
  const words: string[] = [];
  for (let start = skipWhite(text, 0); start < text.length; ) {
    let end = start;
    while (end < text.length && !isWhite(text.charCodeAt(end))) end++;
    words.push(text.slice(start, end));
    start = skipWhite(text, end);
  }
  return words;
}
