import { endOfContainer, isMemberAt, isOneOf, skipComments } from './membersAhead.ts';
import type { OpenString } from './openString.ts';

/** What a `}` in the text of a value means; `unknown`: it is to be taken in unless something else says otherwise. */
export type BraceMeaning = 'end' | 'text' | 'unknown';

/** A `}` in a value: the closing quote is missing before it, or it is text, or that is not to be said yet. */
export function braceMeaning(reader: OpenString): BraceMeaning {
  const { text, start } = reader;
  if (reader.content.last === start.close) return 'unknown';
  if (reader.content.openBraces > 0) return 'text';
  const after = reader.index + 1;
  let isQuoteMissing = text.at(after) !== '\\';
  const quote = text.find(start.close, after);
  if (quote >= text.length) {
    if (text.find(':', after) < text.length) return 'end';
    const next = text.skipSpace(after);
    // Python counts characters: one beyond U+FFFF is one of them.
    const character = (text.text.codePointAt(next) ?? 0) > 0xffff ? 2 : 1;
    return isQuoteMissing && text.find('}', next) - next <= character ? 'end' : 'unknown';
  }
  const next = text.skipSpace(quote + 1);
  if (isOneOf(text.at(next), ',}') || next >= text.length) isQuoteMissing = false;
  else {
    const open = text.find(start.open, next);
    const following = text.skipSpace(open + 1);
    if (open >= text.length || (following < text.length && text.at(following) !== ':')) isQuoteMissing = false;
  }
  return isQuoteMissing ? 'end' : 'unknown';
}

/** A `}` in a value before the end of the text or a code fence. */
export function lastBraceMeaning(reader: OpenString): BraceMeaning {
  const next = reader.text.skipSpace(reader.index + 1);
  if (next >= reader.text.length) return 'end';
  if (!reader.text.text.startsWith('```', next)) return 'unknown';
  return isFenceText(reader, next) ? 'text' : 'end';
}

/** Whether the fence behind a `}` is a part of the text, not what encloses the whole. */
function isFenceText(reader: OpenString, fence: number): boolean {
  const { text, start } = reader;
  let from = fence + 3;
  let keepsContainer = false;
  const content = skipComments(text, from);
  if (isOneOf(text.at(content), '[{(')) {
    const end = endOfContainer(text, content);
    if (end !== undefined) {
      if (isMemberAfterContainer(reader, end)) return false;
      keepsContainer = true;
      from = end;
    }
  }
  if (text.findClosing(start.close, from) >= text.length) return false;
  if (keepsContainer) reader.containerComes = true;
  return true;
}

function isMemberAfterContainer(reader: OpenString, end: number): boolean {
  const next = reader.text.skipSpace(end);
  if (isOneOf(reader.text.at(next), '}') || next >= reader.text.length) return true;
  if (reader.text.at(next) !== ',') return false;
  const member = skipComments(reader.text, next + 1);
  return member >= reader.text.length || reader.text.at(member) === '}' || isMemberAt(reader.text, member);
}
