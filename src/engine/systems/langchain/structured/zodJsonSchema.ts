import type { JsonSchema } from '../script/zodModel.ts';

const draft = 'https://json-schema.org/draft/2020-12/schema';

/**
 * A zod schema as `z.toJSONSchema` prints it, for one that was written by hand or read from a program: objects refuse what they
 * do not name, and members with a default are required, since a value that zod gives has them. One that was printed stays.
 */
export function printedByZod(schema: JsonSchema): JsonSchema {
  return '$schema' in schema ? schema : { $schema: draft, ...(closed(schema) as JsonSchema) };
}

function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const made: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === 'properties' ? membersOf(value) : isData.has(key) ? value : closed(value),
    ]),
  );
  if (typeof made.properties !== 'object' || made.properties === null) return made;
  const given = Array.isArray(made.required) ? made.required : [];
  const defaults = Object.entries(made.properties).flatMap(([name, member]) => (hasDefault(member) ? [name] : []));
  const required = [...new Set([...given, ...defaults])];
  return {
    ...made,
    ...(required.length > 0 && { required }),
    additionalProperties: made.additionalProperties ?? false,
  };
}

const isData: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples']);

function membersOf(properties: unknown): unknown {
  if (typeof properties !== 'object' || properties === null) return properties;
  return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, closed(member)]));
}

function hasDefault(member: unknown): boolean {
  return typeof member === 'object' && member !== null && 'default' in member;
}
