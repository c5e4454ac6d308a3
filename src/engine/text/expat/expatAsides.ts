import { ExpatError, invalidToken, unclosedToken } from './expatError.ts';
import { illegalIn, skipName, startsName } from './expatNames.ts';

/** The place behind `closer`. Throws where there is none. */
export function closeOf(text: string, at: number, skip: number, closer: string): number {
  const close = text.indexOf(closer, at + skip);
  const wrong = illegalIn(text, at, close < 0 ? text.length : close);
  if (wrong !== undefined) throw new ExpatError(invalidToken, wrong);
  if (close < 0) throw new ExpatError(unclosedToken, at);
  return close + closer.length;
}

/** The place behind the comment at `at`. Throws `ExpatError`. */
export function commentEnd(text: string, at: number): number {
  const end = closeOf(text, at, 4, '--');
  if (end >= text.length) throw new ExpatError(unclosedToken, at);
  if (text.charAt(end) !== '>') throw new ExpatError(invalidToken, end);
  return end + 1;
}

/**
 * The place behind the processing instruction at `at`. Throws `ExpatError`; `misplaced`: what expat says of an XML declaration
 * there, which is not the first thing.
 */
export function instructionEnd(
  text: string,
  at: number,
  misplaced = 'XML or text declaration not at start of entity',
): number {
  if (at + 2 >= text.length) throw new ExpatError(unclosedToken, at);
  if (!startsName(text, at + 2)) throw new ExpatError(invalidToken, at + 2);
  const end = skipName(text, at + 2);
  if (end >= text.length) throw new ExpatError(unclosedToken, at);
  if (!' \t\r\n?:'.includes(text.charAt(end))) throw new ExpatError(invalidToken, end);
  const name = text.slice(at + 2, end);
  if (name !== 'xml' && name.toLowerCase() === 'xml') throw new ExpatError(invalidToken, at + 2);
  const close = closeOf(text, at, 2, '?>');
  if (name === 'xml') throw new ExpatError(misplaced, at);
  return close;
}
