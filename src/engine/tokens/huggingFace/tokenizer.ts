import type { TextPieces } from '../counting.ts';
import type { TokenSpan } from '../encoding.ts';

/** Counts the tokens of texts, at once or as a promise, which rejects with `EngineError`. A lone surrogate counts as U+FFFD. */
export interface TextCounter {
  /** The number of tokens of a text, special tokens found in it, none added. */
  count(text: string): number | Promise<number>;
  /** The same where text that spells a special token is text like any other. */
  countPlain(text: string): number | Promise<number>;
  /** The tokens of a text one by one, as `countPlain` counts them. */
  spans?(text: string): TokenSpan[];
}

/** Cuts text into the tokens of a model, at once. */
export interface Tokenizer extends TextCounter {
  /** The number of tokens of a text, special tokens found in it, none added. */
  count(text: string): number;
  /** The same where text that spells a special token is text like any other. */
  countPlain(text: string): number;
  /** The tokens of a text one by one, as `countPlain` counts them. */
  spans?(text: string): TokenSpan[];
  /** What `count` adds up; absent where it cannot be taken apart. */
  readonly pieces?: TextPieces;
}
