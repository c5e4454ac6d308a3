import { endOfContainer, isMemberAt, isOneOf, skipComments } from './membersAhead.ts';
import type { OpenString } from './openString.ts';

/**
 * What the closing quote at the reader's index means: the `end` of the string, or text. Text that belongs to the string
 * is taken in; a quote that is not taken in is left for the caller, whose loop ends with it.
 */
export function quoteMeaning(reader: OpenString): 'end' | 'text' {
  const { text, start, context, index } = reader;
  if (start.isDoubled && text.at(index + 1) === start.close) {
    reader.index++;
    return 'text';
  }
  if (start.isBare && context.current === 'value') {
    const quote = nextQuote(reader, index + 1, () => false);
    if (quote < text.length && text.at(text.skipSpace(quote + 1)) === ':') {
      // It opens the next key.
      reader.index--;
      return 'end';
    }
    return 'text';
  }
  if (reader.expectsCounterpart) {
    reader.expectsCounterpart = false;
    reader.keep();
    return 'text';
  }
  return insideMeaning(reader);
}

/** Looks at what stands between this quote and the next. */
function insideMeaning(reader: OpenString): 'end' | 'text' {
  const { text, start, context, index } = reader;
  let isCommaEnd = reader.isValue();
  const stop = nextQuote(reader, index + 1, (unit, at) => {
    if (isCommaEnd && text.isLetter(at)) isCommaEnd = false;
    return (
      (context.has('key') && (unit === ':' || unit === '}')) ||
      (context.has('value') && unit === '}') ||
      (context.has('array') && (unit === ']' || unit === ',')) ||
      (isCommaEnd && unit === ',')
    );
  });
  if (text.at(stop) === ',' && reader.isValue()) {
    const quote = text.find(start.close, stop + 1);
    if (isOneOf(text.at(text.skipSpace(quote + 1)), '},')) reader.keep();
    return 'text';
  }
  if (text.at(stop) !== start.close || text.at(stop - 1) === '\\') return 'text';
  if (text.skipSpace(index + 1) >= stop && !(reader.isValue() && reader.isMemberAfterQuote(stop))) return 'end';
  if (reader.isValue()) {
    if (reader.isMemberAfterQuote(stop)) reader.keep();
    else if (text.at(endOfNextPart(reader, text.find(start.close, stop + 1) + 1)) !== ':') {
      reader.expectsCounterpart = !reader.expectsCounterpart;
      reader.keep();
    }
    return 'text';
  }
  if (context.current === 'key') {
    reader.keep();
    return 'text';
  }
  if (context.current !== 'array') return 'text';
  const bracket = text.find(']', stop + 1);
  // An even number of quotes before the array's end: this one opens a quotation.
  if ((1 + text.count(start.close, stop + 1, bracket)) % 2 !== 0) return 'end';
  reader.expectsCounterpart = !reader.expectsCounterpart;
  reader.keep();
  return 'text';
}

/** The next quote of the string's kind from `from` on, or the first unit where `stops` says so. */
function nextQuote({ text, start }: OpenString, from: number, stops: (unit: string, at: number) => boolean): number {
  let index = from;
  for (; index < text.length; index++) {
    const unit = text.at(index);
    if (unit === start.close || unit === start.open || stops(unit, index)) break;
  }
  return index;
}

function endOfNextPart({ text, start }: OpenString, from: number): number {
  let index = from;
  for (; index < text.length; index++) {
    const unit = text.at(index);
    if (isOneOf(unit, ':,]}') || (unit === start.close && text.at(index - 1) !== '\\')) break;
  }
  return index;
}

/** What a `}` in the text of a value means; `unknown`: it is to be taken in unless something else says otherwise. */
type BraceMeaning = 'end' | 'text' | 'unknown';

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
