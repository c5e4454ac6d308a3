import { type PyValue, pyFloat, pyInt } from '../../core/pyValue.ts';
import type { LookaheadText } from './lookaheadText.ts';
import { isOneOf } from './membersAhead.ts';

const numberUnits = '0123456789-.eE/,_';
const integer = /^-?\d+$/;
const float = /^-?(\d+\.?\d*|\.\d+)([eE]-?\d+)?$/;
/** Python converts no more digits than this. */
const maxDigits = 4300;

/** What stands where a number begins, and where it ends. */
interface NumberText {
  readonly end: number;
  /** The number; a text where it is none. */
  readonly value: PyValue;
  /** Whether it is the beginning of a word; it is then to be read from `end`. */
  readonly isWord: boolean;
}

/** Reads a number, or whatever else is of the same characters; `isItem`: a comma ends it, as it is in an array. */
export function readNumberText(text: LookaheadText, start: number, isItem: boolean): NumberText {
  let end = start;
  let digits = '';
  for (; isOneOf(text.at(end), numberUnits); end++) {
    const unit = text.at(end);
    if (isItem && unit === ',') break;
    if (unit !== '_') digits += unit;
  }
  if (end < text.length && text.isLetter(end)) return { end: end - digits.length, value: null, isWord: true };
  if (!isOneOf(digits.slice(-1), '-eE/,')) return { end, value: numberOf(digits), isWord: false };
  return { end: end - 1, value: numberOf(digits.slice(0, -1)), isWord: false };
}

function numberOf(digits: string): PyValue {
  if (integer.test(digits)) return digits.replace('-', '').length > maxDigits ? digits : pyInt(BigInt(digits));
  return float.test(digits) ? pyFloat(Number(digits)) : digits;
}
