import { isOneOf } from './membersAhead.ts';
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
