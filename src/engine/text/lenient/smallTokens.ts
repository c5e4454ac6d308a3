import { type PyValue, pyFloat, pyInt } from '../../core/pyValue.ts';
import { jsonLoads } from '../../python/index.ts';
import { LenientFault } from './lenientNode.ts';
import type { LookaheadText } from './lookaheadText.ts';
import { isOneOf } from './membersAhead.ts';
import type { ReadContext } from './readContext.ts';

/** A JSON value at the beginning of a text, and where what follows it begins. */
export interface LeadingValue {
  readonly value: PyValue;
  readonly end: number;
}

/** `JSONDecoder().raw_decode(text)`: `undefined` where no JSON value begins the text. Raises `LenientFault` for one nested too deeply. Linear. */
export function leadingValue(text: string): LeadingValue | undefined {
  const whole = jsonLoads(text);
  if (whole.ok) return { value: whole.value, end: text.length };
  const { error } = whole;
  if (error.kind !== 'JSONDecodeError') throw new LenientFault(error.message);
  // What stands before the fault is a value where the fault is only that the text goes on.
  const end = error.offset;
  const begun = jsonLoads(text.slice(0, end));
  return begun.ok ? { value: begun.value, end } : undefined;
}

const constants: readonly (readonly [string, PyValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/** The constant whose letters, in any case, stand at a place of a text, with its value. */
export function constantAt(text: string, start: number): readonly [name: string, value: PyValue] | undefined {
  return constants.find(([name]) => text.slice(start, start + name.length).toLowerCase() === name);
}

const integer = /^-?\d+$/;
const float = /^-?(\d+(?:\.\d*)?|\.\d+)([eE]-?\d+)?$/;
/** Python converts no more digits than this. */
const maxDigits = 4300;

/** The number that a text of digits is, as Python reads it; the text where it is not one. */
export function numberOf(digits: string): PyValue {
  if (integer.test(digits)) return digits.replace('-', '').length > maxDigits ? digits : pyInt(BigInt(digits));
  return float.test(digits) ? pyFloat(Number(digits)) : digits;
}

/** Where a comment ends that begins at an index: `#` and `//` with the line or what it stands in, and `/*` with its end. Linear. */
export function commentEnd(text: LookaheadText, index: number, context: ReadContext): number {
  const pair = text.at(index) + text.at(index + 1);
  if (pair.startsWith('#')) {
    const ends = `\n\r${context.has('array') ? ']' : ''}${context.has('value') ? '}' : ''}${context.has('key') ? ':' : ''}`;
    let end = index;
    while (end < text.length && !isOneOf(text.at(end), ends)) end++;
    return end;
  }
  if (pair === '//') return text.lineEnd(index + 2);
  if (pair === '/*') {
    // `/*/` is a whole comment.
    const end = text.text.indexOf('*/', index + 1);
    return end === -1 ? text.length : end + 2;
  }
  return pair.startsWith('/') ? index + 1 : index;
}

/** Whether a comma is the next thing but blanks behind an index, or the last one before it. */
export function isCommaAround(text: LookaheadText, index: number): boolean {
  if (text.at(text.skipSpace(index)) === ',') return true;
  let before = index - 1;
  while (before >= 0 && text.isSpace(before) && text.look()) before--;
  return text.at(before) === ',';
}
