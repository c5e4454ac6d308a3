import { createScanner, getLocation } from 'jsonc-parser';
import type { Span } from '../core/span.ts';
import { tokens } from '../json/jsonSource.ts';

/** Where in a JSON text something can be typed. */
export interface TypingPosition {
  /** From the root; ends with the property's name, as far as it is there, or with the index in a list. */
  readonly path: readonly (string | number)[];
  readonly isKey: boolean;
  /** What a completion replaces: the string around the offset with its quotes, a bare word before it, or nothing. */
  readonly span: Span;
  readonly isInString: boolean;
  /** A key's value is there already. */
  readonly hasValue: boolean;
  /** What must follow a new item: a comma, where another item comes. */
  readonly separator: '' | ',';
}

/** The position at an offset; `undefined` where nothing can be typed, such as behind a value or in a comment. Linear. */
export function typingPosition(given: string, offset: number): TypingPosition | undefined {
  const text = given.startsWith('\uFEFF') ? ` ${given.slice(1)}` : given;
  const { path, isAtPropertyKey, previousNode: node } = getLocation(text, offset);
  let span: Span;
  const isInString = text[node?.offset ?? -1] === '"';
  if (node && isInString) {
    const end = node.offset + node.length;
    const isClosed = node.length > 1 && text[end - 1] === '"';
    if (offset <= node.offset || (isClosed ? offset >= end : offset > end)) return undefined;
    // An open string reaches to the end of its line.
    span = { start: node.offset, end: isClosed ? end : offset };
  } else {
    const word = /[\p{L}\p{N}_.-]*$/u.exec(text.slice(Math.max(0, offset - 100), offset))?.[0] ?? '';
    span = { start: offset - word.length, end: offset };
    if (!isFree(text, span.start)) return undefined;
  }
  const next = tokenFrom(text, span.end);
  const hasValue = isAtPropertyKey && next === tokens.colon;
  const ends: readonly number[] = [tokens.comma, tokens.closeBrace, tokens.closeBracket, tokens.end];
  const isValue = !isAtPropertyKey && typeof path.at(-1) === 'string';
  // What follows a property's place must be another property, or the place has its value already.
  if (isValue && !isInString && !ends.includes(next) && !isProperty(text, span.end)) return undefined;
  const separator = isInString && !isAtPropertyKey ? '' : hasValue || ends.includes(next) ? '' : ',';
  return { path, isKey: isAtPropertyKey, span, isInString, hasValue, separator };
}

/** Whether a new item or value can begin at an offset: behind a bracket, a comma or a colon, outside of comments. */
function isFree(text: string, offset: number): boolean {
  const scanner = createScanner(text, false);
  let last = 0;
  for (let token: number = scanner.scan(); token !== tokens.end && scanner.getTokenOffset() < offset; ) {
    const end = scanner.getTokenOffset() + scanner.getTokenLength();
    const isComment = token === tokens.lineComment || token === tokens.blockComment;
    if (isComment && (offset < end || (offset === end && token === tokens.lineComment))) return false;
    if (!isComment && token !== tokens.trivia && token !== tokens.lineBreak) last = token;
    token = scanner.scan();
  }
  return last === tokens.openBrace || last === tokens.openBracket || last === tokens.comma || last === tokens.colon;
}

function isProperty(text: string, offset: number): boolean {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  return (scanner.scan() as number) === tokens.colon;
}

function tokenFrom(text: string, offset: number): number {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  return scanner.scan();
}
