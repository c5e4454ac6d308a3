import { createScanner } from 'jsonc-parser';
import { readJson, tokens } from '../json/jsonSource.ts';

/** The longest text that is closed, in UTF-16 units: it is read again for each way of closing it. */
const maxLength = 250_000;

/** How many open brackets are closed: a key in the value that a sample expects is in seven. */
const maxClosed = 8;

/** jsonc-parser's `ScanError.UnexpectedEndOfString`. */
const openString = 2;

/**
 * A text that is not JSON only because something is being typed at an offset, as JSON: an open string and the brackets
 * around it closed, a value in the place of what is missing or is a bare word. Up to the offset every place stays where
 * it is. The text itself where that does not make it JSON. Linear.
 */
export function closeTyping(text: string, offset: number): string {
  if (text.length > maxLength || readJson(text).problems.length === 0) return text;
  const { before, at, missing, open } = typingState(text, offset);
  const closers = open.slice(-maxClosed).reverse();
  for (let count = 0; count <= closers.length; count++) {
    for (const comma of ['', ',']) {
      const closed = `${before}${missing}${closers.slice(0, count).join('')}${comma}${text.slice(at)}`;
      if (readJson(closed).problems.length === 0) return closed;
    }
  }
  return text;
}

interface TypingState {
  /** The text up to where something is missing. */
  readonly before: string;
  /** Where the text goes on. */
  readonly at: number;
  readonly missing: string;
  /** What closes the brackets that are open there, the outermost first. */
  readonly open: readonly string[];
}

function typingState(text: string, offset: number): TypingState {
  const open: string[] = [];
  const scanner = createScanner(text, true);
  let previous: number = tokens.end;
  for (;;) {
    const token: number = scanner.scan();
    const start = scanner.getTokenOffset();
    const end = start + scanner.getTokenLength();
    if (token === tokens.end || start >= offset) break;
    const isKey = open.at(-1) === '}' && previous !== tokens.colon;
    if (token === tokens.string && offset <= end) {
      const isOpen = (scanner.getTokenError() as number) === openString;
      // A closed string ends before what is missing; an open one is closed where it is typed.
      if (!isOpen && offset === end) break;
      const at = isOpen ? offset : end;
      const hasValue = (scanner.scan() as number) === tokens.colon;
      const missing = `${isOpen ? '"' : ''}${isKey && !hasValue ? ': 0' : ''}`;
      return { before: text.slice(0, at), at, missing, open };
    }
    // A bare word becomes a number or a name that is as long.
    if (token === tokens.unknown && offset <= end) {
      const length = offset - start;
      const word = isKey && length > 1 ? `"${'1'.repeat(length - 2)}"` : '1'.repeat(length);
      return { before: text.slice(0, start) + word, at: offset, missing: isKey ? ': 0' : '', open };
    }
    if (token === tokens.openBrace) open.push('}');
    else if (token === tokens.openBracket) open.push(']');
    else if (token === tokens.closeBrace || token === tokens.closeBracket) open.pop();
    previous = token;
  }
  const lacksValue = previous === tokens.colon;
  return { before: text.slice(0, offset), at: offset, missing: lacksValue ? '0' : '', open };
}
