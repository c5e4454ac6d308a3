import {
  commentEnd,
  ExpatError,
  illegalIn,
  instructionEnd,
  invalidToken,
  skipBlanks,
  skipName,
  startsName,
  unclosedToken,
} from './expatTokens.ts';

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
    if (text.startsWith('<!--', at)) commentEnd(text, at);
    else if (next === '!') rejectDeclaration(text, at);
    if (next === '?') instructionEnd(text, at);
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
    if (first === '%' && end > at + 1 && text.charAt(end) !== ';')
      throw end < text.length ? new ExpatError(invalidToken, end) : new ExpatError(unclosedToken, at);
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
  if (end >= text.length && startsName(text, at) && text.indexOf(':', at) === end - 1)
    throw new ExpatError(unclosedToken, at);
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

/** Hears the parts of a document type while it is read. */
export interface DoctypeHandler {
  /** An entity, as soon as its declaration says all of it; may throw. */
  entity(declaration: EntityDeclaration): void;
  /** There is a part outside of the document, so that entities may be declared there. */
  external(): void;
}

/** Reads the document type declaration at `at`; the place behind it. Throws `ExpatError`. */
export function readDoctype(text: string, at: number, handler: DoctypeHandler): number {
  let pos = at + '<!DOCTYPE'.length;
  if (!' \t\r\n'.includes(text.charAt(pos) || 'x')) rejectDeclaration(text, at);
  let expected: 'name' | 'any' | 'public' | 'system' | 'subset' | 'end' = 'name';
  for (;;) {
    pos = skipBlanks(text, pos);
    const character = text.charAt(pos);
    if (character === '') throw new ExpatError('no element found', pos);
    const isLiteral = character === '"' || character === "'";
    if (character === '>' && (expected === 'any' || expected === 'subset' || expected === 'end')) return pos + 1;
    if (character === '[' && (expected === 'any' || expected === 'subset')) {
      pos = readSubset(text, pos + 1, handler);
      expected = 'end';
    } else if (isLiteral && (expected === 'public' || expected === 'system')) {
      handler.external();
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
  const wrong = illegalIn(text, at, close < 0 ? text.length : close);
  if (wrong !== undefined) throw new ExpatError(invalidToken, wrong);
  if (close < 0) throw new ExpatError(unclosedToken, at);
  if (!' \t\r\n>%['.includes(text.charAt(close + 1))) throw new ExpatError(invalidToken, close + 1);
  return close + 1;
}

/** The kinds of tokens that may come next in the declaration of an entity; a word is a name that must be this one. */
const entitySteps: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  start: { '%': 'parameter', name: 'general' },
  parameter: { name: 'given' },
  general: { SYSTEM: 'system', PUBLIC: 'public', literal: 'end' },
  given: { SYSTEM: 'parameterSystem', PUBLIC: 'parameterPublic', literal: 'end' },
  public: { literal: 'system' },
  system: { literal: 'located' },
  parameterPublic: { literal: 'parameterSystem' },
  parameterSystem: { literal: 'end' },
  located: { NDATA: 'notation', '>': 'done' },
  notation: { name: 'end' },
  end: { '>': 'done' },
};

/** Reads the declaration of an entity from behind its keyword; the place behind it. Throws `ExpatError`. */
function readEntity(text: string, from: number, tell: DoctypeHandler['entity']): number {
  const found: { name: string; value?: string; systemId?: string; publicId?: string } = { name: '' };
  let isTold = false;
  let pos = from;
  for (let state = 'start'; state !== 'done'; ) {
    pos = skipBlanks(text, pos);
    if (pos >= text.length) throw new ExpatError('no element found', pos);
    const steps = entitySteps[state]!;
    const { kind, end } = declarationToken(text, pos);
    const word = text.slice(pos, end);
    const next = kind === 'name' && Object.hasOwn(steps, word) ? steps[word] : steps[kind];
    if (next === undefined) rejectToken(text, pos, 'syntax error');
    if (kind === 'name' && (state === 'start' || state === 'parameter')) found.name = word;
    if (kind === 'literal') {
      const key = /ublic$/.test(state) ? 'publicId' : /ystem$/.test(state) ? 'systemId' : 'value';
      found[key] = word.slice(1, -1);
    }
    // A value is told of at once, what is elsewhere with the name of its notation, or where its declaration ends.
    if (!isTold && (found.value !== undefined || state === 'notation' || next === 'done')) {
      isTold = true;
      tell(found);
    }
    [state, pos] = [next, end];
  }
  return pos;
}

/** The end of a declaration, whatever is in it. Throws `ExpatError`. */
function declarationEnd(text: string, from: number): number {
  for (let pos = skipBlanks(text, from); pos < text.length; pos = skipBlanks(text, pos)) {
    const { kind, end } = declarationToken(text, pos);
    if (kind === '>') return end;
    pos = end;
  }
  throw new ExpatError('no element found', text.length);
}

/** The token at a place inside a declaration: a literal, a name without a prefix, or a character. Throws `ExpatError`. */
function declarationToken(text: string, at: number): { readonly kind: string; readonly end: number } {
  const first = text.charAt(at);
  if (first === '"' || first === "'") {
    return { kind: 'literal', end: literalEnd(text, at) };
  }
  if (startsName(text, at)) {
    const end = nameTokenEnd(text, at);
    return { kind: text.slice(at, end).includes(':') ? 'prefixed' : 'name', end };
  }
  const isPercent = first === '%' && ' \t\r\n%'.includes(text.charAt(at + 1) || 'x');
  if (first === '%' && !isPercent && text.charAt(skipName(text, at + 1)) === ';')
    throw new ExpatError('illegal parameter entity reference', at);
  return { kind: first, end: at + 1 };
}

/** Reads an internal subset from behind its bracket; the place behind the closing one. */
function readSubset(text: string, from: number, handler: DoctypeHandler): number {
  let pos = from;
  // Behind a reference to other declarations nothing is declared that counts.
  let counts = true;
  for (;;) {
    pos = skipBlanks(text, pos);
    if (pos >= text.length) throw new ExpatError('no element found', pos);
    if (text.charAt(pos) === ']') return pos + 1;
    if (/^<!ENTITY[ \t\r\n]/.test(text.slice(pos, pos + 9))) {
      pos = readEntity(text, pos + 8, declaration => counts && handler.entity(declaration));
    } else if (text.startsWith('<!--', pos)) pos = commentEnd(text, pos);
    else if (text.startsWith('<?', pos)) pos = instructionEnd(text, pos);
    else if (/^<!(?:ELEMENT|ATTLIST|NOTATION)\s/.test(text.slice(pos, pos + 12))) pos = declarationEnd(text, pos + 9);
    else if (text.charAt(pos) === '%' && startsName(text, pos + 1) && text.charAt(skipName(text, pos + 1)) === ';') {
      pos = skipName(text, pos + 1) + 1;
      counts = false;
      handler.external();
    } else rejectToken(text, pos, 'syntax error');
  }
}
