import { EngineError } from '../core/errors.ts';
import { isPyDict, isPyList, type PyValue, pyTypeName } from '../core/pyValue.ts';
import { codePointLength } from './codePoints.ts';
import { pyGetItem } from './containers.ts';
import { escapeNonAscii, pyRepr, pyStr } from './repr.ts';

/** A part of a format string: literal text, then perhaps a field. */
export interface FormatPart {
  readonly literal: string;
  readonly field?: { readonly name: string; readonly conversion: string; readonly spec: string };
}

/** Python's `string.Formatter().parse(format)`, doubled braces already single. Raises its `ValueError`. Linear. */
export function parseFormat(format: string): readonly FormatPart[] {
  const parts: FormatPart[] = [];
  let literal = '';
  let pos = 0;
  while (pos < format.length) {
    const brace = nextBrace(format, pos);
    literal += format.slice(pos, brace);
    if (brace === format.length) break;
    const character = format.charAt(brace);
    pos = brace + 1;
    if (format.charAt(pos) === character) {
      literal += character;
      pos++;
    } else if (character === '}' || pos === format.length) {
      throw new EngineError('ValueError', `Single '${character}' encountered in format string`);
    } else {
      const { end, ...field } = readField(format, pos);
      parts.push({ literal, field });
      literal = '';
      pos = end;
    }
  }
  return literal === '' ? parts : [...parts, { literal }];
}

/**
 * Python's `format.format(**values)`: fields with an index in brackets, conversions, and width, alignment and precision
 * of strings and integers. Raises what Python raises; other format specifiers are a `ValueError`.
 */
export function strFormat(format: string, values: ReadonlyMap<string, PyValue>): string {
  return parseFormat(format)
    .map(({ literal, field }) => {
      if (!field) return literal;
      const value = convert(lookUp(field.name, values), field.conversion);
      return literal + (field.spec === '' ? pyStr(value) : applySpec(value, field.spec));
    })
    .join('');
}

function nextBrace(format: string, from: number): number {
  let i = from;
  while (i < format.length && format.charAt(i) !== '{' && format.charAt(i) !== '}') i++;
  return i;
}

/** The field whose opening brace is before `start`; `end` is behind its closing one. */
function readField(format: string, start: number) {
  let pos = start;
  while (pos < format.length && !'}:!'.includes(format.charAt(pos))) {
    if (format.charAt(pos) === '{') throw new EngineError('ValueError', "unexpected '{' in field name");
    const bracket = format.charAt(pos) === '[' ? format.indexOf(']', pos) : pos;
    pos = bracket === -1 ? format.length : bracket + 1;
  }
  if (pos >= format.length) throw new EngineError('ValueError', "expected '}' before end of string");
  const name = format.slice(start, pos);
  let conversion = '';
  if (format.charAt(pos) === '}') return { name, conversion, spec: '', end: pos + 1 };
  if (format.charAt(pos) === '!') {
    if (pos + 1 >= format.length)
      throw new EngineError('ValueError', 'end of string while looking for conversion specifier');
    conversion = format.charAt(pos + 1);
    pos += 2;
    if (format.charAt(pos) === '}') return { name, conversion, spec: '', end: pos + 1 };
    if (pos < format.length && format.charAt(pos) !== ':')
      throw new EngineError('ValueError', "expected ':' after conversion specifier");
  }
  const specStart = pos + 1;
  let depth = 1;
  for (pos = specStart; pos < format.length; pos++) {
    if (format.charAt(pos) === '{') depth++;
    else if (format.charAt(pos) === '}' && --depth === 0)
      return { name, conversion, spec: format.slice(specStart, pos), end: pos + 1 };
  }
  throw new EngineError('ValueError', "unmatched '{' in format spec");
}

function lookUp(fieldName: string, values: ReadonlyMap<string, PyValue>): PyValue {
  const rest = fieldName.search(/[.[]/);
  const name = rest === -1 ? fieldName : fieldName.slice(0, rest);
  if (/^[0-9]*$/.test(name))
    throw new EngineError('IndexError', `Replacement index ${Number(name)} out of range for positional args tuple`);
  let value = values.get(name);
  if (value === undefined) throw new EngineError('KeyError', pyRepr(name));
  for (const [, attribute, index] of fieldName.slice(name.length).matchAll(/\.([^.[]*)|\[([^\]]*)(?:\]|$)/g)) {
    if (index === undefined)
      throw new EngineError('AttributeError', `'${pyTypeName(value)}' object has no attribute '${attribute}'`);
    value = pyGetItem(value, /^[0-9]+$/.test(index) ? Number(index) : index);
  }
  return value;
}

function convert(value: PyValue, conversion: string): PyValue {
  if (conversion === '') return value;
  if (conversion === 's') return pyStr(value);
  if (conversion === 'r') return pyRepr(value);
  if (conversion === 'a') return escapeNonAscii(pyRepr(value));
  throw new EngineError('ValueError', `Unknown conversion specifier ${conversion}`);
}

function applySpec(value: PyValue, spec: string): string {
  const isText = typeof value === 'string';
  const isInt = typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
  const match = /^(?:(.)?([<>^]))?([0-9]{0,4})(?:\.([0-9]{1,9}))?([sd])?$/su.exec(spec);
  const [, fill = ' ', alignment = isText ? '<' : '>', width = '', precision, code] = match ?? [];
  if (value === null || isPyList(value) || isPyDict(value))
    throw new EngineError('TypeError', `unsupported format string passed to ${pyTypeName(value)}.__format__`);
  if (code !== undefined && (isText ? code === 'd' : !isInt || code === 's'))
    throw new EngineError('ValueError', `Unknown format code '${code}' for object of type '${pyTypeName(value)}'`);
  if (isInt && precision !== undefined)
    throw new EngineError('ValueError', 'Precision not allowed in integer format specifier');
  if (!match || (!isText && !isInt))
    throw new EngineError('ValueError', `Invalid format specifier '${spec}' for object of type '${pyTypeName(value)}'`);
  const text = isText && precision !== undefined ? [...value].slice(0, Number(precision)).join('') : pyStr(value);
  const missing = Math.max(0, Number(width) - codePointLength(text));
  const before = alignment === '<' ? 0 : alignment === '>' ? missing : missing >> 1;
  return fill.repeat(before) + text + fill.repeat(missing - before);
}
