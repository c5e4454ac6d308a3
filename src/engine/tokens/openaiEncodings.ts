import type { Encoding } from './encoding.ts';
import {
  caseless,
  characterClass,
  contractionEnd,
  letter,
  lower,
  mark,
  number,
  numberEnd,
  other,
  punctuationEnd,
  skip,
  upper,
  whiteSpace,
  whiteSpaceEnd,
  wordPrefix,
} from './splitting.ts';

const head = upper | caseless | mark;
const tail = lower | caseless | mark;

/**
 * OpenAI's `o200k_base` (gpt-4o and later). The split pattern is tiktoken's:
 *
 *     [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
 *     |[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
 *     |\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
 */
export const o200kBase: Encoding = {
  name: 'o200k_base',
  pieceEnd(text, start) {
    const word = wordEnd(text, start);
    if (word >= 0) {
      const contraction = contractionEnd(text, word);
      return contraction >= 0 ? contraction : word;
    }
    const number = numberEnd(text, start);
    if (number >= 0) return number;
    const punctuation = punctuationEnd(text, start, '\r\n/');
    return punctuation >= 0 ? punctuation : whiteSpaceEnd(text, start);
  },
};

/** The two word alternatives without their contraction; the end, or -1. */
function wordEnd(text: string, start: number): number {
  const first = text.codePointAt(start)!;
  const firstClass = characterClass(first);
  if ((firstClass & (head | tail | wordPrefix)) === 0) return -1;
  const from = (firstClass & wordPrefix) === 0 ? start : start + (first > 0xffff ? 2 : 1);
  let at = from;
  // The end of the last character of the head that can be a tail as well: the head gives back what follows it.
  let lastTail = -1;
  while (at < text.length) {
    const codePoint = text.codePointAt(at)!;
    const kind = characterClass(codePoint);
    if (kind === lower) return skip(text, at, tail);
    if ((kind & head) === 0) break;
    at += codePoint > 0xffff ? 2 : 1;
    if ((kind & tail) !== 0) lastTail = at;
  }
  if (lastTail >= 0) return lastTail;
  // A mark taken for the prefix is a word by itself when the first alternative finds no tail after it.
  if (firstClass === mark) return from;
  return at > from ? at : -1;
}

/**
 * OpenAI's `cl100k_base` (gpt-4, gpt-3.5-turbo). The split pattern is tiktoken's; `\s++$` makes white space at the end
 * of the text one piece, line breaks or not:
 *
 *     '(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+
 *     |\s++$|\s*[\r\n]|\s+(?!\S)|\s
 */
export const cl100kBase: Encoding = {
  name: 'cl100k_base',
  pieceEnd(text, start) {
    const contraction = contractionEnd(text, start);
    if (contraction >= 0) return contraction;
    const first = text.codePointAt(start)!;
    const from = (characterClass(first) & wordPrefix) === 0 ? start : start + (first > 0xffff ? 2 : 1);
    const word = skip(text, from, letter);
    if (word > from) return word;
    const number = numberEnd(text, start);
    if (number >= 0) return number;
    const punctuation = punctuationEnd(text, start, '\r\n');
    if (punctuation >= 0) return punctuation;
    return skip(text, start, whiteSpace) === text.length ? text.length : whiteSpaceEnd(text, start);
  },
};

/**
 * The split pattern of OpenAI's older encodings, as tiktoken has it:
 *
 *     '(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s
 */
function pieceEnd(text: string, start: number): number {
  const contraction = /^'(?:[sdmt]|ll|ve|re)/.exec(text.slice(start, start + 3));
  if (contraction) return start + contraction[0].length;
  const from = text[start] === ' ' ? start + 1 : start;
  for (const kinds of [letter, number, mark | other]) {
    const end = skip(text, from, kinds);
    if (end > from) return end;
  }
  const end = skip(text, start, whiteSpace);
  return end === text.length || end - start === 1 ? end : end - 1;
}

/** OpenAI's `r50k_base`, the encoding of GPT-2 and GPT-3. */
export const r50kBase: Encoding = { name: 'r50k_base', pieceEnd };

/** OpenAI's `p50k_base` (text-davinci-003, code models): `r50k_base` and tokens for runs of blanks. */
export const p50kBase: Encoding = { name: 'p50k_base', pieceEnd };
