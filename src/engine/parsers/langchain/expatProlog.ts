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
  } else if (first === ':' || skipName(text, at) > at) nameTokenEnd(text, at);
  // It might become the end of a conditional section.
  else if (text.slice(at) === ']]') throw new ExpatError(unclosedToken, at);
  else if (!'[],()|>'.includes(first)) throw new ExpatError(invalidToken, at);
  throw new ExpatError(reason, at);
}

/** The place behind a name outside of elements, colons among it. Throws where something stands there that cannot. */
function nameTokenEnd(text: string, at: number): number {
  let end = at;
  for (let next = skipName(text, end); next > end || text.charAt(end) === ':'; next = skipName(text, end))
    end = next > end ? next : end + 1;
  if (end < text.length && !'>),|[% \t\r\n+*?'.includes(text.charAt(end))) throw new ExpatError(invalidToken, end);
  // A prefix wants the rest of its name.
  if (end >= text.length && text.indexOf(':', at) === end - 1 && end - 1 > at) throw new ExpatError(unclosedToken, at);
  return end;
}

/** Throws for a declaration that cannot be one: its name is letters, and white space follows. */
function rejectDeclaration(text: string, at: number): void {
  if (text.charAt(at + 2) === '[') return;
  let end = at + 2;
  const isLetter = () => /[A-Za-z_]/.test(text.charAt(end));
  if (isLetter()) while (isLetter()) end++;
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
  if (!' \t\r\n'.includes(text.charAt(pos) || 'x')) rejectDeclaration(text, at);
  let hasExternal = false;
  let expected: 'name' | 'any' | 'public' | 'system' | 'subset' | 'end' = 'name';
  for (;;) {
    pos = skipBlanks(text, pos);
    const character = text.charAt(pos);
    if (character === '') throw new ExpatError('no element found', pos);
    const isLiteral = character === '"' || character === "'";
    if (character === '>' && (expected === 'any' || expected === 'subset' || expected === 'end'))
      return { end: pos + 1, entities, hasExternal };
    if (character === '[' && (expected === 'any' || expected === 'subset')) {
      pos = readSubset(text, pos + 1, entities);
      expected = 'end';
    } else if (isLiteral && (expected === 'public' || expected === 'system')) {
      hasExternal = true;
      pos = literalEnd(text, pos);
      expected = expected === 'public' ? 'system' : 'subset';
    } else if (expected === 'name' && startsName(text, pos)) {
      const end = nameTokenEnd(text, pos);
      if (!isQualified(text, pos, end)) rejectToken(text, pos, 'syntax error');
      pos = end;
      expected = 'any';
    } else if (expected === 'any' && /^(?:SYSTEM|PUBLIC)(?:[ \t\r\n>[]|$)/.test(text.slice(pos, pos + 7))) {
      expected = text.startsWith('PUBLIC', pos) ? 'public' : 'system';
      pos += 6;
    } else rejectToken(text, pos, 'syntax error');
  }
}

/** Whether a name has a prefix at most. */
function isQualified(text: string, at: number, end: number): boolean {
  const colon = text.indexOf(':', at);
  if (colon < 0 || colon >= end) return true;
  return startsName(text, colon + 1) && skipName(text, colon + 1) === end;
}

function literalEnd(text: string, at: number): number {
  const close = text.indexOf(text.charAt(at), at + 1);
  if (close < 0) throw new ExpatError(unclosedToken, at);
  if (!' \t\r\n>%['.includes(text.charAt(close + 1))) throw new ExpatError(invalidToken, close + 1);
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
    else if (text.startsWith('<!ENTITY', pos))
      throw text.includes('>', pos)
        ? new ExpatError('syntax error', pos + 8)
        : new ExpatError('no element found', text.length);
    else if (text.charAt(pos) === '%' && startsName(text, pos + 1) && text.charAt(skipName(text, pos + 1)) === ';')
      pos = skipName(text, pos + 1) + 1;
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
