import type { PyDict } from '../../core/pyValue.ts';
import type { LengthRules } from '../fieldTypes/collectionFields.ts';
import { bytesField, secretField, stringField } from '../fieldTypes/stringFields.ts';
import { urlField } from '../fieldTypes/urlField.ts';
import { uuidField } from '../fieldTypes/uuidField.ts';
import { type Regex, rustRegex } from '../rustRegex/rustRegex.ts';
import { dateField, dateTimeField, timeField } from '../temporal/dateTimeFields.ts';
import { durationField } from '../temporal/durationField.ts';
import type { Validator } from '../validator.ts';
import type { Builder } from './builder.ts';
import { countAt, type SchemaPath, stringAt } from './schemaReader.ts';

/** The length of the URLs that `HttpUrl` takes, by which it is told from `AnyUrl`. */
const httpUrlLength = 2083;

/** The validator of `type: string`; a format that is not known here is reported, and any string is taken. */
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
