import { nearest } from '../../core/nearestName.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { dictAt, type SchemaPath } from './schemaReader.ts';

/** Keywords whose value is a number, of values that are numbers. */
export const numberKeywords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
/** Keywords whose value is a count. */
export const countKeywords = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];

const byType: Readonly<Record<string, readonly string[]>> = {
  number: numberKeywords,
  string: ['minLength', 'maxLength', 'pattern'],
  array: ['minItems', 'maxItems', 'items', 'prefixItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
};

/** Which type a keyword says something about. */
export const typeOfKeyword: ReadonlyMap<string, string> = new Map(
  Object.entries(byType).flatMap(([type, keys]) => keys.map(key => [key, type] as const)),
);

/** Keywords that say something about values, and not only about the schema. */
const assertions: ReadonlySet<string> = new Set([
  ...typeOfKeyword.keys(),
  ...['type', 'enum', 'const', '$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'nullable'],
  ...['contains', 'minContains', 'maxContains', 'unevaluatedItems', 'unevaluatedProperties', 'patternProperties'],
  ...['propertyNames', 'dependentRequired', 'dependentSchemas', 'contentEncoding', 'contentMediaType', 'contentSchema'],
]);

/** Of these `false` says nothing, of schemas and what may stand in their place `true`. */
const switches = ['nullable', 'uniqueItems'];

/** The types of JSON Schema. */
export const schemaTypes: readonly string[] = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'];

/** What Python and TypeScript call them. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ...['str', 'text'].map(name => [name, 'string'] as const),
  ...['int', 'long'].map(name => [name, 'integer'] as const),
  ...['float', 'double', 'decimal'].map(name => [name, 'number'] as const),
  ...['bool'].map(name => [name, 'boolean'] as const),
  ...['list', 'tuple', 'set'].map(name => [name, 'array'] as const),
  ...['dict', 'map', 'record'].map(name => [name, 'object'] as const),
  ...['none', 'nonetype', 'undefined', 'nil'].map(name => [name, 'null'] as const),
]);

/** The type that an unknown name of one most likely means: its name in Python, else the nearest. */
export function nearestType(name: string): string | undefined {
  return otherNames.get(name.toLowerCase()) ?? nearest(name, schemaTypes);
}

/** The type that a schema without one must be of, for what it constrains. */
export function impliedType(schema: PyDict): string | undefined {
  if (dictAt(schema, 'properties')) return 'object';
  if (['items', 'prefixItems'].some(key => schema.has(key))) return 'array';
  if (['pattern', 'minLength', 'maxLength', 'format'].some(key => schema.has(key))) return 'string';
  return undefined;
}

/** Whether a keyword says something about values of another type only than the schema's, so that it says nothing. */
export function isOfOtherType(schema: PyDict, key: string): boolean {
  const type = schema.get('type');
  const subject = typeOfKeyword.get(key);
  if (subject === undefined || typeof type !== 'string' || !schemaTypes.includes(type)) return false;
  return subject !== type && !(subject === 'number' && type === 'integer');
}

/** The keywords of a schema that say something about its values and are not among those that its validator `heeds`. */
export function uncheckedKeywords(schema: PyDict, heeds: readonly string[]): readonly string[] {
  return [...schema.keys()].flatMap(key => {
    if (!assertions.has(key) || heeds.includes(key) || isOfOtherType(schema, key)) return [];
    const value = schema.get(key)!;
    const saysNothing = value === !switches.includes(key) || (isPyList(value) && value.length === 0);
    return saysNothing ? [] : [key];
  });
}

/** Keywords under which a schema, a list of schemas, or an object of schemas stands. */
export const schemaKeywords = {
  schema: [
    ...['items', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else', 'contains'],
    ...['unevaluatedProperties', 'unevaluatedItems', 'contentSchema'],
  ],
  list: ['anyOf', 'oneOf', 'allOf', 'prefixItems'],
  dict: ['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas'],
} as const;

/** What stands directly in a schema as a schema, each with its path from there. Values such as `const` and `default` are not schemas. */
export function subschemas(schema: PyDict): readonly { readonly schema: PyDict; readonly path: SchemaPath }[] {
  const found: { schema: PyDict; path: SchemaPath }[] = [];
  const add = (inner: PyValue | undefined, path: SchemaPath) => {
    if (inner !== undefined && isPyDict(inner)) found.push({ schema: inner, path });
  };
  for (const key of schemaKeywords.schema) add(schema.get(key), [key]);
  for (const key of schemaKeywords.list) {
    const list = schema.get(key);
    if (isPyList(list)) for (const [i, item] of list.entries()) add(item, [key, i]);
  }
  for (const key of schemaKeywords.dict) {
    const dict = schema.get(key);
    if (isPyDict(dict)) for (const [name, item] of dict) add(item, [key, name]);
  }
  return found;
}

/** Every `$ref` of a schema and of the schemas in it, with its path. Linear. */
export function schemaReferences(root: PyDict): readonly { readonly ref: string; readonly path: SchemaPath }[] {
  const found: { ref: string; path: SchemaPath }[] = [];
  const visit = (schema: PyDict, path: SchemaPath) => {
    const ref = schema.get('$ref');
    if (typeof ref === 'string') found.push({ ref, path: [...path, '$ref'] });
    for (const inner of subschemas(schema)) visit(inner.schema, [...path, ...inner.path]);
  };
  visit(root, []);
  return found;
}
