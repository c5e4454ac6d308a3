import type { LookaheadText } from './lookaheadText.ts';
import type { ReadContext } from './readContext.ts';

/** How a string begins. */
export interface StringStart {
  /** Where its content begins. */
  readonly index: number;
  /** The quote it opens with, and the one that closes it; both `"` where there is none. */
  readonly open: string;
  readonly close: string;
  readonly isBare: boolean;
  /** Opened by two quotes, so that two close it. */
  readonly isDoubled: boolean;
}

/** The content of a string while it is read: pieces, as its last unit is asked for at every step. */
export class StringBuffer {
  private readonly pieces: string[] = [];
  /** How many `{` are still open in the content. */
  openBraces = 0;

  get isEmpty(): boolean {
    return this.pieces.length === 0;
  }

  /** The last UTF-16 unit; `''` where there is none. */
  get last(): string {
    return this.pieces.at(-1)?.at(-1) ?? '';
  }

  append(piece: string): void {
    if (piece === '') return;
    this.pieces.push(piece);
    for (const unit of piece)
      if (unit === '{') this.openBraces++;
      else if (unit === '}' && this.openBraces > 0) this.openBraces--;
  }

  /** Puts `piece` in the place of the backslash at the end, which was taken in alone. */
  replaceBackslash(piece: string): void {
    this.pieces.pop();
    this.append(piece);
  }

  toString(): string {
    return this.pieces.join('');
  }
}

/** A string that is being read, as far as the meaning of a quote or brace in it depends on it. */
export interface OpenString {
  readonly text: LookaheadText;
  readonly context: ReadContext;
  readonly start: StringStart;
  readonly content: StringBuffer;
  /** Where reading stands, in UTF-16 units. */
  index: number;
  /** Set when a quote was taken for an opening one inside the text: the next is its counterpart. */
  expectsCounterpart: boolean;
  /** Set when the next bracket may begin a stretch that belongs to the text. */
  containerComes: boolean;
  /** Takes the unit at the index into the content. */
  keep(): void;
  /** Whether the string stands where a value does. */
  isValue(): boolean;
  /** Whether a quote is followed by the object's next member. */
  isMemberAfterQuote(quote: number): boolean;
}
