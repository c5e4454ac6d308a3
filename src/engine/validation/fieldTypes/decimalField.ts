import { PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { floatRepr } from '../../python/index.ts';
import { isPyInt, pyFloatValue } from '../pyNumber.ts';
import { counted, rustTrim } from '../text.ts';
import { type Failed, fail, floorExactness, type Location, lax, type Run, type Validator } from '../validator.ts';
import { type Bounds, checkBounds, type Ordering } from './numberFields.ts';

/** The constraints of a Decimal. */
export interface DecimalRules {
  readonly bounds: Bounds<DecimalNumber>;
  readonly maxDigits?: number;
  readonly decimalPlaces?: number;
}

const ordering: Ordering<DecimalNumber> = {
  compare: compareDecimals,
  isMultiple: isDecimalMultiple,
  print: decimalText,
};

/** A Decimal: from a string, an int, or a float by its repr. */
export function decimalField(rules: DecimalRules): Validator {
  return {
    name: 'decimal',
    validate(input, place, run) {
      floorExactness(run, lax);
      const text = textOf(input);
      if (text === undefined) {
        const msg = 'Decimal input should be an integer, float, string or Decimal object';
        return fail(run, place, input, 'decimal_type', msg);
      }
      const decimal = parseDecimal(text);
      if (decimal === undefined) return fail(run, place, input, 'decimal_parsing', 'Input should be a valid decimal');
      if (decimal === 'special') return fail(run, place, input, 'finite_number', 'Input should be a finite number');
      const wrong =
        checkDigits(decimal, rules, input, place, run) ??
        checkBounds(decimal, rules.bounds, ordering, input, place, run);
      const written = decimalText(decimal);
      return wrong ?? new PyOpaque('Decimal', `Decimal('${written}')`, written);
    },
  };
}

function textOf(input: PyValue): string | undefined {
  if (typeof input === 'string') return input;
  if (isPyInt(input)) return String(input);
  const float = pyFloatValue(input);
  return float === undefined ? undefined : floatRepr(float);
}

function checkDigits(
  decimal: DecimalNumber,
  { maxDigits, decimalPlaces }: DecimalRules,
  input: PyValue,
  place: Location | undefined,
  run: Run,
): Failed | undefined {
  // Zeros at the end never break a rule: both ways of counting must.
  const counts = [decimalDigits(decimal, false), decimalDigits(decimal, true)];
  const refuse = (type: string, words: string): Failed =>
    fail(run, place, input, type, `Decimal input should have no more than ${words}`);
  if (maxDigits !== undefined && counts.every(({ digits }) => digits > maxDigits))
    return refuse('decimal_max_digits', `${counted(maxDigits, 'digit')} in total`);
  if (decimalPlaces === undefined) return undefined;
  if (counts.every(({ places }) => places > decimalPlaces))
    return refuse('decimal_max_places', counted(decimalPlaces, 'decimal place'));
  const whole = Math.max(0, (maxDigits ?? Infinity) - decimalPlaces);
  if (counts.every(({ digits, places }) => digits - places > whole))
    return refuse('decimal_whole_digits', `${counted(whole, 'digit')} before the decimal point`);
  return undefined;
}

/** A finite Python Decimal: sign, digits without leading zeros (`0` for zero) and the exponent of ten of the last digit. */
export interface DecimalNumber {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

/** The largest exponent that Python's decimal can hold. */
const maxExponent = 999_999_999_999_999_999n;
const finite = /^([+-]?)(?:(\p{Nd}+)(?:\.(\p{Nd}*))?|\.(\p{Nd}+))(?:[eE]([+-]?\p{Nd}+))?$/u;
const special = /^[+-]?(?:inf|infinity|s?nan\p{Nd}*)$/iu;

/** Python's `Decimal(text)`; `special` for infinities and NaNs, `undefined` where it raises. Blanks around and underscores are dropped. */
export function parseDecimal(text: string): DecimalNumber | 'special' | undefined {
  const clean = rustTrim(text).replaceAll('_', '');
  const parts = finite.exec(clean);
  if (parts === null) return special.test(clean) ? 'special' : undefined;
  const [, sign, whole = '', fraction = parts[4] ?? '', , exponentText = '0'] = parts;
  const digits = toAsciiDigits(whole + fraction).replace(/^0+(?=.)/, '');
  const exponent = BigInt(toAsciiDigits(exponentText).replace(/^\+/, '').slice(0, 400)) - BigInt(fraction.length);
  const adjusted = exponent + BigInt(digits.length - 1);
  if (digits !== '0' && (adjusted > maxExponent || adjusted < -maxExponent)) return undefined;
  return { isNegative: sign === '-', digits, exponent: Number(exponent) };
}

/** The decimal digits of any script as 0 to 9. */
function toAsciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, digit => String(digitValue(digit)));
}

// The digits of a script stand together, ten in a row from its zero; where several rows touch, all are multiples of ten apart.
function digitValue(digit: string): number {
  const code = digit.codePointAt(0)!;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1)) && code - first < 60) first--;
  return (code - first) % 10;
}

/** Python's `str(decimal)`. */
function decimalText({ isNegative, digits, exponent }: DecimalNumber): string {
  const sign = isNegative ? '-' : '';
  const adjusted = exponent + digits.length - 1;
  if (exponent <= 0 && adjusted >= -6) {
    if (exponent === 0) return sign + digits;
    const padded = digits.padStart(1 - exponent, '0');
    return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
  }
  const mantissa = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
  return `${sign}${mantissa}E${adjusted >= 0 ? '+' : ''}${adjusted}`;
}

/** Compares two decimals: negative, zero or positive. */
function compareDecimals(a: DecimalNumber, b: DecimalNumber): number {
  const [signA, signB] = [signOf(a), signOf(b)];
  if (signA !== signB || signA === 0) return signA - signB;
  const order = a.exponent + a.digits.length - (b.exponent + b.digits.length) || compareDigits(a.digits, b.digits);
  return signA * order;
}

function signOf({ isNegative, digits }: DecimalNumber): number {
  return digits === '0' ? 0 : isNegative ? -1 : 1;
}

function compareDigits(a: string, b: string): number {
  const length = Math.max(a.length, b.length);
  const [left, right] = [a.padEnd(length, '0'), b.padEnd(length, '0')];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A division of longer numbers would be slow. */
const maxDivisionDigits = 5000;

/** True when the value is a multiple of `of`. Numbers with thousands of digits are not divided: they count as multiples. */
function isDecimalMultiple(value: DecimalNumber, of: DecimalNumber): boolean {
  const shift = Math.min(value.exponent, of.exponent);
  const [left, right] = [value.exponent - shift, of.exponent - shift];
  const isLong = value.digits.length + left > maxDivisionDigits || of.digits.length + right > maxDivisionDigits;
  if (isLong || of.digits === '0') return true;
  return BigInt(value.digits + '0'.repeat(left)) % BigInt(of.digits + '0'.repeat(right)) === 0n;
}

/** How many digits a decimal has after the point and in all, as Pydantic counts them; `normalized` without zeros at the end. */
function decimalDigits(value: DecimalNumber, normalized: boolean): { places: number; digits: number } {
  let { digits, exponent } = value;
  if (normalized) {
    let end = digits.length;
    while (end > 1 && digits[end - 1] === '0') end--;
    const kept = digits.slice(0, end);
    exponent = digits === '0' ? 0 : exponent + digits.length - kept.length;
    digits = kept;
  }
  if (exponent >= 0) return { places: 0, digits: digits.length + exponent };
  return { places: -exponent, digits: Math.max(digits.length, -exponent) };
}
