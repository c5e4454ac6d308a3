import { pyFloat, pyInt } from '../../core/pyValue.ts';
import { pyRepr } from '../repr.ts';
import type { FilterTable } from './filterTable.ts';
import type { Context } from './jinjaContext.ts';
import { JinjaError } from './jinjaError.ts';
import { type Numeric, numberOf, numericOf, parseFloatText, parseInteger } from './jinjaNumbers.ts';
import { binary } from './jinjaOperators.ts';
import { pformat } from './pformat.ts';
import { roundFloat, roundInteger } from './roundNumber.ts';
import { type JinjaValue, str, textOf, truth, typeName, Undefined } from './value.ts';

/** Jinja's filters of numbers and of single values. */
export const valueFilters: FilterTable = {
  abs: [
    [],
    value => {
      const number = numericOf(value);
      if (number === undefined) throw new JinjaError('TypeError', `bad operand type for abs(): '${typeName(value)}'`);
      return numberOf(number < 0 ? -number : number);
    },
  ],
  attr: [
    ['name'],
    (value, given, context) => {
      const name = str(given.get('name'));
      if (value instanceof Undefined) return value.fail();
      return context.attribute(value, name);
    },
  ],
  d: [['default_value?', 'boolean?'], (value, given) => orDefault(value, given)],
  default: [['default_value?', 'boolean?'], (value, given) => orDefault(value, given)],
  filesizeformat: [['binary?'], (value, given) => fileSize(toFloat(value), given.flag('binary'))],
  float: [
    ['default?'],
    (value, given) => {
      if (value instanceof Undefined) return value.fail();
      const text = textOf(value);
      const number = text === undefined ? numericOf(value) : parseFloatText(text);
      return number === undefined
        ? given.has('default')
          ? given.get('default')
          : pyFloat(0)
        : pyFloat(Number(number));
    },
  ],
  int: [
    ['default?', 'base?'],
    (value, given) => {
      if (value instanceof Undefined) return value.fail();
      const text = textOf(value);
      const whole = text === undefined ? undefined : parseInteger(text, given.int('base', 10));
      if (whole !== undefined) return pyInt(whole);
      const number = text === undefined ? numericOf(value) : parseFloatText(text);
      if (typeof number === 'bigint') return pyInt(number);
      if (number === undefined || !Number.isFinite(number)) return given.has('default') ? given.get('default') : 0;
      return pyInt(BigInt(Math.trunc(number)));
    },
  ],
  pprint: [[], value => pformat(value)],
  round: [
    ['precision?', 'method?'],
    (value, given, context) => rounded(value, given.int('precision', 0), given.text('method', 'common'), context),
  ],
};

function orDefault(value: JinjaValue, given: Parameters<FilterTable[string][1]>[1]): JinjaValue {
  if (!(value instanceof Undefined) && !(given.flag('boolean') && !truth(value))) return value;
  return given.has('default_value') ? given.get('default_value') : '';
}

function requireNumber(value: JinjaValue, message: (type: string) => string): Numeric {
  if (value instanceof Undefined) value.fail();
  const number = numericOf(value);
  if (number === undefined) throw new JinjaError('TypeError', message(typeName(value)));
  return number;
}

/** Python's `float(value)`. Raises its errors. */
function toFloat(value: JinjaValue): number {
  const text = textOf(value);
  if (text === undefined)
    return Number(requireNumber(value, type => `float() argument must be a string or a real number, not '${type}'`));
  const number = parseFloatText(text);
  if (number === undefined) throw new JinjaError('ValueError', `could not convert string to float: ${pyRepr(text)}`);
  return number;
}

function fileSize(bytes: number, isBinary: boolean): string {
  const base = isBinary ? 1024 : 1000;
  if (bytes === 1) return '1 Byte';
  if (bytes < base) return `${Math.trunc(bytes)} Bytes`;
  const letters = [...'KMGTPEZY'];
  const index = letters.findIndex((_, i) => bytes < base ** (i + 2));
  const at = index === -1 ? letters.length - 1 : index;
  const letter = at === 0 && !isBinary ? 'k' : letters[at];
  return `${((base * bytes) / base ** (at + 2)).toFixed(1)} ${letter}${isBinary ? 'iB' : 'B'}`;
}

function rounded(value: JinjaValue, precision: number, method: string, context: Context): JinjaValue {
  if (!['common', 'ceil', 'floor'].includes(method))
    throw new JinjaError('FilterArgumentError', 'method must be common, ceil or floor');
  const number = numericOf(value);
  if (method === 'common' && number === undefined)
    throw new JinjaError('TypeError', `type ${typeName(value)} doesn't define __round__ method`);
  if (number === undefined) {
    const product = binary('mul', value, 1, context);
    throw new JinjaError('TypeError', `must be real number, not ${typeName(product)}`);
  }
  if (method === 'common')
    return typeof number === 'bigint' ? pyInt(roundInteger(number, precision)) : pyFloat(roundFloat(number, precision));
  const scaled = Number(number) * 10 ** precision;
  return pyFloat((method === 'ceil' ? Math.ceil(scaled) : Math.floor(scaled)) / 10 ** precision);
}
