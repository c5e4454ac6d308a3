import { apostropheCode, backslash, backtick, quote } from './characters.ts';
import type { Cause } from './costs.ts';

/** A way to quote strings: how it opens and closes, and what is wrong with it. */
export interface QuoteKind {
  /** The fault, unless these are JSON's own quotes. */
  readonly cause?: Cause;
  /** How long the opening quote is. */
  readonly width: number;
  /** The length of the closing quote at `position`, or 0. */
  closes(text: string, position: number): number;
  /** Whether one level of escapes has to be taken away inside. */
  readonly isEscaped?: true;
  /** Whether signs inside are written as HTML's entities. */
  readonly isEntity?: true;
  /** Whether a backslash inside is only that. */
  readonly isRaw?: true;
}

/** Any of three characters, which may be the same; asked of every character of a string, so without a search. */
const one = (marks: string) => {
  const [first, second, third] = [0, 1, 2].map(i => marks.charCodeAt(Math.min(i, marks.length - 1)));
  return (text: string, position: number) => {
    const code = text.charCodeAt(position);
    return code === first || code === second || code === third ? 1 : 0;
  };
};
const oneOrPlain = (marks: string) => {
  const isOne = one(marks);
  return (text: string, position: number) => (text.charCodeAt(position) === quote ? 1 : isOne(text, position));
};
const exactly = (mark: string) => (text: string, position: number) =>
  text.charCodeAt(position) === mark.charCodeAt(0) && text.startsWith(mark, position) ? mark.length : 0;

/** JSON's own quotes. */
export const plainQuotes: QuoteKind = {
  width: 1,
  closes: (text, position) => (text.charCodeAt(position) === quote ? 1 : 0),
};
/** Python's other quotes, which JSON does not know. */
export const singleQuotes: QuoteKind = {
  cause: 'single-quotes',
  width: 1,
  closes: (text, position) => (text.charCodeAt(position) === apostropheCode ? 1 : 0),
};
const smartQuotes: QuoteKind = { cause: 'smart-quotes', width: 1, closes: oneOrPlain('”“‟') };
const lowQuotes: QuoteKind = { cause: 'smart-quotes', width: 1, closes: oneOrPlain('“”') };
const angleQuotes: QuoteKind = { cause: 'smart-quotes', width: 1, closes: one('»') };
const smartSingleQuotes: QuoteKind = { cause: 'smart-quotes', width: 1, closes: one('’‘') };
const cornerQuotes: QuoteKind = { cause: 'smart-quotes', width: 1, closes: one('」') };
const doubleCornerQuotes: QuoteKind = { cause: 'smart-quotes', width: 1, closes: one('』') };
const wideQuotes: QuoteKind = { cause: 'smart-quotes', width: 1, closes: one('＂〞〟') };
const wideSingleQuotes: QuoteKind = { cause: 'smart-quotes', width: 1, closes: one('＇') };
const acuteQuotes: QuoteKind = { cause: 'smart-quotes', width: 1, closes: one('´') };
const backtickQuotes: QuoteKind = { cause: 'backtick-quotes', width: 1, closes: one('`´') };
const tripleQuotes: QuoteKind = { cause: 'triple-quotes', width: 3, closes: exactly('"""') };
const tripleSingleQuotes: QuoteKind = { cause: 'triple-quotes', width: 3, closes: exactly("'''") };
/** The quotes of JSON that is itself the content of a JSON string. */
const escapedQuotes: QuoteKind = {
  cause: 'escaped-quotes',
  width: 2,
  closes: exactly('\\"'),
  isEscaped: true,
};

/** Quotes as HTML writes them. */
const entityQuotes: QuoteKind = {
  cause: 'html-entities',
  width: 6,
  closes: exactly('&quot;'),
  isEntity: true,
};

/** A string of Python's with an `r` before its quote: it has no escapes. */
export function rawQuotes({ width, closes }: QuoteKind): QuoteKind {
  return { cause: 'python-literal', width, closes, isRaw: true };
}

/** Whether the character at `position`, of this code, stands there three times. */
function isTripled(text: string, position: number, code: number): boolean {
  return text.charCodeAt(position + 1) === code && text.charCodeAt(position + 2) === code;
}

/** How the string that begins at `position` is quoted; `undefined` where no string begins. */
export function quoteKindAt(text: string, position: number): QuoteKind | undefined {
  switch (text.charCodeAt(position)) {
    case quote:
      return isTripled(text, position, quote) ? tripleQuotes : plainQuotes;
    case apostropheCode:
      return isTripled(text, position, apostropheCode) ? tripleSingleQuotes : singleQuotes;
    case backtick:
      return isTripled(text, position, backtick) ? undefined : backtickQuotes;
    case backslash:
      return text.charCodeAt(position + 1) === quote ? escapedQuotes : undefined;
    case 0x26:
      return text.startsWith('&quot;', position) ? entityQuotes : undefined;
    case 0x300c:
      return cornerQuotes;
    case 0x300e:
      return doubleCornerQuotes;
    case 0xff02:
    case 0x301d:
      return wideQuotes;
    case 0xff07:
      return wideSingleQuotes;
    case 0x201c:
    case 0x201d:
    case 0x201f:
      return smartQuotes;
    case 0x201e:
      return lowQuotes;
    case 0xab:
      return angleQuotes;
    case 0x2018:
    case 0x2019:
      return smartSingleQuotes;
    case 0xb4:
      return acuteQuotes;
    default:
      return undefined;
  }
}
