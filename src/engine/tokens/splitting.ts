import { characterClass, mark, newline, number, other, skip, whiteSpace } from './characterClass.ts';

/**
 * Parts that the split patterns of OpenAI's encodings share. They are written as scans and not as regular expressions,
 * because a backtracking engine overflows its stack on long runs; each scan passes over its characters once.
 * A result of -1 means no match.
 */

/** The kinds that `[^\r\n\p{L}\p{N}]` matches before a word. */
export const wordPrefix = mark | other | (whiteSpace & ~newline);

/** `(?i:'s|'t|'re|'ve|'m|'ll|'d)` at `start`; its end, or -1. Rust's simple case folding adds U+017F to the spellings of `s`. */
export function contractionEnd(text: string, start: number): number {
  if (text[start] !== "'") return -1;
  if (/[sſtmd]/i.test(text[start + 1] ?? '')) return start + 2;
  return /^(?:re|ve|ll)$/i.test(text.slice(start + 1, start + 3)) ? start + 3 : -1;
}

/** `\p{N}{1,3}` at `start`; its end, or -1. */
export function numberEnd(text: string, start: number): number {
  const end = skip(text, start, number, 3);
  return end > start ? end : -1;
}

/** ` ?[^\s\p{L}\p{N}]+` and then any of the characters of `trailing`, at `start`; its end, or -1. */
export function punctuationEnd(text: string, start: number, trailing: string): number {
  const from = text[start] === ' ' ? start + 1 : start;
  let end = skip(text, from, mark | other);
  if (end === from) return -1;
  while (end < text.length && trailing.includes(text[end]!)) end++;
  return end;
}

/**
 * `\s*[\r\n]+|\s+(?!\S)|\s+` at `start`, which is white space; its end: through the last line break of the run, or
 * else all of the run but the character that may join the word after it.
 */
export function whiteSpaceEnd(text: string, start: number): number {
  const end = skip(text, start, whiteSpace);
  for (let at = end; at > start; at--) {
    if (characterClass(text.charCodeAt(at - 1)) === newline) return at;
  }
  return end === text.length || end - start === 1 ? end : end - 1;
}
