/** Why expat gave up, in its words, and where: a UTF-16 offset. */
export class ExpatError extends Error {
  readonly at: number;
  constructor(reason: string, at: number) {
    super(reason);
    this.at = at;
  }
}

/** expat's words for a token that is not one. */
export const invalidToken = 'not well-formed (invalid token)';
/** expat's words for a token that the text ends in. */
export const unclosedToken = 'unclosed token';

/** `str(e)` of ElementTree's `ParseError`: lines from 1, columns from 0 in code points. */
export function expatMessage(text: string, error: ExpatError): string {
  const before = text.slice(0, error.at).replace(/\r\n?/g, '\n');
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length;
  return `${error.message}: line ${before.split('\n').length}, column ${column}`;
}

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

/** A start tag as it is written: its attributes with the places of their names and values. */
interface StartTag {
  readonly name: string;
  readonly attributes: readonly {
    readonly name: string;
    readonly at: number;
    readonly from: number;
    readonly to: number;
  }[];
  readonly isEmpty: boolean;
  readonly end: number;
}

/** Reads the start tag at `at`. Throws `ExpatError`. */
export function readStartTag(text: string, at: number): StartTag {
  const attributes: StartTag['attributes'][number][] = [];
  let pos = nameEnd(text, at + 1, at);
  const name = text.slice(at + 1, pos);
  const need = (): string => {
    if (pos >= text.length) throw new ExpatError(unclosedToken, at);
    return text.charAt(pos);
  };
  for (;;) {
    const before = pos;
    pos = skipBlanks(text, pos);
    const character = need();
    if (character === '>') return { name, attributes, isEmpty: false, end: pos + 1 };
    if (character === '/') {
      pos++;
      if (need() !== '>') throw new ExpatError(invalidToken, pos);
      return { name, attributes, isEmpty: true, end: pos + 1 };
    }
    if (pos === before || !startsName(text, pos)) throw new ExpatError(invalidToken, pos);
    const start = pos;
    pos = nameEnd(text, pos, at);
    const attribute = text.slice(start, pos);
    pos = skipBlanks(text, pos);
    if (need() !== '=') throw new ExpatError(invalidToken, pos);
    pos = skipBlanks(text, pos + 1);
    const quote = need();
    if (quote !== '"' && quote !== "'") throw new ExpatError(invalidToken, pos);
    const from = pos + 1;
    pos = valueEnd(text, from, quote, at);
    attributes.push({ name: attribute, at: start, from, to: pos });
    pos++;
    const next = need();
    if (!' \t\r\n>/'.includes(next)) throw new ExpatError(invalidToken, pos);
  }
}

/** The end of the name at `from`, of which one colon may be a part. */
export function nameEnd(text: string, from: number, at: number): number {
  let pos = skipName(text, from);
  if (text.charAt(pos) === ':') {
    if (pos + 1 >= text.length) throw new ExpatError(unclosedToken, at);
    if (!startsName(text, pos + 1)) throw new ExpatError(invalidToken, pos + 1);
    pos = skipName(text, pos + 1);
  }
  if (pos >= text.length) throw new ExpatError(unclosedToken, at);
  return pos;
}

function valueEnd(text: string, from: number, quote: string, at: number): number {
  const close = text.indexOf(quote, from);
  const end = close < 0 ? text.length : close;
  for (let i = from; i < end; i++) {
    const character = text.charAt(i);
    if (character === '<') throw new ExpatError(invalidToken, i);
    if (character === '&') i = referenceEnd(text, i, at) - 1;
    else if (illegalIn(character, 0, 1) !== undefined) throw new ExpatError(invalidToken, i);
  }
  if (close < 0) throw new ExpatError(unclosedToken, at);
  return close;
}

const reference = /&(?:#(?:x[\da-fA-F]+|\d+)|)/y;

/** The place behind the reference at `at`; `token`: where the token that it is in begins. Throws `ExpatError`. */
export function referenceEnd(text: string, at: number, token: number): number {
  reference.lastIndex = at;
  reference.test(text);
  let pos = reference.lastIndex;
  if (pos === at + 1) {
    if (text.charAt(pos) === '#') pos += text.charAt(pos + 1) === 'x' ? 2 : 1;
    else if (startsName(text, pos)) pos = skipName(text, pos);
    if (text.charAt(at + 1) === '#' || pos === at + 1) {
      if (pos >= text.length) throw new ExpatError(unclosedToken, token);
      throw new ExpatError(invalidToken, pos);
    }
  }
  if (pos >= text.length) throw new ExpatError(unclosedToken, token);
  if (text.charAt(pos) !== ';') throw new ExpatError(invalidToken, pos);
  return pos + 1;
}
