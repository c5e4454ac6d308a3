import { ExpatError, invalidToken, unclosedToken } from './expatError.ts';
import { illegalIn, skipBlanks, skipName, startsName } from './expatNames.ts';

/** A start tag as it is written: its attributes with the places of their names and values. */
export interface StartTag {
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
