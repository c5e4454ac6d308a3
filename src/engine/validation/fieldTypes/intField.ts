import { type PyValue, pyInt } from '../../core/pyValue.ts';
import { isPyInt, pyFloatValue } from '../pyNumber.ts';
import { rustTrim } from '../text.ts';
import { type Failed, fail, floorExactness, type Location, lax, type Run, type Validator } from '../validator.ts';
import { type Bounds, type Ordering, withBounds } from './bounds.ts';
import { failUnicode, isBroken } from './unicode.ts';

/** CPython's limit for the digits of an int, which Pydantic keeps to for strings. */
const maxDigits = 4300;
const ordering: Ordering<bigint> = {
  compare: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  isMultiple: (value, of) => of === 0n || value % of === 0n,
  print: String,
};

/** An int: also from a bool, from a float without a fraction below 2^63, and from a string like ` +1_000.0 `. */
export function intField(bounds: Bounds<bigint>): Validator {
  const int = { name: 'int', validate: coerceInt, keeps: Number.isSafeInteger };
  return withBounds(int, bounds, ordering, value => BigInt(value as number | bigint));
}

/** Pydantic's lax int. */
export function coerceInt(input: PyValue, place: Location | undefined, run: Run): number | bigint | Failed {
  if (isPyInt(input)) return input;
  floorExactness(run, lax);
  if (typeof input === 'boolean') return Number(input);
  if (typeof input === 'string') return intOfString(input, place, run);
  const float = pyFloatValue(input);
  if (float === undefined) return fail(run, place, input, 'int_type', 'Input should be a valid integer');
  if (!Number.isFinite(float)) return fail(run, place, input, 'finite_number', 'Input should be a finite number');
  if (!Number.isInteger(float)) {
    const msg = 'Input should be a valid integer, got a number with a fractional part';
    return fail(run, place, input, 'int_from_float', msg);
  }
  return Math.abs(float) < 2 ** 63 ? pyInt(BigInt(float)) : failIntSize(input, place, run);
}

/** The error of an int that Pydantic does not hold. */
export function failIntSize(input: PyValue, place: Location | undefined, run: Run): Failed {
  const msg = 'Unable to parse input string as an integer, exceeded maximum size';
  return fail(run, place, input, 'int_parsing_size', msg);
}

function intOfString(text: string, place: Location | undefined, run: Run): number | bigint | Failed {
  if (isBroken(text)) return failUnicode(text, place, run);
  if (isInteger(text)) return text.length > maxDigits ? failIntSize(text, place, run) : pyInt(BigInt(text));
  // A string that is too long, once cleaned, is not an int at all to Pydantic.
  const cleaned = cleanInt(text);
  if (cleaned !== undefined && isInteger(cleaned) && cleaned.length <= maxDigits) return pyInt(BigInt(cleaned));
  const msg = 'Input should be a valid integer, unable to parse string as an integer';
  return fail(run, place, text, 'int_parsing', msg);
}

function isInteger(text: string): boolean {
  return /^-?(?:0|[1-9][0-9]*)$/.test(text);
}

/** The digits without blanks, a plus, leading zeros, `.0` and single underscores; `undefined` where a sign or a first digit is wrong. */
function cleanInt(text: string): string | undefined {
  const parts = /^(\+?)(-?)([0-9].*)$/s.exec(rustTrim(text));
  if (parts === null || (parts[1] && parts[2])) return undefined;
  let digits = parts[3] ?? '';
  const zeros = /^0[0_]*/.exec(digits)?.[0].length ?? 0;
  if (zeros > 0) {
    const next = digits[zeros];
    if (next !== undefined && !/[-.1-9]/.test(next)) return undefined;
    digits = digits.slice(next === undefined || next === '.' ? zeros - 1 : zeros);
  }
  const point = digits.indexOf('.');
  if (point >= 0 && /^0+$/.test(digits.slice(point + 1))) digits = digits.slice(0, point);
  if (!digits.startsWith('_') && !digits.endsWith('_') && !digits.includes('__')) digits = digits.replaceAll('_', '');
  return parts[2] + digits;
}
