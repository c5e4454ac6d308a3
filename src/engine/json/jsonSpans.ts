import { stackLimit } from '../core/errors.ts';
import type { Span } from '../core/span.ts';
import { jsonLoads } from '../python/index.ts';

/** A direct member of a JSON object or array: where its key (objects only) and its value stand, quotes included. */
export interface MemberSpan {
  readonly key: string | number;
  readonly keySpan?: Span;
  readonly span: Span;
}

/** A direct member with its value as plain data; `inner`: its place without quotes. */
export interface PlainMember {
  readonly key: string;
  readonly value: unknown;
  readonly span: Span;
  readonly inner: Span;
}

/** The JSON value in a range that `jsonLoads` accepted: the range without the blanks around it. */
export function jsonValueSpan(text: string, start: number, end: number): Span {
  const from = skipBlanks(text, start);
  let to = end;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  return { start: from, end: to };
}

/**
 * The direct members of the JSON object or array that begins at `start`, in text order, equal keys each; none for any
 * other value. The text from `start` must hold a value that `jsonLoads` accepted. Linear in that value.
 */
export function memberSpans(text: string, start: number): readonly MemberSpan[] {
  const opening = text.charAt(start);
  if (opening !== '{' && opening !== '[') return [];
  const members: MemberSpan[] = [];
  let pos = skipBlanks(text, start + 1);
  while (!isClosing(text.charCodeAt(pos))) {
    let key: string | number = members.length;
    let keySpan: Span | undefined;
    if (opening === '{') {
      keySpan = { start: pos, end: jsonValueEnd(text, pos) };
      key = decodeKey(text, keySpan);
      pos = skipBlanks(text, skipBlanks(text, keySpan.end) + 1);
    }
    const span = { start: pos, end: jsonValueEnd(text, pos) };
    members.push(keySpan ? { key, keySpan, span } : { key, span });
    pos = nextMember(text, span.end);
  }
  return members;
}

/**
 * What {@link memberSpans} gives but for the keys' places, of an object or array that `JSON.parse` read as `value`: its keys
 * and values need not be read again. `undefined` where the object does not tell which key stands where: one stands twice, or is a
 * number, which objects put in front of all others.
 */
export function plainMembers(text: string, start: number, value: object): readonly PlainMember[] | undefined {
  if (Array.isArray(value)) return plainItems(text, start, value);
  const keys = Object.keys(value);
  if (keys[0] !== undefined && isDigit(keys[0].charCodeAt(0))) return undefined;
  const members: PlainMember[] = [];
  let pos = skipBlanks(text, start + 1);
  for (let i = 0; !isClosing(text.charCodeAt(pos)); i++) {
    if (i === keys.length) return undefined;
    const key = keys[i]!;
    pos = skipBlanks(text, skipBlanks(text, skipString(text, pos)) + 1);
    const end = jsonValueEnd(text, pos);
    members.push(plainMember(key, (value as Readonly<Record<string, unknown>>)[key], pos, end));
    pos = nextMember(text, end);
  }
  return members;
}

function plainItems(text: string, start: number, value: readonly unknown[]): readonly PlainMember[] {
  const items: PlainMember[] = [];
  let pos = skipBlanks(text, start + 1);
  for (let i = 0; !isClosing(text.charCodeAt(pos)); i++) {
    const end = jsonValueEnd(text, pos);
    items.push(plainMember(String(i), value[i], pos, end));
    pos = nextMember(text, end);
  }
  return items;
}

function plainMember(key: string, value: unknown, start: number, end: number): PlainMember {
  const span = { start, end };
  return { key, value, span, inner: typeof value === 'string' ? { start: start + 1, end: end - 1 } : span };
}

/** Where the member behind one that ends begins, or the closing bracket stands. */
function nextMember(text: string, end: number): number {
  const pos = skipBlanks(text, end);
  return text.charCodeAt(pos) === 0x2c ? skipBlanks(text, pos + 1) : pos;
}

/**
 * The value at a path of keys and indexes below the JSON value at `value`: as far as the path leads, so that the path to a
 * key that is missing gives the object that misses it. Of equal keys the last counts. Linear.
 */
export function spanAtPath(text: string, value: Span, path: readonly (string | number)[]): Span {
  let span = value;
  for (const step of path) {
    const member = memberSpans(text, span.start).findLast(({ key }) => key === step);
    if (!member) return span;
    span = member.span;
  }
  return span;
}

/** `spanAtPath` for many paths below one value: all of them together take time linear in the value and in the paths. */
export function spanFinder(text: string, value: Span): (path: readonly (string | number)[]) => Span {
  const find = placeFinder(text, value);
  return path => find(path).span;
}

/** {@link spanFinder} that also has the place of the last key, where the path leads to a member of an object. */
export function placeFinder(
  text: string,
  value: Span,
): (path: readonly (string | number)[]) => Pick<MemberSpan, 'span' | 'keySpan'> {
  const members = new Map<number, ReadonlyMap<string | number, MemberSpan>>();
  const membersAt = (start: number) => {
    let found = members.get(start);
    if (!found) {
      found = new Map(memberSpans(text, start).map(member => [member.key, member]));
      members.set(start, found);
    }
    return found;
  };
  return path => {
    let place: Pick<MemberSpan, 'span' | 'keySpan'> = { span: value };
    for (const step of path) {
      const member = membersAt(place.span.start).get(step);
      if (!member) return { span: place.span };
      place = member;
    }
    return place;
  };
}

/** A value without its quotes, if it is a string; else the same span. */
export function withoutQuotes(text: string, span: Span): Span {
  return text.charAt(span.start) === '"' ? { start: span.start + 1, end: span.end - 1 } : span;
}

function decodeKey(text: string, span: Span): string {
  const raw = text.slice(span.start + 1, span.end - 1);
  if (!raw.includes('\\')) return raw;
  // Control characters are let pass, as the whole was perhaps read with `strict=False`.
  const result = jsonLoads(text, { ...span, strict: false });
  return result.ok && typeof result.value === 'string' ? result.value : '';
}

/** Where the next thing begins that is not one of JSON's spaces; the text's end where nothing follows. */
export function skipBlanks(text: string, from: number): number {
  let i = from;
  while (isBlank(text.charCodeAt(i))) i++;
  return i;
}

/** The end of the value at `from`. Blanks and commas end a number or a word. For any text: the end of its brackets, or of the text. Linear. */
export function jsonValueEnd(text: string, from: number): number {
  let depth = 0;
  let i = from;
  while (i < text.length) {
    const code = text.charCodeAt(i);
    if (code === 0x22) i = skipString(text, i);
    else if (code === 0x7b || code === 0x5b) {
      depth++;
      i++;
    } else if (isClosing(code)) {
      if (depth === 0) return i;
      depth--;
      i++;
    } else if (depth === 0 && (code === 0x2c || isBlank(code))) return i;
    else {
      i++;
      continue;
    }
    if (depth === 0) return i;
  }
  return i;
}

/** The end of the string at `from`: after the first quote that no backslash escapes. */
function skipString(text: string, from: number): number {
  for (let i = text.indexOf('"', from + 1); i >= 0; i = text.indexOf('"', i + 1)) {
    let escapes = i;
    while (text.charCodeAt(escapes - 1) === 0x5c) escapes--;
    if ((i - escapes) % 2 === 0) return i + 1;
  }
  return text.length;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** True for the four spaces of JSON. */
export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** A closing bracket, or the end of the text (NaN), so that no loop can run past it. */
function isClosing(code: number): boolean {
  return code === 0x7d || code === 0x5d || Number.isNaN(code);
}

/** What `JSON.parse` makes of a text; `undefined` where it throws, which takes twice as long where the stack is noted. */
export function tryJson(text: string): { readonly value: unknown } | undefined {
  const { stackTraceLimit } = stackLimit;
  stackLimit.stackTraceLimit = 0;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  } finally {
    stackLimit.stackTraceLimit = stackTraceLimit;
  }
}
