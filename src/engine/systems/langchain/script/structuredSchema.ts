import type { JsonSchema } from './zodModel.ts';

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
