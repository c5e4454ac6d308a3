import { ExpatError, invalidToken, unclosedToken } from './expatError.ts';
import { illegalIn, skipBlanks, skipName, startsName } from './expatNames.ts';

/** An entity that a document type declares; `value` is `undefined` for one that is outside the document. */
export interface EntityDeclaration {
  readonly name: string;
  readonly value?: string;
  readonly systemId?: string;
  readonly publicId?: string;
}

/**
 * Throws what expat says of the token at `at` outside of elements, which is neither markup that may stand there nor
 * white space: `reason` where it is a token, else that it is not one.
 */
export function rejectToken(text: string, at: number, reason: string): never {
  const first = text.charAt(at);
  if (first === '<') {
    const next = text.charAt(at + 1);
    if (next === '') throw new ExpatError(unclosedToken, at);
    if (next === '!') rejectDeclaration(text, at);
    if (!startsName(text, at + 1) && next !== '!' && next !== '?') throw new ExpatError(invalidToken, at + 1);
  } else if (first === '"' || first === "'") {
    const close = text.indexOf(first, at + 1);
    const wrong = illegalIn(text, at, close < 0 ? text.length : close);
    if (wrong !== undefined) throw new ExpatError(invalidToken, wrong);
    if (close < 0) throw new ExpatError(unclosedToken, at);
    if (close + 1 < text.length && !' \t\r\n>%['.includes(text.charAt(close + 1)))
      throw new ExpatError(invalidToken, close + 1);
  } else if (first === '#' || first === '%') {
    if (at + 1 >= text.length) throw new ExpatError(unclosedToken, at);
    if (!startsName(text, at + 1) && !(first === '%' && ' \t\r\n%'.includes(text.charAt(at + 1))))
      throw new ExpatError(invalidToken, at + 1);
    const end = skipName(text, at + 1);
    if (first === '#' && end < text.length && !' \t\r\n)>%|'.includes(text.charAt(end)))
      throw new ExpatError(invalidToken, end);
  } else if (first === ':' || skipName(text, at) > at) {
    let end = at;
    for (let next = skipName(text, end); next > end || text.charAt(end) === ':'; next = skipName(text, end))
      end = next > end ? next : end + 1;
    if (end < text.length && !'>),|[% \t\r\n+*?'.includes(text.charAt(end))) throw new ExpatError(invalidToken, end);
  } else if (!'[],()|>'.includes(first)) throw new ExpatError(invalidToken, at);
  throw new ExpatError(reason, at);
}

/** Throws for a declaration that cannot be one: its name is letters, and white space follows. */
function rejectDeclaration(text: string, at: number): void {
  if (text.charAt(at + 2) === '[') return;
  let end = at + 2;
  if (startsName(text, end)) while (startsName(text, end)) end++;
  else if (end < text.length) {
    const isComment = text.charAt(end) === '-';
    if (isComment && end + 1 >= text.length) throw new ExpatError(unclosedToken, at);
    throw new ExpatError(invalidToken, isComment ? end + 1 : end);
  }
  if (end >= text.length) throw new ExpatError(unclosedToken, at);
  if (!' \t\r\n'.includes(text.charAt(end))) throw new ExpatError(invalidToken, end);
}

/** Reads the document type declaration at `at`: the entities that it declares, and its end. Throws `ExpatError`. */
export function readDoctype(text: string, at: number) {
  const entities: EntityDeclaration[] = [];
  let pos = at + '<!DOCTYPE'.length;
  let hasExternal = false;
  for (;;) {
    pos = skipBlanks(text, pos);
    const character = text.charAt(pos);
    if (character === '') throw new ExpatError(pos >= text.length ? 'no element found' : unclosedToken, pos);
    if (character === '>') return { end: pos + 1, entities, hasExternal };
    if (character === '"' || character === "'") {
      hasExternal = true;
      pos = literalEnd(text, pos);
    } else if (character === '[') pos = readSubset(text, pos + 1, entities);
    else if (skipName(text, pos) > pos || character === ':') pos = Math.max(skipName(text, pos), pos + 1);
    else rejectToken(text, pos, 'syntax error');
  }
}

function literalEnd(text: string, at: number): number {
  const close = text.indexOf(text.charAt(at), at + 1);
  if (close < 0) throw new ExpatError(unclosedToken, at);
  return close + 1;
}

const entityDeclaration =
  /<!ENTITY\s+(%\s+)?([^\s%&;<>"']+)\s+(?:("[^"]*"|'[^']*')|(?:SYSTEM|PUBLIC\s+("[^"]*"|'[^']*'))\s+("[^"]*"|'[^']*')(?:\s+NDATA\s+\S+)?)\s*>/y;

/** Reads an internal subset from behind its bracket; the place behind the closing one. */
function readSubset(text: string, from: number, entities: EntityDeclaration[]): number {
  let pos = from;
  for (;;) {
    pos = skipBlanks(text, pos);
    if (pos >= text.length) throw new ExpatError('no element found', pos);
    if (text.charAt(pos) === ']') return pos + 1;
    entityDeclaration.lastIndex = pos;
    const found = entityDeclaration.exec(text);
    if (found) {
      const [all, , name = '', value, publicId, systemId] = found;
      entities.push({
        name,
        ...(value !== undefined && { value: value.slice(1, -1) }),
        ...(systemId !== undefined && { systemId: systemId.slice(1, -1) }),
        ...(publicId !== undefined && { publicId: publicId.slice(1, -1) }),
      });
      pos += all.length;
    } else if (text.startsWith('<!--', pos)) pos = closeOf(text, pos, 4, '-->');
    else if (text.startsWith('<?', pos)) pos = closeOf(text, pos, 2, '?>');
    else if (/^<!(?:ELEMENT|ATTLIST|NOTATION)\s/.test(text.slice(pos, pos + 12))) pos = closeOf(text, pos, 2, '>');
    else if (text.startsWith('<!ENTITY', pos)) throw new ExpatError('syntax error', pos + 8);
    else rejectToken(text, pos, 'syntax error');
  }
}

/** The place behind `closer`. Throws where there is none. */
export function closeOf(text: string, at: number, skip: number, closer: string): number {
  const close = text.indexOf(closer, at + skip);
  const wrong = illegalIn(text, at, close < 0 ? text.length : close);
  if (wrong !== undefined) throw new ExpatError(invalidToken, wrong);
  if (close < 0) throw new ExpatError(unclosedToken, at);
  return close + closer.length;
}
