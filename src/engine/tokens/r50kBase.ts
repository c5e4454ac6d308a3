import { letter, mark, number, other, skip, whiteSpace } from './characterClass.ts';
import type { Encoding } from './encoding.ts';

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
