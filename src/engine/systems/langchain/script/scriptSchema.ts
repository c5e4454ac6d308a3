import { isPyDict, type PyDict, type PyValue, toPlain } from '../../../core/pyValue.ts';
import type { JsonSchema } from './zodModel.ts';

/** Where a keyword has a schema. */
const schemaKeys = ['items', 'additionalItems', 'additionalProperties', 'propertyNames', 'not'] as const;
/** Where it has a list of schemas. */
const listKeys = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;

/**
 * A JSON Schema as JavaScript has it: its numbers are doubles, also integers of any size. Whatever reads it further need not
 * ask whether its parts are what they should be: where a schema belongs there is one (one that says nothing in place of
 * what is not one), and lists and objects of schemas are such, or absent.
 */
export function scriptSchema(schema: PyDict): JsonSchema {
  return sound(toScript(schema) as JsonSchema);
}

/** A value of a definition as `JSON.parse` would give it in JavaScript. */
export function toScript(value: PyValue): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(toScript);
  if (isPyDict(value)) return Object.fromEntries([...value].map(([key, item]) => [key, toScript(item)]));
  return toPlain(value);
}

function sound(schema: JsonSchema): JsonSchema {
  const own = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    const part = soundKeyword(key, value);
    return part === undefined ? [] : [[key, part]];
  });
  return Object.fromEntries(own);
}

/** What a keyword says, made sound; `undefined`: nothing that could be understood. */
function soundKeyword(key: string, value: unknown): unknown {
  if (key === 'properties')
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, soundPart(part)]))
      : undefined;
  if (key === 'items' && Array.isArray(value)) return value.map(soundPart);
  if (includes(schemaKeys, key))
    return isObject(value) || typeof value === 'boolean' ? soundOrBoolean(value) : undefined;
  if (includes(listKeys, key)) return Array.isArray(value) && value.length > 0 ? value.map(soundPart) : undefined;
  if (key === 'required') return Array.isArray(value) ? value.filter(each => typeof each === 'string') : undefined;
  if (key === 'enum') return Array.isArray(value) && value.length > 0 ? value : undefined;
  if (key === 'type') return isType(value) ? value : undefined;
  return value;
}

function soundPart(part: unknown): JsonSchema {
  if (part === false) return { not: {} };
  return isObject(part) ? sound(part) : {};
}

function soundOrBoolean(value: object | boolean): JsonSchema | boolean {
  return typeof value === 'boolean' ? value : sound(value as JsonSchema);
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isType(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every(each => typeof each === 'string'));
}

function includes(list: readonly string[], key: string): boolean {
  return list.includes(key);
}

const draft7 = 'http://json-schema.org/draft-07/schema#';

/** The JSON Schema of `fromNamesAndDescriptions`, as LangChain's `toJsonSchema` gives it. */
export function schemaOfNames(names: Readonly<Record<string, string>>): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(names).map(([name, description]) => [
      name,
      { type: 'string', ...(description !== '' && { description }) },
    ]),
  );
  return {
    type: 'object',
    properties,
    ...(Object.keys(names).length > 0 && { required: Object.keys(names) }),
    additionalProperties: false,
    $schema: draft7,
  };
}

/**
 * The objects at the top, in its properties and in lists there, and so on; others stay as they are. LangChain does not look
 * behind `.optional()` and `.default()`: an object there keeps what it says of other keys, which zod writes out.
 */
export function withStrictObjects(schema: JsonSchema, isReached = true): JsonSchema {
  if (schema.type !== 'object' || !schema.properties) return schema;
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const properties = Object.fromEntries(
    Object.entries(schema.properties as Record<string, JsonSchema>).map(([key, property]) => {
      const isNext = isReached && required.has(key) && !('default' in property);
      const items = property.type === 'array' ? (property.items as JsonSchema | undefined) : undefined;
      return [
        key,
        items ? { ...property, items: withStrictObjects(items, isNext) } : withStrictObjects(property, isNext),
      ];
    }),
  );
  return { ...schema, properties, additionalProperties: isReached ? false : (schema.additionalProperties ?? false) };
}

/**
 * A schema as LangChain's `toJsonSchema` gives it for a zod schema: every object strict, and with the `$schema` of that
 * release of zod, which one written by hand may lack. What says that it is of zod 3 stays as it is, but for the order.
 */
export function strictSchema(schema: JsonSchema, release: 3 | 4): JsonSchema {
  if (release === 3) {
    const { $schema, ...rest } = schema;
    return $schema === draft7 ? { ...rest, $schema } : { ...withStrictObjects(rest), $schema: $schema ?? draft7 };
  }
  const { $schema = 'https://json-schema.org/draft/2020-12/schema', ...rest } = withStrictObjects(schema);
  return { $schema, ...rest };
}
