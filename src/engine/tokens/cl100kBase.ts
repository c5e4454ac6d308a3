import { characterClass, letter, skip, whiteSpace } from './characterClass.ts';
import type { Encoding } from './encoding.ts';
import { contractionEnd, numberEnd, punctuationEnd, whiteSpaceEnd, wordPrefix } from './splitting.ts';

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
