import * as z from 'zod';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schemas of a zod shape's members, for completion and hovers: without what reading a file reports better. @internal */
export function propertiesOf(shape: z.ZodRawShape): Record<string, JsonSchema> {
  const schema = z.toJSONSchema(z.object(shape), { target: 'draft-7', io: 'input', unrepresentable: 'any' });
  return relaxed(schema.properties ?? {}) as Record<string, JsonSchema>;
}

/** The schema without what `readDefinitions` reports better, and with what editors need for good completions. */
function relaxed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(relaxed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => !(key === 'additionalProperties' && value === false));
  const copy = Object.fromEntries(entries.map(([key, value]) => [key, relaxed(value)]));
  if (Array.isArray(copy.required)) delete copy.required;
  const whole = withoutUnion(copy);
  if (typeof copy.description !== 'string') return whole;
  return { ...whole, type: typesOf(copy), ...described(copy.description) };
}

/**
 * A union of types as one schema of several types: a value of none of them is then wrong once, not once for the union
 * and once for the types. Each keyword says something about one type only. Other unions stay.
 */
function withoutUnion({ anyOf, ...schema }: JsonSchema): JsonSchema {
  const members: readonly JsonSchema[] = Array.isArray(anyOf) ? anyOf : [];
  const types = members.map(({ type }) => type);
  const simple = ['type', 'items', 'propertyNames', 'additionalProperties', 'properties', 'minLength', 'minItems'];
  const isPlain =
    new Set(types).size === members.length &&
    types.every(type => typeof type === 'string') &&
    members.every(member => Object.keys(member).every(key => simple.includes(key)));
  if (members.length === 0 || !isPlain) return anyOf === undefined ? schema : { ...schema, anyOf };
  return { ...schema, ...Object.assign({}, ...members), type: types };
}

/** The JSON types that a schema admits, the usual one first. The server completes a key with a value only where it finds them here. */
function typesOf({ type, anyOf, enum: values }: JsonSchema): unknown {
  if (type !== undefined || values !== undefined) return type;
  const types = Array.isArray(anyOf)
    ? anyOf.flatMap(typesOf)
    : ['object', 'string', 'array', 'number', 'boolean', 'null'];
  return [...new Set(types)];
}

/** The address of a schema of the npm package, which is its `$id`, too. */
export function schemaAddress(name: 'definition' | 'conversation' | 'tokenizerConfig'): string {
  return `https://unpkg.com/${schemaFile(name)}`;
}

function schemaFile(name: string): string {
  return `parserlens/dist/${name}.schema.json`;
}

/**
 * The key `$schema` of a file, by which editors and validators other than ours find what may stand in it: the address of the
 * npm package's schema, or its path in a project that has the package installed. Any other text is the author's.
 */
export function schemaKey(name: 'definition' | 'conversation'): JsonSchema {
  return {
    ...described(
      'Where other editors and validators find the schema of this file. ParserLens itself does not need it, and does not look there.',
    ),
    type: 'string',
    // VS Code's dialect: behind all other keys.
    suggestSortText: '~',
    anyOf: [
      {
        enum: [schemaAddress(name), `./node_modules/${schemaFile(name)}`],
        enumDescriptions: ['The newest release’s', 'The one of the installed package'],
      },
      { type: 'string' },
    ],
  };
}

/** Both forms of a description: VS Code shows the Markdown, other tools the plain one. */
export function described(markdown: string): { readonly description: string; readonly markdownDescription: string } {
  return { description: markdown.replace(/[`*]/g, ''), markdownDescription: markdown };
}
