import type { PyDict } from '../../core/pyValue.ts';
import { type DecimalNumber, parseDecimal } from '../decimalNumber.ts';
import type { Bounds } from '../fieldTypes/bounds.ts';
import { type DecimalRules, decimalField } from '../fieldTypes/decimalField.ts';
import { floatField } from '../fieldTypes/floatField.ts';
import { intField } from '../fieldTypes/intField.ts';
import type { Validator } from '../validator.ts';
import type { Builder } from './builder.ts';
import { numberAt, type SchemaPath, stringAt } from './schemaReader.ts';

const keys = {
  multipleOf: 'multipleOf',
  le: 'maximum',
  lt: 'exclusiveMaximum',
  ge: 'minimum',
  gt: 'exclusiveMinimum',
} as const;

const heeded = ['type', ...Object.values(keys)];

/** The validator of `type: integer`. */
export function buildInt(schema: PyDict, path: SchemaPath, builder: Builder): Validator {
  builder.reportUnchecked(schema, heeded, path);
  return intField(
    boundsOf(schema, (value, key) => {
      if (typeof value === 'bigint' || Number.isInteger(value)) return BigInt(value);
      builder.report([...path, key], 'The bound of an integer has to be an integer; it is not checked.', 'refused');
      return undefined;
    }),
  );
}

/** The validator of `type: number`. */
export function buildFloat(schema: PyDict, path: SchemaPath, builder: Builder): Validator {
  builder.reportUnchecked(schema, heeded, path);
  return floatField(boundsOf(schema, value => Number(value)));
}

function boundsOf<N>(
  schema: PyDict,
  convert: (value: number | bigint, key: string) => N | undefined,
): { -readonly [name in keyof Bounds<N>]: N } {
  const bounds: { -readonly [name in keyof Bounds<N>]: N } = {};
  for (const [name, key] of Object.entries(keys)) {
    const value = numberAt(schema, key);
    const bound = value === undefined ? undefined : convert(value, key);
    if (bound !== undefined) bounds[name as keyof Bounds<N>] = bound;
  }
  return bounds;
}

/** How Pydantic's pattern for the string form of a Decimal begins. */
const decimalPattern = '^(?!^[-+.]*$)[+-]?0*';

/** True for the string half of what Pydantic prints for a Decimal: `anyOf` a number and such a string. */
export function isDecimalString(schema: PyDict): boolean {
  return schema.get('type') === 'string' && (stringAt(schema, 'pattern') ?? '').startsWith(decimalPattern);
}

/** The validator of a Decimal; the limits of its digits can be read out of the pattern. */
export function buildDecimal(number: PyDict, string: PyDict): Validator {
  const pattern = stringAt(string, 'pattern') ?? '';
  const maxDigits = /\(\?=\[\\d\.\]\{1,(\d{1,9})\}/.exec(pattern)?.[1];
  const decimalPlaces = /(?:\\\.|\\\.\?)\\d\{0,(\d{1,9})\}0\*\$/.exec(pattern)?.[1];
  const bounds = boundsOf<DecimalNumber>(number, value => {
    const decimal = parseDecimal(String(value));
    return typeof decimal === 'object' ? decimal : undefined;
  });
  const rules: DecimalRules = {
    bounds,
    ...(maxDigits !== undefined && { maxDigits: Number(maxDigits) - 1 }),
    ...(decimalPlaces !== undefined && { decimalPlaces: Number(decimalPlaces) }),
  };
  return decimalField(rules);
}
