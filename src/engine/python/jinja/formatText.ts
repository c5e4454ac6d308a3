import { parseFormat } from '../strFormat.ts';
import { formatNumber } from './formatNumber.ts';
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

/** Python's `format(value, spec)`. Raises its `ValueError`. */
function applySpec(value: JinjaValue, spec: string): string {
  const match = specPattern.exec(spec);
  const number = numericOf(value);
  const text = textOf(value);
  if (!match || (number === undefined && text === undefined)) throw invalid(value, spec);
  const [, fill, align, sign = '-', alternate, zero, width = '', separator, precision, type = ''] = match;
  let written: string;
  if (text !== undefined) {
    if (type !== '' && type !== 's') throw invalid(value, spec);
    written = precision === undefined ? text : [...text].slice(0, Number(precision)).join('');
  } else if (type === '' && precision === undefined && typeof number === 'number') {
    written = (number >= 0 && sign !== '-' ? sign : '') + str(value);
  } else {
    const kind =
      type === '' ? (typeof number === 'bigint' ? 'd' : 'g') : type === '%' ? 'f' : type === 'n' ? 'd' : type;
    if (!'dxXobeEfFgG'.includes(kind)) throw invalid(value, spec);
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

function invalid(value: JinjaValue, spec: string): JinjaError {
  return new JinjaError('ValueError', `Invalid format specifier '${spec}' for object of type '${typeName(value)}'`);
}
