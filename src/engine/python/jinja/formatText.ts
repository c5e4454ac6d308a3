import { parseFormat } from '../strFormat.ts';
import { character, formatNumber } from './formatNumber.ts';
import { JinjaError } from './jinjaError.ts';
import { numericOf } from './jinjaNumbers.ts';
import { asciiRepr, type JinjaValue, type Keywords, repr, str, textOf, typeName } from './value.ts';

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
      for (const [, attribute, key] of field.name.slice(name.length).matchAll(/\.([^.[]*)|\[([^\]]*)\]/g))
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
