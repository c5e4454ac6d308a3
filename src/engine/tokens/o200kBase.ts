import { caseless, characterClass, lower, mark, skip, upper } from './characterClass.ts';
import type { Encoding } from './encoding.ts';
import { contractionEnd, numberEnd, punctuationEnd, whiteSpaceEnd, wordPrefix } from './splitting.ts';

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
