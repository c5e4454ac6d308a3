import type { JsonSchema } from '../../json/jsonSchema.ts';
import { areDisjoint } from '../../json/schema/areDisjoint.ts';
import { constrains, type JsonType } from '../../json/schema/schemaKeywords.ts';
import {
  asSchema,
  canonicalJson,
  has,
  listOf,
  mayBe,
  resolved,
  targetOf,
  typesOf,
} from '../../json/schema/subschema.ts';
import { type Condition, condition } from './condition.ts';

/** Beside one of the keywords. */
export function beside(...keywords: readonly string[]): Condition {
  return condition(`beside ${keywords.map(each => `\`${each}\``).join(', ')}`, ({ schema }) =>
    keywords.some(each => has(schema, each)),
  );
}

/** Of a schema whose `type` names one of the types. */
export function ofType(...types: readonly JsonType[]): Condition {
  return condition(`of type ${types.join(' or ')}`, ({ schema }) => typesOf(schema).some(type => types.includes(type)));
}

/** Of a schema that has no `type`, or one of the types. */
export function maybeType(...types: readonly JsonType[]): Condition {
  return condition(`of type ${types.join(' or ')} or none`, ({ schema }) => types.some(type => mayBe(schema, type)));
}

/** The keyword is: without `type`. */
export const untyped = condition('without `type`', ({ schema }) => !has(schema, 'type'));

/** The keyword is: always. */
export const always = condition('always', () => true);

/** The keyword stands at the root. */
export const atRoot = condition('at the root', ({ path }) => path === '');

/** The keyword stands beside other keywords. */
export const besideAny = condition('beside other keywords', ({ schema }, keyword) =>
  Object.keys(schema).some(key => key !== keyword && constrains(key)),
);

/** The keyword is: absent. */
export const absent = condition('absent', ({ schema }, keyword) => !has(schema, keyword));

/** The keyword is: other than `false`. */
export const notFalse = condition('other than `false`', ({ schema }, keyword) => schema[keyword] !== false);

/** The keyword is: with several. */
export const several = condition('with several', ({ schema }, keyword) => sizeOf(schema[keyword]) > 1);

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** The keyword is: without `null` in `type`. */
export const noNull = condition(
  'without `null` in `type`',
  ({ schema }) => schema.nullable === true && !typesOf(schema).includes('null'),
);

/** The keyword is: with lists or objects. */
export const complexValue = condition('with lists or objects', ({ schema }, keyword) =>
  (keyword === 'const' ? [schema.const] : listOf(schema, keyword)).some(
    value => typeof value === 'object' && value !== null,
  ),
);

/** The keyword is: without values. */
export const noValues = condition('without values', ({ schema }, keyword) => listOf(schema, keyword).length === 0);

/** The keyword's number is above this. */
export function above(limit: number): Condition {
  return condition(`above ${limit}`, ({ schema }, keyword) => Number(schema[keyword]) > limit);
}

/** What stands beside a keyword that is read alone, and adds nothing to it: a type that all values have, or the same again. */
export const implied = condition('that is implied', ({ schema, root }, keyword) => {
  const values = has(schema, 'const') ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : undefined;
  if (values && !has(schema, '$ref')) return keyword === 'type' && values.every(value => hasType(schema, value));
  const listed = ['oneOf', 'anyOf', 'allOf'].find(key => has(schema, key));
  const read = has(schema, '$ref') ? [targetOf(root, schema.$ref)?.value] : listed ? listOf(schema, listed) : [];
  const expected = canonicalJson(schema[keyword]);
  return (
    read.length > 0 &&
    read.every(value => {
      const part = resolved(root, value);
      return part !== undefined && has(part, keyword) && canonicalJson(part[keyword]) === expected;
    })
  );
});

function hasType(schema: JsonSchema, value: unknown): boolean {
  const types = typesOf(schema);
  if (value === null) return types.includes('null');
  if (Array.isArray(value)) return types.includes('array');
  if (typeof value === 'number')
    return types.includes('number') || (Number.isInteger(value) && types.includes('integer'));
  return types.includes(typeof value as JsonType);
}

/** The keyword stands beside `$ref`. */
export const besideReference = condition(
  'beside `$ref`',
  ({ schema }, keyword) => has(schema, '$ref') && keyword !== '$ref' && constrains(keyword),
);

/** Schemas of which llama.cpp says that it does not recognize them. */
export const unrecognized = condition('without `type`', ({ schema }) => isUnrecognized(schema));

/** The keyword is: with an alternative that has no `type`. */
export const unrecognizedAlternative = condition('with an alternative that has no `type`', ({ schema }, keyword) =>
  listOf(schema, keyword).some(value => isUnrecognized(asSchema(value) ?? {})),
);

function isUnrecognized(schema: JsonSchema): boolean {
  const keywords = [
    'type',
    'const',
    'enum',
    '$ref',
    'anyOf',
    'oneOf',
    'allOf',
    'properties',
    'items',
    'prefixItems',
    'pattern',
  ];
  const isOpen = has(schema, 'additionalProperties') && schema.additionalProperties !== true;
  return Object.keys(schema).length > 0 && !isOpen && !keywords.some(key => has(schema, key));
}

/** References that lead nowhere in the file, or that lead out of it. */
export const dangling = condition(
  'that leads nowhere in the file',
  ({ schema, root }) => targetOf(root, schema.$ref) === undefined,
);

/** The keyword is: other than `#` and a path from it. */
export const notFromRoot = condition(
  'other than `#` and a path from it',
  ({ schema }) => typeof schema.$ref === 'string' && schema.$ref !== '#' && !schema.$ref.startsWith('#/'),
);

/** The keyword is: with an escape. */
export const escapedPath = condition(
  'with an escape',
  ({ schema }) => typeof schema.$ref === 'string' && /^#\/.*[~%]/.test(schema.$ref),
);

/** The keyword is: with `false` for a schema. */
export const withFalse = condition('with `false` for a schema', ({ schema }, keyword) =>
  Object.values(schema[keyword] ?? {}).includes(false),
);

/** The keyword is: with `true` or `false` for a schema. */
export const withBoolean = condition('with `true` or `false` for a schema', ({ schema }, keyword) => {
  const value = schema[keyword];
  return [value, ...(keyword === 'items' ? [] : Object.values(value ?? {}))].some(each => typeof each === 'boolean');
});

/** The keyword is: to `#`. */
export const toRoot = condition('to `#`', ({ schema }) => schema.$ref === '#');

/** The keyword is: that comes back to itself. */
export const recursive = condition('that comes back to itself', ({ schema, root }) => isRecursive(root, schema.$ref));

/** Whether what a reference leads to leads there again. Linear in the file. */
function isRecursive(root: JsonSchema, ref: unknown): boolean {
  const start = targetOf(root, ref)?.value;
  const seen = new Set<unknown>();
  const open: unknown[] = [start];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const target = targetOf(root, (value as JsonSchema).$ref)?.value;
    if (target === start && start !== undefined) return true;
    if (target !== undefined) open.push(target);
    for (const [key, part] of Object.entries(value)) if (key !== '$defs' && key !== 'definitions') open.push(part);
  }
  return false;
}

/** The keyword is: `true`. */
export const isTrue = condition('`true`', ({ schema }, keyword) => schema[keyword] === true);

/** The keyword is: where alternatives may overlap. */
export const overlapping = condition(
  'where alternatives may overlap',
  ({ schema, root }, keyword) => !areDisjoint(root, listOf(schema, keyword)),
);

const reads = ['type', 'const', 'enum', '$ref', 'anyOf', 'oneOf', 'allOf', 'properties', 'additionalProperties'];

const readsToo = ['unevaluatedProperties', 'items', 'prefixItems', 'unevaluatedItems'];

/** Alternatives of which one says nothing by which these converters know what it is. */
export const shapelessAlternative = condition('with an alternative that has no `type`', ({ schema }, keyword) =>
  listOf(schema, keyword).some(value => {
    const each = asSchema(value);
    return each !== undefined && ![...reads, ...readsToo].some(key => has(each, key));
  }),
);

/** The keyword is: with a part that has no members. */
export const notOnlyObjects = condition('with a part that has no members', ({ schema, root }, keyword) =>
  listOf(schema, keyword).some(value => !hasMembers(root, value)),
);

function hasMembers(root: JsonSchema, value: unknown): boolean {
  const part = resolved(root, value);
  return part !== undefined && ['properties', 'allOf', 'anyOf'].some(key => has(part, key));
}
