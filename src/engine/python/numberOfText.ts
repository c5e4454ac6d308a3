import { EngineError } from '../core/errors.ts';
import { type PyFloat, type PyValue, pyFloat, pyInt } from '../core/pyValue.ts';
import { pyRepr } from './repr.ts';
import { isWhite } from './whitespace.ts';

const integer = /^[\t-\r ]*([-+]?)(\d+(?:_\d+)*)[\t-\r ]*$/;
const float =
  /^[\t-\r ]*([-+]?)(?:(\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(e[-+]?\d+(?:_\d+)*)?|(inf|infinity|nan))[\t-\r ]*$/i;
const maxDigits = 4300;

/** Python's `int(text)`. Raises its `ValueError`. Linear, but for the digits: of those 4300 are allowed. */
export function intOfText(text: string): number | bigint {
  const match = integer.exec(asciiDigits(text));
  if (!match) {
    // Python cuts the repr off.
    const repr = [...pyRepr(text)].slice(0, 200).join('');
    throw new EngineError('ValueError', `invalid literal for int() with base 10: ${repr}`);
  }
  const digits = (match[2] ?? '').replaceAll('_', '');
  if (digits.length > maxDigits)
    throw new EngineError(
      'ValueError',
      `Exceeds the limit (${maxDigits} digits) for integer string conversion: value has ${digits.length} digits; use sys.set_int_max_str_digits() to increase the limit`,
    );
  const value = BigInt(digits);
  return pyInt(match[1] === '-' ? -value : value);
}

/** Python's `float(text)`. Raises its `ValueError`. Linear. */
export function floatOfText(text: string): number | PyFloat {
  const match = float.exec(asciiDigits(text));
  if (!match) throw new EngineError('ValueError', `could not convert string to float: ${pyRepr(text)}`);
  const [, sign, digits, exponent = '', word] = match;
  const size =
    digits !== undefined
      ? Number((digits + exponent).replaceAll('_', ''))
      : word?.toLowerCase() === 'nan'
        ? Number.NaN
        : Number.POSITIVE_INFINITY;
  return pyFloat(sign === '-' ? -size : size);
}

/** The int that a whole float is. */
export function intOfFloat(value: number): PyValue {
  return pyInt(BigInt(value));
}

/** What Python reads numbers from: digits of all scripts as ASCII's, white space as blanks. Plain text is left alone. */
export function asciiDigits(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return Array.from(text, character => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) return character;
    if (isWhite(code)) return ' ';
    return isDigit(code) ? String(digitValue(code)) : '?';
  }).join('');
}

function isDigit(code: number): boolean {
  return /^\p{Nd}$/u.test(String.fromCodePoint(code));
}

/** The digits of a script follow one another, from its zero. */
function digitValue(code: number): number {
  let zero = code;
  while (isDigit(zero - 1)) zero--;
  return (code - zero) % 10;
}
