import { LangchainError } from '../../parsers/langchain/errors.ts';
import type { ScriptPackage } from '../../parsers/langchain/structuredInstruction.ts';
import { type JsonSchema, namesModel, type ZodModel, zodModel } from '../../parsers/langchain/zodModel.ts';
import type { LangchainInput } from './langchainInput.ts';

/** A recorded zod schema. */
interface RecordedZod {
  readonly zod?: 3 | 4;
  readonly content_schema?: JsonSchema | null;
  readonly source?: string;
}

/** Which of the two packages. */
export function packageOf(input: LangchainInput): ScriptPackage {
  return input.package === '@langchain/classic' ? 'classic' : 'core';
}

/** A recorded zod schema, rebuilt. */
export function recordedZod(given: unknown): ZodModel {
  const { zod = 4, content_schema: schema, source = '' } = (given ?? {}) as RecordedZod;
  return zodModel(schema ?? {}, zod, /\.strict\(\)\s*$/.test(source));
}

/** The schema that a Structured parser checks with. */
export function structuredModel(input: LangchainInput): ZodModel {
  const { names_and_descriptions: names, schema, inputSchema } = input.config ?? {};
  return names ? namesModel(names as Readonly<Record<string, string>>) : recordedZod(schema ?? inputSchema);
}

/** The JSON Schema that a Structured parser shows: every object strict. Throws `Error` where zod cannot write it. */
export function structuredSchema(input: LangchainInput): JsonSchema {
  const { names_and_descriptions: names, schema, inputSchema } = input.config ?? {};
  if (names) return schemaOfNames(names as Readonly<Record<string, string>>);
  const { zod = 4, content_schema: made } = (schema ?? inputSchema ?? {}) as RecordedZod;
  if (!made) throw new LangchainError('Error', 'Date cannot be represented in JSON Schema');
  return zod === 4 ? withStrictObjects(made) : made;
}

function schemaOfNames(names: Readonly<Record<string, string>>): JsonSchema {
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
    $schema: 'http://json-schema.org/draft-07/schema#',
  };
}

/** The objects at the top, in its properties and in lists there, and so on; others stay as they are. */
function withStrictObjects(schema: JsonSchema): JsonSchema {
  if (schema.type !== 'object' || !schema.properties) return schema;
  const properties = Object.fromEntries(
    Object.entries(schema.properties as Record<string, JsonSchema>).map(([key, property]) => {
      const items = property.type === 'array' ? (property.items as JsonSchema | undefined) : undefined;
      return [key, items ? { ...property, items: withStrictObjects(items) } : withStrictObjects(property)];
    }),
  );
  return { ...schema, properties, additionalProperties: false };
}
