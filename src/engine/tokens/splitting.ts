/**
 * The kinds of characters that the split patterns of byte-level tokenizers tell apart. Every code point is of exactly
 * one kind; the numbers are bits, so that a set of kinds is a mask.
 */
/** Lu, Lt: upper and title case letters. */
export const upper = 1;
/** Ll: lower case letters. */
export const lower = 2;
/** Lm, Lo: letters without case. */
export const caseless = 4;
/** M: combining marks. */
export const mark = 8;
/** N: numbers. */
export const number = 16;
/** CR and LF. */
export const newline = 32;
/** The rest of White_Space, which is what `\s` means to Rust: with U+0085, without U+FEFF. */
const space = 64;
/** P and S: punctuation and symbols; a lone surrogate is read as U+FFFD and belongs here. */
export const symbol = 128;
/** Everything else: control and format characters, private use, unassigned. */
const unclassified = 256;

/** `\p{L}`. */
export const letter = upper | lower | caseless;
/** `\s`. */
export const whiteSpace = newline | space;
/** Neither letter nor mark, number or white space. */
export const other = symbol | unclassified;

const pages: (Uint16Array | undefined)[] = [];

/** The kind of a code point, by the Unicode version of the JavaScript engine. Computed for 256 neighbours at a time, when first asked. */
export function characterClass(codePoint: number): number {
  pages[codePoint >> 8] ??= readPage(codePoint >> 8);
  return pages[codePoint >> 8]![codePoint & 255]!;
}

function readPage(page: number): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, index) => classify(String.fromCodePoint(page * 256 + index)));
}

function classify(character: string): number {
  if (/\p{L}/u.test(character)) {
    if (/\p{Ll}/u.test(character)) return lower;
    return /[\p{Lm}\p{Lo}]/u.test(character) ? caseless : upper;
  }
  if (/\p{M}/u.test(character)) return mark;
  if (/\p{N}/u.test(character)) return number;
  if (/\p{White_Space}/u.test(character)) return /[\r\n]/.test(character) ? newline : space;
  return /[\p{P}\p{S}\p{Cs}]/u.test(character) ? symbol : unclassified;
}

/** Where the characters of the kinds in `mask` end that begin at `start`, at most `limit` of them. */
export function skip(text: string, start: number, mask: number, limit = Number.POSITIVE_INFINITY): number {
  let at = start;
  for (let count = 0; count < limit && at < text.length; count++) {
    const codePoint = text.codePointAt(at)!;
    if ((characterClass(codePoint) & mask) === 0) break;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return at;
}

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
