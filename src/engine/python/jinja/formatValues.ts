import { floatRepr } from '../repr.ts';
import { parseFormat } from '../strFormat.ts';
import { JinjaError } from './jinjaError.ts';
import { numericOf } from './jinjaNumbers.ts';
import {
  asciiRepr,
  isDict,
  isList,
  type JinjaValue,
  type Keywords,
  PyTuple,
  repr,
  str,
  textOf,
  typeName,
} from './value.ts';

/** Python's `text.format(*args, **keywords)`. `item` looks up what a field has behind its name: `[key]` or `.name`. Raises Python's errors. */
export function formatText(
  text: string,
  args: readonly JinjaValue[],
  keywords: Keywords,
  item: (value: JinjaValue, key: string, isAttribute: boolean) => JinjaValue,
): string {
  let automatic = 0;
  return parseFormat(text)
    .map(({ literal, field }) => {
      if (!field) return literal;
      const name = /^[^.[]*/.exec(field.name)?.[0] ?? '';
      const index = name === '' ? automatic++ : /^\d+$/.test(name) ? Number(name) : undefined;
      let value = index === undefined ? keywords.get(name) : args[index];
      if (value === undefined)
        throw index === undefined
          ? new JinjaError('KeyError', repr(name))
          : new JinjaError('IndexError', `Replacement index ${index} out of range for positional args tuple`);
      for (const [, attribute, key] of field.name.slice(name.length).matchAll(/\.([^.[]*)|\[([^\]]*)(?:\]|$)/g))
        value = item(value, attribute ?? key ?? '', attribute !== undefined);
      value = convert(value, field.conversion);
      return literal + (field.spec === '' ? str(value) : applySpec(value, field.spec));
    })
    .join('');
}

/** A value as `!r`, `!s` or `!a` writes it. Raises Python's `ValueError` for any other letter. */
function convert(value: JinjaValue, conversion: string): JinjaValue {
  switch (conversion) {
    case '':
      return value;
    case 's':
      return str(value);
    case 'r':
      return repr(value);
    case 'a':
      return asciiRepr(value);
    default:
      throw new JinjaError('ValueError', `Unknown conversion specifier ${conversion}`);
  }
}

const specPattern = /^(?:(.)?([<>^=]))?([-+ ])?(#)?(0)?(\d{1,4})?([,_])?(?:\.(\d{1,3}))?([a-zA-Z%])?$/su;

/** Python's `format(value, spec)`. Raises its `ValueError`, and its `TypeError` for what is neither text nor a number. */
function applySpec(value: JinjaValue, spec: string): string {
  const match = specPattern.exec(spec);
  const number = numericOf(value);
  const text = textOf(value);
  if (number === undefined && text === undefined)
    throw new JinjaError('TypeError', `unsupported format string passed to ${typeName(value)}.__format__`);
  if (!match) throw refused(`Invalid format specifier '${spec}' for object of type '${typeName(value)}'`);
  const [, fill, align, sign = '-', alternate, zero, width = '', separator, precision, type = ''] = match;
  let written: string;
  if (text !== undefined) {
    if (separator && (type === '' || type === 's')) throw refused(`Cannot specify '${separator}' with 's'.`);
    if (type !== '' && type !== 's') throw unknownCode(type, value);
    if (match[3] !== undefined)
      throw refused(`${sign === ' ' ? 'Space' : 'Sign'} not allowed in string format specifier`);
    if (alternate) throw refused('Alternate form (#) not allowed in string format specifier');
    if (align === '=') throw refused("'=' alignment not allowed in string format specifier");
    written = precision === undefined ? text : [...text].slice(0, Number(precision)).join('');
  } else if (type === '' && precision === undefined && typeof number === 'number') {
    written = (number >= 0 && sign !== '-' ? sign : '') + str(value);
  } else if (type === 'c' && typeof number === 'bigint') {
    written = character(number);
  } else {
    const isInteger = typeof number === 'bigint';
    const kind = type === '' || type === 'n' ? (isInteger ? 'd' : 'g') : type === '%' ? 'f' : type;
    if (!(isInteger ? 'dxXobeEfFgG' : 'eEfFgG').includes(kind)) throw unknownCode(type, value);
    if (precision !== undefined && 'dxXob'.includes(kind))
      throw refused('Precision not allowed in integer format specifier');
    const scaled = type === '%' ? Number(number) * 100 : value;
    const places = precision === undefined ? undefined : Number(precision);
    written = formatNumber(scaled, {
      type: kind,
      precision: places,
      sign,
      isAlternate: alternate !== undefined,
      ...(separator && { separator }),
    });
    if (type === '%') written += '%';
  }
  const missing = Number(width) - [...written].length;
  if (missing <= 0) return written;
  const padding = (fill ?? (zero ? '0' : ' ')).repeat(missing);
  const side = align ?? (zero && number !== undefined ? '=' : text === undefined ? '>' : '<');
  if (side === '=') return written.replace(/^([-+ ]?)/, `$1${padding}`);
  if (side === '<') return written + padding;
  if (side === '>') return padding + written;
  const before = missing >> 1;
  return padding.slice(0, before) + written + padding.slice(before);
}

function unknownCode(type: string, value: JinjaValue): JinjaError {
  return refused(`Unknown format code '${type}' for object of type '${typeName(value)}'`);
}

function refused(message: string): JinjaError {
  return new JinjaError('ValueError', message);
}

/** How a value is to be written: Python's flags, width, precision and conversion. */
export interface NumberFormat {
  readonly type: string;
  readonly precision: number | undefined;
  readonly sign: string;
  readonly isAlternate: boolean;
  readonly separator?: string;
}

/** A number in Python's `%` and `format` conversions `d i u x X o b e E f F g G`, with its sign. Raises `TypeError` for what is not a number. */
function formatNumber(value: JinjaValue, format: NumberFormat): string {
  const number = numericOf(value);
  if (number === undefined)
    throw new JinjaError('TypeError', `%${format.type} format: a real number is required, not ${typeName(value)}`);
  const isInteger = 'diuxXob'.includes(format.type);
  // What an integer is cut to has no sign where it is zero.
  const isNegative = isInteger ? number <= -1 : number < 0 || Object.is(number, -0);
  const digits = isInteger ? integerDigits(number, format) : floatDigits(number, format);
  const grouped = format.separator ? digits.replace(/^\d+/, whole => group(whole, format.separator ?? '')) : digits;
  return (isNegative ? '-' : format.sign === '-' ? '' : format.sign) + grouped;
}

function group(whole: string, separator: string): string {
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return groups.join(separator);
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

function floatDigits(number: number | bigint, { type, precision, isAlternate }: NumberFormat): string {
  const size = Math.abs(Number(number));
  if (!Number.isFinite(size)) return floatRepr(size);
  const lower = type.toLowerCase();
  const places = Math.min(precision ?? 6, 100);
  let digits: string;
  if (lower === 'f') digits = fixed(size, places);
  else if (lower === 'e') digits = exponent(scientific(size, places));
  else digits = general(size, Math.max(1, places), isAlternate);
  if (isAlternate && !digits.includes('.')) digits = digits.replace(/\d+/, '$&.');
  return type === lower ? digits : digits.toUpperCase();
}

function withoutZeros(text: string): string {
  let end = text.length;
  while (text.endsWith('0', end)) end--;
  return text.slice(0, text.endsWith('.', end) ? end - 1 : end);
}

function general(size: number, precision: number, keepsZeros: boolean): string {
  const [mantissa = '0', rest = '+0'] = scientific(size, precision - 1).split('e');
  const power = Number(rest);
  const strip = (text: string) => (text.includes('.') && !keepsZeros ? withoutZeros(text) : text);
  if (power < -4 || power >= precision) return exponent(`${strip(mantissa)}e${rest}`);
  return strip(fixed(size, Math.max(0, precision - 1 - power)));
}

/** How many more digits show whether a float lies exactly between two decimals. */
const moreDigits = 25;
const half = /^50*$/;

/** `toFixed` as Python writes it: what lies exactly between two decimals becomes the even one, and there are no powers from 1e21 on. */
export function fixed(size: number, places: number): string {
  if (size >= 1e21) return `${BigInt(size)}${places > 0 ? `.${'0'.repeat(places)}` : ''}`;
  const digits = size.toFixed(places);
  const all = size.toFixed(Math.min(100, places + moreDigits));
  const isHalf = places < 100 && half.test(all.slice(all.indexOf('.') + 1 + places));
  return isHalf ? toEven(digits) : digits;
}

/** `toExponential` in the same way. */
function scientific(size: number, places: number): string {
  const [digits = '', power] = size.toExponential(places).split('e');
  const [all = '', allPower] = size.toExponential(Math.min(100, places + moreDigits)).split('e');
  const isHalf = places < 100 && power === allPower && half.test(all.slice(2 + places));
  return `${isHalf ? toEven(digits) : digits}e${power}`;
}

function toEven(roundedUp: string): string {
  return roundedUp.replace(/[13579]$/, odd => String(Number(odd) - 1));
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
  // Python takes dicts and lists for mappings, which need not be used up.
  if (!usesKeys && next < items.length && !isDict(values) && (!isList(values) || values instanceof PyTuple))
    throw new JinjaError('TypeError', 'not all arguments converted during string formatting');
  return result;
}

function converted(value: JinjaValue, type: string, flags: string, precision: number | undefined): string {
  if (type === 's' || type === 'r' || type === 'a') {
    const text = type === 's' ? str(value) : type === 'a' ? asciiRepr(value) : repr(value);
    return precision === undefined ? text : [...text].slice(0, precision).join('');
  }
  if (type === 'c') return character(value);
  if ('xXo'.includes(type) && typeof numericOf(value) !== 'bigint')
    throw new JinjaError('TypeError', `%${type} format: an integer is required, not ${typeName(value)}`);
  const sign = flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '-';
  const written = formatNumber(value, { type, precision, sign, isAlternate: flags.includes('#') });
  if (precision === undefined || !'diouxX'.includes(type)) return written;
  return written.replace(/^([-+ ]?(?:0[xXob])?)(.*)$/, (_, head: string, digits: string) => {
    return head + digits.padStart(Math.min(precision, 10_000), '0');
  });
}

/** The character of `%c`, of itself or of its code. Raises Python's `TypeError` and `OverflowError`. */
function character(value: JinjaValue): string {
  const text = textOf(value);
  const code = text === undefined ? numericOf(value) : undefined;
  if (text === undefined ? typeof code !== 'bigint' : [...text].length !== 1)
    throw new JinjaError('TypeError', '%c requires int or char');
  if (text !== undefined) return text;
  if (code! < 0 || code! > 0x10ffff) throw new JinjaError('OverflowError', '%c arg not in range(0x110000)');
  return String.fromCodePoint(Number(code));
}

function padded(text: string, width: number, flags: string, isNumber: boolean): string {
  const missing = width - [...text].length;
  if (missing <= 0) return text;
  if (flags.includes('-')) return text + ' '.repeat(missing);
  if (isNumber && flags.includes('0')) return text.replace(/^([-+ ]?(?:0[xXob])?)/, `$1${'0'.repeat(missing)}`);
  return ' '.repeat(missing) + text;
}
