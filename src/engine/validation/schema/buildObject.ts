import { isPyDict, type PyDict, PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { dictField } from '../fieldTypes/collectionFields.ts';
import { type Extras, type ModelField, modelField } from '../fieldTypes/modelField.ts';
import { anyField } from '../fieldTypes/simpleFields.ts';
import { stringField } from '../fieldTypes/stringFields.ts';
import type { Validator } from '../validator.ts';
import type { Builder } from './builder.ts';
import { buildPattern } from './buildScalar.ts';
import { countAt, dictAt, listAt, type SchemaPath } from './schemaReader.ts';

const modelKeywords = ['type', 'properties', 'required', 'additionalProperties'];
const dictKeywords = [
  ...['type', 'additionalProperties', 'patternProperties', 'propertyNames', 'minProperties', 'maxProperties'],
];

/** The validator of an object with `properties`: a model class. */
export function buildModelClass(className: string, schema: PyDict, path: SchemaPath, builder: Builder): Validator {
  builder.reportUnchecked(schema, modelKeywords, path);
  const required = new Set(listAt(schema, 'required'));
  const fields: ModelField[] = [];
  for (const [key, property] of dictAt(schema, 'properties') ?? []) {
    const declared = isPyDict(property) ? property.get('default') : undefined;
    fields.push({
      key,
      validator: builder.build(property, [...path, 'properties', key]),
      isRequired: required.has(key),
      default: declared === undefined ? factoryDefault(property, builder) : declared,
    });
  }
  return modelField(className, fields, extrasOf(schema, path, builder));
}

function extrasOf(schema: PyDict, path: SchemaPath, builder: Builder): Extras {
  const extras = schema.get('additionalProperties');
  if (extras === undefined) return 'ignore';
  if (typeof extras === 'boolean') return extras ? 'allow' : 'forbid';
  return builder.build(extras, [...path, 'additionalProperties']);
}

/**
 * What a field that is neither required nor has a default in the schema most likely has from a `default_factory`: an
 * empty list, dict or set. Of other types nothing can be known, and the field is left out.
 */
function factoryDefault(property: PyValue, builder: Builder): PyValue | undefined {
  const schema = builder.resolve(property);
  if (schema?.get('type') === 'array')
    return schema.get('uniqueItems') === true ? new PyOpaque('set', 'set()', []) : [];
  return schema?.get('type') === 'object' && !schema.has('properties') ? new Map() : undefined;
}

/** The validator of an object without `properties`: a dict, whose keys may have a pattern or a schema of their own. */
export function buildDict(schema: PyDict, path: SchemaPath, builder: Builder): Validator {
  builder.reportUnchecked(schema, dictKeywords, path);
  const [min, max] = [countAt(schema, 'minProperties'), countAt(schema, 'maxProperties')];
  const rules = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  const patterns = [...(dictAt(schema, 'patternProperties') ?? [])];
  if (patterns.length > 1) builder.report([...path, 'patternProperties'], 'Only the first pattern is checked.');
  const first = patterns[0];
  if (first) {
    const regex = buildPattern(first[0], [...path, 'patternProperties', first[0]], builder);
    const values = builder.build(first[1], [...path, 'patternProperties', first[0]]);
    return dictField(stringField(regex ? { pattern: regex } : {}), values, rules);
  }
  const extras = schema.get('additionalProperties');
  const isAny = extras === undefined || extras === true;
  const values = isAny ? anyField : builder.build(extras, [...path, 'additionalProperties']);
  return dictField(buildKeys(schema, path, builder), values, rules);
}

function buildKeys(schema: PyDict, path: SchemaPath, builder: Builder): Validator {
  const names = dictAt(schema, 'propertyNames');
  if (names === undefined) return stringField({});
  // Pydantic leaves the type out here, as keys are strings.
  const isTyped = ['type', '$ref', 'enum', 'const', 'anyOf'].some(key => names.has(key));
  const keys = isTyped ? names : new Map([...names, ['type', 'string']]);
  return builder.build(keys, [...path, 'propertyNames']);
}
