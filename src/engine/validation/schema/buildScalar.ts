import type { PyDict } from '../../core/pyValue.ts';
import type { LengthRules } from '../fieldTypes/collectionFields.ts';
import { type DecimalNumber, type DecimalRules, decimalField, parseDecimal } from '../fieldTypes/decimalField.ts';
import { type Bounds, floatField, intField } from '../fieldTypes/numberFields.ts';
import { bytesField, secretField, stringField, uuidField } from '../fieldTypes/stringFields.ts';
import { urlField } from '../fieldTypes/urlField.ts';
import { type Regex, rustRegex } from '../rustRegex/rustRegex.ts';
import { dateField, dateTimeField, timeField } from '../temporal/dateTimeFields.ts';
import { durationField } from '../temporal/durationField.ts';
import type { Validator } from '../validator.ts';
import type { Builder } from './builder.ts';
import { countAt, numberAt, type SchemaPath, stringAt } from './schemaReader.ts';

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

/** The length of the URLs that `HttpUrl` takes, which tells it from `AnyUrl`. */
const httpUrlLength = 2083;

/** The validator of `type: string`; an unknown format is reported, and any string is valid. */
export function buildString(schema: PyDict, path: SchemaPath, builder: Builder): Validator {
  const format = stringAt(schema, 'format') ?? '';
  builder.reportUnchecked(schema, ['type', ...rulesOf(format)], path);
  const [min, max] = [countAt(schema, 'minLength'), countAt(schema, 'maxLength')];
  const lengths: LengthRules = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  switch (format) {
    case 'date-time':
      return dateTimeField;
    case 'date':
      return dateField;
    case 'time':
      return timeField;
    case 'duration':
      return durationField;
    case 'uri':
      return urlField(max === httpUrlLength ? 'HttpUrl' : 'AnyUrl', max);
    case 'binary':
      return bytesField(lengths);
    case 'password':
      return secretField(lengths);
  }
  const uuid = /^uuid([1-8]?)$/.exec(format);
  if (uuid) return uuidField(uuid[1] ? Number(uuid[1]) : undefined);
  if (format !== '') builder.report([...path, 'format'], `The format \`${format}\` is not checked.`);
  const pattern = stringAt(schema, 'pattern');
  const regex = pattern === undefined ? undefined : buildPattern(pattern, [...path, 'pattern'], builder);
  return stringField({
    ...(min !== undefined && { minLength: min }),
    ...(max !== undefined && { maxLength: max }),
    ...(regex && { pattern: regex }),
  });
}

/** The keywords that are heeded beside a format. */
function rulesOf(format: string): readonly string[] {
  if (/^(?:date|date-time|time|duration|uuid[1-8]?)$/.test(format)) return [];
  const lengths = ['minLength', 'maxLength'];
  return ['uri', 'binary', 'password'].includes(format) ? lengths : [...lengths, 'pattern'];
}

/** The compiled pattern; one that Rust would not take is reported and not checked. */
export function buildPattern(pattern: string, path: SchemaPath, builder: Builder): Regex | undefined {
  const regex = rustRegex(pattern);
  if (!(regex instanceof Error)) return regex;
  builder.report(
    path,
    `Pydantic's regex engine would not take this pattern (${regex.message}); it is not checked.`,
    'refused',
  );
  return undefined;
}
