import { LangchainError } from '../../../../src/engine/systems/langchain/langchainError.ts';
import { schemaOfNames, withStrictObjects } from '../../../../src/engine/systems/langchain/script/scriptSchema.ts';
import type { ScriptPackage } from '../../../../src/engine/systems/langchain/script/structuredParser.ts';
import {
  type JsonSchema,
  namesModel,
  type ZodModel,
  zodModel,
} from '../../../../src/engine/systems/langchain/script/zodModel.ts';
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
