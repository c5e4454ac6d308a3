import { type PyValue, pyFloat, pyInt } from '../../core/pyValue.ts';

const integer = /^-?\d+$/;
const float = /^-?(\d+(?:\.\d*)?|\.\d+)([eE]-?\d+)?$/;
/** Python converts no more digits than this. */
const maxDigits = 4300;

/** The number that a text of digits is, as Python reads it; the text where it is not one. */
export function numberOf(digits: string): PyValue {
  if (integer.test(digits)) return digits.replace('-', '').length > maxDigits ? digits : pyInt(BigInt(digits));
  return float.test(digits) ? pyFloat(Number(digits)) : digits;
}
