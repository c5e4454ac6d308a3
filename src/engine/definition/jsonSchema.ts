import * as z from 'zod';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schemas of a zod shape's members, for completion and hovers: without what reading a file reports better. */
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
  if (typeof copy.description !== 'string') return copy;
  return { ...copy, type: typesOf(copy), ...described(copy.description) };
}

/** The JSON types that a schema admits, the usual one first. The server completes a key with a value only where it finds them here. */
function typesOf({ type, anyOf, enum: values }: JsonSchema): unknown {
  if (type !== undefined || values !== undefined) return type;
  const types = Array.isArray(anyOf)
    ? anyOf.flatMap(typesOf)
    : ['object', 'string', 'array', 'number', 'boolean', 'null'];
  return [...new Set(types)];
}

/** Both forms of a description: VS Code shows the Markdown, other tools the plain one. */
export function described(markdown: string): { readonly description: string; readonly markdownDescription: string } {
  return { description: markdown.replace(/[`*]/g, ''), markdownDescription: markdown };
}
