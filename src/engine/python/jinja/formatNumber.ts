import { floatRepr } from '../floatRepr.ts';
import { JinjaError } from './jinjaError.ts';
import { numericOf } from './jinjaNumbers.ts';
import { type JinjaValue, repr, str, textOf, typeName } from './value.ts';

/** How a value is to be written: Python's flags, width, precision and conversion. */
export interface NumberFormat {
  readonly type: string;
  readonly precision: number | undefined;
  readonly sign: string;
  readonly isAlternate: boolean;
  readonly separator?: string;
}

/** A number in Python's `%` and `format` conversions `d i u x X o b e E f F g G`, with its sign. Raises `TypeError` for what is not a number. */
export function formatNumber(value: JinjaValue, format: NumberFormat): string {
  const number = numericOf(value);
  if (number === undefined)
    throw new JinjaError('TypeError', `%${format.type} format: a real number is required, not ${typeName(value)}`);
  const isNegative = number < 0 || Object.is(number, -0);
  const digits = 'diuxXob'.includes(format.type) ? integerDigits(number, format) : floatDigits(number, format);
  const grouped = format.separator ? digits.replace(/^\d+/, whole => group(whole, format.separator ?? '')) : digits;
  return (isNegative ? '-' : format.sign === '-' ? '' : format.sign) + grouped;
}

function group(whole: string, separator: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, separator);
}

function integerDigits(number: number | bigint, { type, isAlternate }: NumberFormat): string {
  if (typeof number === 'number' && !Number.isFinite(number))
    throw new JinjaError('ValueError', 'cannot convert float NaN to integer');
  const whole = typeof number === 'bigint' ? number : BigInt(Math.trunc(number));
  const size = whole < 0n ? -whole : whole;
  const radix = { x: 16, X: 16, o: 8, b: 2 }[type] ?? 10;
  const digits = size.toString(radix);
  const prefix = isAlternate ? ({ x: '0x', X: '0X', o: '0o', b: '0b' }[type] ?? '') : '';
  return prefix + (type === 'X' ? digits.toUpperCase() : digits);
}

function floatDigits(number: number | bigint, { type, precision }: NumberFormat): string {
  const size = Math.abs(Number(number));
  if (!Number.isFinite(size)) return floatRepr(size);
  const lower = type.toLowerCase();
  const places = Math.min(precision ?? 6, 100);
  let digits: string;
  if (lower === 'f')
    digits = size >= 1e21 ? `${BigInt(size)}${places > 0 ? `.${'0'.repeat(places)}` : ''}` : size.toFixed(places);
  else if (lower === 'e') digits = exponent(size.toExponential(places));
  else digits = general(size, Math.max(1, places));
  return type === lower ? digits : digits.toUpperCase();
}

function general(size: number, precision: number): string {
  const scientific = size.toExponential(precision - 1);
  const power = Number(scientific.split('e')[1] ?? 0);
  const strip = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  if (power < -4 || power >= precision) {
    const [mantissa = '0', rest = '+0'] = scientific.split('e');
    return exponent(`${strip(mantissa)}e${rest}`);
  }
  return strip(size.toFixed(Math.max(0, precision - 1 - power)));
}

function exponent(text: string): string {
  return text.replace(/e([-+])(\d)$/, 'e$10$2');
}

const conversion = /%(?:\(([^)]*)\))?([-#0 +]*)(\*|\d+)?(?:\.(\*|\d*))?[hlL]?(.)?/gsu;

/** Python's `text % values`, where `values` is a tuple's items or a dict. Raises Python's `TypeError`, `ValueError` or `KeyError`. */
export function printf(
  text: string,
  values: JinjaValue,
  items: readonly JinjaValue[],
  get: (key: string) => JinjaValue,
): string {
  let next = 0;
  const take = () => {
    const item = items[next++];
    if (item === undefined) throw new JinjaError('TypeError', 'not enough arguments for format string');
    return item;
  };
  let usesKeys = false;
  const result = text.replace(conversion, (match, key: string | undefined, flags: string, width, precision, type) => {
    if (type === undefined) throw new JinjaError('ValueError', 'incomplete format');
    if (type === '%') return '%';
    if (!'diouxXeEfFgGcrsa'.includes(type))
      throw new JinjaError('ValueError', `unsupported format character '${type}' in ${JSON.stringify(match)}`);
    usesKeys ||= key !== undefined;
    const size = width === '*' ? Number(numericOf(take())) : Number(width ?? 0);
    const places =
      precision === '*' ? Number(numericOf(take())) : precision === undefined ? undefined : Number(precision);
    const value = key === undefined ? take() : get(key);
    return padded(converted(value, type, flags, places), Math.min(size, 10_000), flags, 'diouxXeEfFgG'.includes(type));
  });
  if (!usesKeys && next < items.length && textOf(values) === undefined)
    throw new JinjaError('TypeError', 'not all arguments converted during string formatting');
  return result;
}

function converted(value: JinjaValue, type: string, flags: string, precision: number | undefined): string {
  if (type === 's' || type === 'r' || type === 'a') {
    const text = type === 's' ? str(value) : repr(value);
    return precision === undefined ? text : [...text].slice(0, precision).join('');
  }
  if (type === 'c') return textOf(value) ?? String.fromCodePoint(Number(numericOf(value) ?? 0));
  const sign = flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '-';
  const written = formatNumber(value, { type, precision, sign, isAlternate: flags.includes('#') });
  if (precision === undefined || !'diouxX'.includes(type)) return written;
  return written.replace(/\d+$/, digits => digits.padStart(Math.min(precision, 10_000), '0'));
}

function padded(text: string, width: number, flags: string, isNumber: boolean): string {
  const missing = width - [...text].length;
  if (missing <= 0) return text;
  if (flags.includes('-')) return text + ' '.repeat(missing);
  if (isNumber && flags.includes('0')) return text.replace(/^([-+ ]?(?:0[xXob])?)/, `$1${'0'.repeat(missing)}`);
  return ' '.repeat(missing) + text;
}
