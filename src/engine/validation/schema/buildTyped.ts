import { isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { boolField } from '../fieldTypes/boolField.ts';
import { type LengthRules, listField, setField, tupleField } from '../fieldTypes/collectionFields.ts';
import { anyField, noneField } from '../fieldTypes/simpleFields.ts';
import type { Validator } from '../validator.ts';
import type { Builder } from './builder.ts';
import { buildFloat, buildInt } from './buildNumber.ts';
import { buildDict, buildModelClass } from './buildObject.ts';
import { buildString } from './buildString.ts';
import { buildUnion } from './buildUnion.ts';
import { impliedType, nearestType, schemaTypes } from './keywords.ts';
import { countAt, listAt, type SchemaPath, stringAt } from './schemaReader.ts';

const unknownType = `Unknown type; it accepts anything. There are ${schemaTypes.map(name => `\`${name}\``).join(', ')}.`;

/** The validator of a schema by its `type`: one or several, or one that its keywords imply. */
export function buildTyped(schema: PyDict, type: PyValue | undefined, path: SchemaPath, builder: Builder): Validator {
  if (type !== undefined && isPyList(type)) return buildTypes(schema, type, path, builder);
  switch (type) {
    case 'boolean':
      builder.reportUnchecked(schema, ['type'], path);
      return boolField;
    case 'integer':
      return buildInt(schema, path, builder);
    case 'number':
      return buildFloat(schema, path, builder);
    case 'string':
      return buildString(schema, path, builder);
    case 'null':
      builder.reportUnchecked(schema, ['type'], path);
      return noneField;
    case 'array':
      return buildArray(schema, path, builder);
    case 'object':
      return schema.has('properties')
        ? buildModelClass(stringAt(schema, 'title') ?? 'Model', schema, path, builder)
        : buildDict(schema, path, builder);
    case undefined:
      return buildUntyped(schema, path, builder);
    default:
      refuseType(type, [...path, 'type'], builder);
      return anyField;
  }
}

/** A union with a member for each type of a list. */
function buildTypes(schema: PyDict, types: readonly PyValue[], path: SchemaPath, builder: Builder): Validator {
  if (types.length === 0) builder.report([...path, 'type'], 'The list names no type.', 'refused');
  // Each has a copy of the schema.
  if (!builder.spend(types.length * Math.ceil(schema.size / 10), path)) return anyField;
  const members = types.map((one, i) => {
    if (schemaTypes.includes(one as string)) return new Map<string, PyValue>([...schema, ['type', one]]);
    refuseType(one, [...path, 'type', i], builder);
    return true;
  });
  return buildUnion(members, () => path, builder);
}

function buildUntyped(schema: PyDict, path: SchemaPath, builder: Builder): Validator {
  const implied = impliedType(schema);
  if (implied !== undefined) return buildTyped(schema, implied, path, builder);
  const empty = ['enum', 'allOf'].filter(key => listAt(schema, key)?.length === 0);
  builder.reportUnchecked(schema, empty, path);
  return anyField;
}

function refuseType(type: PyValue, path: SchemaPath, builder: Builder): void {
  builder.report(path, unknownType, 'refused', typeof type === 'string' ? nearestType(type) : undefined);
}

const heeded = ['type', 'items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'];

/**
 * The validator of `type: array`: a tuple with `prefixItems` (or with no items at all), a set with `uniqueItems`, else
 * a list, also for a `Tuple[int, ...]`, which a schema cannot tell from it.
 */
function buildArray(schema: PyDict, path: SchemaPath, builder: Builder): Validator {
  builder.reportUnchecked(schema, heeded, path);
  const [min, max] = [countAt(schema, 'minItems'), countAt(schema, 'maxItems')];
  const rules: LengthRules = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  const prefix = listAt(schema, 'prefixItems');
  const items = schema.get('items');
  if (prefix !== undefined || (items === undefined && max === 0)) {
    const fixed = (prefix ?? []).map((item, index) => builder.build(item, [...path, 'prefixItems', index]));
    const rest = items === undefined || items === false ? undefined : builder.build(items, [...path, 'items']);
    return tupleField(fixed, rest, rules);
  }
  const item = builder.build(items, [...path, 'items']);
  return schema.get('uniqueItems') === true ? setField(item, rules) : listField(item, rules);
}
