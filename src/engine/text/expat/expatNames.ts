import { ExpatError, invalidToken, unclosedToken } from './expatError.ts';

const startClass =
  'A-Za-z_\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd';
const nameStart = new RegExp(`[${startClass}]`);
const nameRest = new RegExp(`[${startClass}0-9.\\u00b7\\u0300-\\u036f\\u203f\\u2040-]*`, 'y');

/** Whether a name of XML, colons apart, can begin with the character at `at`. */
export function startsName(text: string, at: number): boolean {
  return nameStart.test(text.charAt(at));
}

/** The end of the characters of a name, colons apart, that stand at `at`. */
export function skipName(text: string, at: number): number {
  nameRest.lastIndex = at;
  nameRest.test(text);
  return nameRest.lastIndex;
}

/** The end of the white space at `at`. */
export function skipBlanks(text: string, at: number): number {
  let i = at;
  while (i < text.length && ' \t\r\n'.includes(text.charAt(i))) i++;
  return i;
}

const illegal = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

/** The first place in `[from, to)` with a character that XML does not allow. */
export function illegalIn(text: string, from: number, to: number): number | undefined {
  // Not a search from `from` on: that would read the whole rest of the text for each of its parts.
  const found = text.slice(from, to).search(illegal);
  return found < 0 ? undefined : from + found;
}

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
