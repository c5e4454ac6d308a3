import type { ScalarNode } from './lenientNode.ts';
import type { LookaheadText } from './lookaheadText.ts';
import { isOneOf, quotes } from './membersAhead.ts';
import type { Context, ReadContext } from './readContext.ts';

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
  /** Set when a quote inside the text counts as an opening one: the next is its counterpart. */
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

/** What a second quote means, and where reading goes on. */
interface SecondQuote {
  /** `empty`: the string ends here; `doubled`: it is opened by two quotes; `text`: it goes on. */
  readonly meaning: 'empty' | 'doubled' | 'text';
  /** Behind the quote, but where that is part of the content or belongs to what follows. */
  readonly next: number;
}

/** Tells what a second quote means at `index`, right behind the first. */
export function secondQuote(
  text: LookaheadText,
  index: number,
  open: string,
  close: string,
  current: Context | undefined,
): SecondQuote {
  const behind = index + 1;
  const unit = text.at(behind);
  const ends = current === 'key' ? ':' : current === 'value' ? ',}' : current === 'array' ? ',]' : '';
  if (isOneOf(unit, ends)) return { meaning: 'empty', next: behind };
  if (unit === open) return { meaning: 'empty', next: index };
  if (text.at(text.find(close, behind) + 1) === close) return { meaning: 'doubled', next: behind };
  const following = text.at(text.skipSpace(behind));
  if (isOneOf(following, `${quotes}{[`)) return { meaning: 'empty', next: behind };
  return { meaning: 'text', next: isOneOf(following, ',]}') ? index : behind };
}

/** The string at `start`, where it has double quotes, no escapes and no line breaks, and what has to follow it does. */
export function simpleString(text: LookaheadText, start: number, current: Context | undefined): ScalarNode | undefined {
  if (text.at(start) !== '"') return undefined;
  const end = text.text.indexOf('"', start + 1);
  if (end === -1) return undefined;
  const value = text.text.slice(start + 1, end);
  if (/[\\\n\r]/.test(value)) return undefined;
  const next = text.at(text.skipSpace(end + 1));
  const isFollowed =
    current === 'key' ? next === ':' : next === '' || isOneOf(next, current === 'value' ? ',}' : current ? ',]' : '');
  return isFollowed ? { kind: 'scalar', start, end: end + 1, value } : undefined;
}
