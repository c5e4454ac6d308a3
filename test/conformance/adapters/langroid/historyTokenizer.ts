import { codePointLength } from '../../../../src/engine/python/codePoints.ts';
import { isWhite } from '../../../../src/engine/python/whitespace.ts';

/**
 * How text is counted and cut. Langroid counts words where `parsing.splitter` is `markdown`, its default, and else tokens of
 * a model; it always cuts tokens. Without `truncate` a token is four characters, as in Langroid without a parser, and
 * without `count` it is so where tokens are counted.
 */
export interface HistoryTokenizer {
  count?(text: string): number;
  truncate?(text: string, tokens: number): string;
  /** `parsing.splitter`; absent: `markdown`. */
  readonly splitter?: string;
}

const charactersPerToken = 4;
const markdown = 'markdown';

/** `parser.num_tokens(text)`. Linear. */
export function countText(text: string, { count, splitter = markdown }: HistoryTokenizer): number {
  if (count) return count(text);
  return splitter === markdown ? countWords(text) : Math.ceil(codePointLength(text) / charactersPerToken);
}

/** `parser.truncate_tokens(text, tokens)`. */
export function cutText(text: string, tokens: number, { truncate }: HistoryTokenizer): string {
  return truncate?.(text, tokens) ?? codePoints(text, tokens * charactersPerToken);
}

function countWords(text: string): number {
  let words = 0;
  let isInWord = false;
  for (let i = 0; i < text.length; i++) {
    const isWord = !isWhite(text.charCodeAt(i));
    if (isWord && !isInWord) words++;
    isInWord = isWord;
  }
  return words;
}

function codePoints(text: string, size: number): string {
  if (codePointLength(text) <= size) return text;
  let end = 0;
  for (let i = 0; i < size; i++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}
