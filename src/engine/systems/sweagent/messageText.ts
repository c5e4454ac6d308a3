import { ResponseError } from '../../core/errors.ts';
import type { Span } from '../../core/span.ts';
import type { ResponseInput } from '../../parsers/parser.ts';

/** The response's text, for parse functions that fail without one. */
export function messageText({ text }: ResponseInput): string {
  if (text !== null) return text;
  throw new ResponseError('TypeError', 'The message has no text, which this parse function needs.');
}

/** Where a thought stands that is the text around an action: before it, or after it where nothing but blanks is before. */
export function thoughtSpan(text: string, action: Span): Span {
  const before = { start: 0, end: action.start };
  return text.slice(0, action.start).trim() === '' && text.slice(action.end).trim() !== ''
    ? { start: action.end, end: text.length }
    : before;
}

/** The whole of a text. */
export function wholeSpan(text: string | null): Span {
  return { start: 0, end: text?.length ?? 0 };
}
