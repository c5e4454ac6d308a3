import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { type LengthRules, listField, setField, tupleField } from '../fieldTypes/collectionFields.ts';
import { literalField } from '../fieldTypes/enumFields.ts';
import { anyField, boolField, noneField } from '../fieldTypes/simpleFields.ts';
import type { Validator } from '../validator.ts';
import { type Builder, reportUnknown } from './builder.ts';
import { buildDict, buildModelClass } from './buildObject.ts';
import { buildFloat, buildInt, buildString } from './buildScalar.ts';
import { buildTaggedUnion, buildUnion } from './buildUnion.ts';
import { definitionBuilder } from './definitionBuilder.ts';
import { impliedType, nearestType, schemaTypes, uncheckedKeywords } from './keywords.ts';
import { countAt, listAt, resolveReference, type SchemaPath, type SchemaProblem, stringAt } from './schemaReader.ts';

/** Schemas nested deeper than this are not looked at. */
const maxDepth = 200;
/** Definitions are built where they are met down to this depth, and later below it. */
const eagerDepth = 50;

/** How many parts of a schema are built: lists of types in lists of types multiply. */
const maxParts = 300_000;

/** A builder for the schemas in `root`, and what it found wrong. Call `finish` when the root is built. */
export function schemaBuilder(root: PyDict): Builder & { problems: readonly SchemaProblem[]; finish(): void } {
  const problems: SchemaProblem[] = [];
  let depth = 0;
  let budget = maxParts;
  const builder: Builder = {
    report: (path, message, kind, nearest) =>
      void problems.push({ path, message, ...(kind && { kind }), ...(nearest !== undefined && { nearest }) }),
    reportUnchecked(schema, heeds, path) {
      for (const key of uncheckedKeywords(schema, heeds)) builder.report([...path, key], `\`${key}\` is not checked.`);
    },
    spend(parts, path) {
      const had = budget;
      budget -= parts;
      if (budget < 0 && had >= 0) builder.report(path, 'The schema is too large; from here on it is not checked.');
      return budget >= 0;
    },
    resolve: schema => resolveReference(root, schema)?.schema,
    build(schema, path) {
      if (depth >= maxDepth)
        return reportUnknown(builder, path, 'The schema is nested too deeply; from here on it is not checked.');
      if (!builder.spend(1, path)) return anyField;
      depth++;
      try {
        const validator = buildAny(schema, path, builder);
        // Names are parts as well: those of unions hold those of their members.
        return builder.spend(Math.floor(validator.name.length / 100), path) ? validator : anyField;
      } finally {
        depth--;
      }
    },
    buildReference: (ref, path) => definitions.buildReference(ref, path),
  };
  const definitions = definitionBuilder(root, builder, () => depth > eagerDepth);
  return { ...builder, problems, finish: definitions.finish };
}

/** The validator of any schema: by a keyword that stands for a whole schema, such as `$ref` or `anyOf`, else by its type. */
function buildAny(schema: PyValue | undefined, path: SchemaPath, builder: Builder): Validator {
  if (schema === undefined || schema === true) return anyField;
  if (!isPyDict(schema)) return reportUnknown(builder, path, 'This is not a schema; it accepts anything.', 'refused');
  const heeding = (...keys: readonly string[]) => builder.reportUnchecked(schema, keys, path);
  const ref = schema.get('$ref');
  if (ref !== undefined) {
    heeding('$ref');
    return builder.buildReference(ref, path);
  }
  const constant = schema.get('const');
  const values = constant === undefined ? listAt(schema, 'enum') : [constant];
  if (values !== undefined && values.length > 0) {
    heeding('const', 'enum', 'type');
    return literalField(values);
  }
  const all = listAt(schema, 'allOf');
  if (all?.length === 1) {
    heeding('allOf');
    return builder.build(all[0], [...path, 'allOf', 0]);
  }
  const any = listAt(schema, 'anyOf');
  if (any !== undefined) {
    heeding('anyOf', 'discriminator');
    return buildUnion(any, i => [...path, 'anyOf', i], builder);
  }
  if (schema.has('oneOf')) {
    heeding('oneOf', 'discriminator');
    return buildTaggedUnion(schema, path, builder);
  }
  return buildTyped(schema, schema.get('type'), path, builder);
}

const unknownType = `Unknown type; it accepts anything. There are ${schemaTypes.map(name => `\`${name}\``).join(', ')}.`;

/** The validator of a schema by its `type`: one or several, or one that its keywords imply. */
function buildTyped(schema: PyDict, type: PyValue | undefined, path: SchemaPath, builder: Builder): Validator {
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
