import {
  characterClass,
  contractionEnd,
  letter,
  mark,
  newline,
  number,
  punctuationEnd,
  skip,
  symbol,
  whiteSpace,
  whiteSpaceEnd,
  wordPrefix,
} from '../splitting.ts';

/** The end of the piece that begins at `start`, as in `Encoding`. */
export type PieceEnd = (text: string, start: number) => number;

/** The split patterns of Qwen and Llama 3, which differ in how many digits are a piece. */
function words(digits: number): PieceEnd {
  return (text, start) => {
    const contraction = contractionEnd(text, start);
    if (contraction >= 0) return contraction;
    const first = text.codePointAt(start)!;
    const kind = characterClass(first);
    const word = skip(text, (kind & wordPrefix) === 0 ? start : start + width(first), letter);
    if (word > start + ((kind & wordPrefix) === 0 ? 0 : width(first))) return word;
    if (kind === number) return skip(text, start, number, digits);
    const punctuation = punctuationEnd(text, start, '\r\n');
    return punctuation >= 0 ? punctuation : whiteSpaceEnd(text, start);
  };
}

/**
 * DeepSeek V3's three patterns: first numbers, then runs of Chinese characters and kana, then, inside what is between
 * those, words, punctuation and white space. A run of characters that none of them matches is a piece as well.
 */
function deepSeekPieceEnd(text: string, start: number): number {
  if (isNumber(text, start)) return skip(text, start, number, 3);
  const match = deepSeekMatch(text, start);
  if (match >= 0) return match;
  const eastAsian = isEastAsian(text, start);
  let end = start + width(text.codePointAt(start)!);
  while (end < text.length && isEastAsian(text, end) === eastAsian && !isNumber(text, end)) {
    if (deepSeekMatch(text, end) >= 0) break;
    end += width(text.codePointAt(end)!);
  }
  return end;
}

/**
 *     [!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+
 *     | ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
 *
 * at `start`, which is not a number, in a text that ends where the run of `start` does; its end, or -1.
 */
function deepSeekMatch(text: string, start: number): number {
  const first = text.codePointAt(start)!;
  const kind = characterClass(first);
  if (kind === symbol && first < 0x80) {
    const end = asciiLettersEnd(text, start + 1);
    if (end > start + 1) return end;
  }
  const eastAsian = isEastAsian(text, start);
  const from = (kind & (letter | symbol | newline)) === 0 ? start + width(first) : start;
  const word = skipRun(text, from, letter | mark, eastAsian);
  if (word > from) return word;
  if (kind === mark) return from;
  const symbols = first === 0x20 ? start + 1 : start;
  const end = skipRun(text, symbols, symbol, eastAsian);
  if (end > symbols) return eastAsian ? end : skip(text, end, newline);
  if ((kind & whiteSpace) === 0) return -1;
  const blank = skip(text, start, whiteSpace);
  const isEnd = blank < text.length && (isNumber(text, blank) || isEastAsian(text, blank));
  return isEnd ? start + whiteSpaceEnd(text.slice(start, blank), 0) : whiteSpaceEnd(text, start);
}

/** `skip` inside a run of Chinese characters and kana, or between such runs. */
function skipRun(text: string, start: number, mask: number, eastAsian: boolean): number {
  let at = start;
  while (at < text.length && isEastAsian(text, at) === eastAsian) {
    const codePoint = text.codePointAt(at)!;
    if ((characterClass(codePoint) & mask) === 0) break;
    at += width(codePoint);
  }
  return at;
}

function isNumber(text: string, at: number): boolean {
  return characterClass(text.codePointAt(at)!) === number;
}

/** `[一-龥぀-ゟ゠-ヿ]` */
function isEastAsian(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 0x4e00 && code <= 0x9fa5) || (code >= 0x3040 && code <= 0x30ff);
}

function asciiLettersEnd(text: string, start: number): number {
  let end = start;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end) | 0x20;
    if (code < 0x61 || code > 0x7a) break;
  }
  return end;
}

function width(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1;
}

const wordPattern = (digits: string): string =>
  `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}${digits}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`;

/** The patterns of `Split` pre-tokenizers that are known, one a line. */
const pieceEnds: ReadonlyMap<string, PieceEnd> = new Map([
  [wordPattern(''), words(1)],
  [wordPattern('{1,3}'), words(3)],
  [
    [
      '\\p{N}{1,3}',
      '[一-龥぀-ゟ゠-ヿ]+',
      '[!"#$%&\'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+|\\s+(?!\\S)|\\s+',
    ].join('\0'),
    deepSeekPieceEnd,
  ],
]);

/** How a `pre_tokenizer` of patterns and bytes cuts text; `undefined`: it is not one of those that are known. */
export function pieceEndOf(preTokenizer: unknown): PieceEnd | undefined {
  const steps = (preTokenizer as { pretokenizers?: readonly Step[] } | null)?.pretokenizers;
  if (!Array.isArray(steps)) return undefined;
  const bytes = steps.at(-1) as Step | undefined;
  const splits = steps.slice(0, -1) as Step[];
  if (bytes?.type !== 'ByteLevel' || bytes.add_prefix_space || bytes.use_regex !== false) return undefined;
  if (splits.some(({ type, behavior, invert }) => type !== 'Split' || behavior !== 'Isolated' || invert))
    return undefined;
  return pieceEnds.get(splits.map(({ pattern }) => pattern?.Regex).join('\0'));
}

interface Step {
  readonly type?: string;
  readonly behavior?: string;
  readonly invert?: boolean;
  readonly pattern?: { readonly Regex?: string };
  readonly add_prefix_space?: boolean;
  readonly use_regex?: boolean;
}
