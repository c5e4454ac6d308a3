import * as z from 'zod';
import type { Problem } from '../../core/problem.ts';
import { dict, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { AnswerGrammar } from '../../grammar/index.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import { schemaProblems } from '../../parsers/problems/schemaProblems.ts';
import { jsonAnswer } from '../../parsers/shared/answerGrammars.ts';
import { exampleOfSchema } from '../../parsers/shared/examples.ts';
import { sortSchema } from '../../parsers/shared/pydanticSchema.ts';
import type { NoSchema, ValueSchema } from '../../parsers/shared/schemas.ts';
import { stringAt } from '../../validation/index.ts';
import { type PythonModel, pythonModel } from './python/pythonModel.ts';
import { schemaOfNames, scriptSchema, strictSchema, toScript } from './script/scriptSchema.ts';
import type { ScriptPackage } from './script/structuredParser.ts';
import { type JsonSchema, namesModel, type ZodModel, zodModel } from './script/zodModel.ts';

/** The key that stands for a Pydantic class or a zod schema. */
export const contentSchemaKey = z
  .union([z.record(z.string(), z.unknown()), z.null()])
  .describe(
    'Stands for a Pydantic class or a zod schema: the JSON Schema that `Model.model_json_schema()` or `z.toJSONSchema(schema)` prints.',
  )
  .optional();

/** The key with the name of the Pydantic class. */
export const classNameKey = z
  .string()
  .describe('The name of the Pydantic class, which errors show. Default: the title of the schema.')
  .optional();

/** The key of classes that only the packages `langchain_classic` and `@langchain/classic` have. */
export const classicKey = z
  .enum(['classic'])
  .describe('The package of the class: `langchain_classic` or `@langchain/classic`. It stands in no other.')
  .optional();

/** The keys of JavaScript's classes that take a zod schema. */
export const zodKeys = {
  package: z
    .enum(['core', 'classic'])
    .describe('Whose class it is: `core` (`@langchain/core`, the default) or `classic` (`@langchain/classic`).')
    .optional(),
  content_schema: contentSchemaKey,
  names_and_descriptions: z
    .record(z.string(), z.string())
    .describe('For `fromNamesAndDescriptions`: the keys, all of them texts, each with its description.')
    .optional(),
  zod: z
    .union([z.literal(3), z.literal(4)])
    .describe('The release of zod that the schema is of, which decides its errors. Default: 4.')
    .optional(),
  strict: z
    .boolean()
    .describe('Whether the object is `.strict()`, so that keys it does not name are refused.')
    .optional(),
} as const;

/** What was made of definitions' keys, which every response is read with. */
const pythonModels = new WeakMap<PyDict, PythonModel>();
const zodModels = new WeakMap<PyDict, ZodModel>();

/** The Pydantic class of a definition; `undefined`: it has none. Made once. */
export function modelOf({ config }: DefinitionSource): PythonModel | undefined {
  const cached = pythonModels.get(config);
  if (cached) return cached;
  const schema = config.get('content_schema');
  if (!isPyDict(schema)) return undefined;
  const className = config.get('class_name');
  const name = typeof className === 'string' ? className : (stringAt(schema, 'title') ?? 'Model');
  // In the order in which Pydantic prints it, for a schema that was written by hand.
  const made = pythonModel(name, sortSchema(schema));
  pythonModels.set(config, made);
  return made;
}

/** Which of JavaScript's packages a definition means. */
export function packageOf({ config }: DefinitionSource): ScriptPackage {
  return config.get('package') === 'classic' ? 'classic' : 'core';
}

/** Where the structured parser of a definition's package finds its JSON. */
export function finderOf(source: DefinitionSource): 'js' | 'core' {
  return packageOf(source) === 'classic' ? 'js' : 'core';
}

/** The zod schema of a definition. Without one every value is fine. Made once. Throws like `zodModel`. */
export function zodOf({ config }: DefinitionSource): ZodModel {
  const cached = zodModels.get(config);
  if (cached) return cached;
  const names = namesOf(config);
  const made = names
    ? namesModel(names)
    : zodModel(jsonSchemaOf(config), releaseOf(config), config.get('strict') === true);
  zodModels.set(config, made);
  return made;
}

/** The JSON Schema that JavaScript's instructions show. */
export function shownSchema({ config }: DefinitionSource): JsonSchema {
  const names = namesOf(config);
  return names ? schemaOfNames(names) : strictSchema(jsonSchemaOf(config), releaseOf(config));
}

/** The schema of the value, for exports and keys. */
export function valueSchema({ config }: DefinitionSource): ValueSchema | NoSchema {
  const schema = config.get('content_schema') ?? null;
  if (isPyDict(schema)) return { schema, key: 'content_schema', losses: [] };
  const names = config.get('names_and_descriptions');
  if (!isPyDict(names)) return { reason: 'It has no schema: add a `content_schema`.' };
  const properties = new Map(
    [...names].map(([key, words]) => [
      key,
      new Map<string, PyValue>([
        ['type', 'string'],
        ['description', words],
      ]),
    ]),
  );
  const made = new Map<string, PyValue>([
    ['type', 'object'],
    ['properties', properties],
    ['required', [...names.keys()]],
  ]);
  return { schema: made, key: 'names_and_descriptions', losses: [] };
}

/** The schema of a definition whose class only shows it. */
export function shownOnly(source: DefinitionSource): PyDict | undefined {
  const found = valueSchema(source);
  return 'schema' in found ? found.schema : undefined;
}

/** A value that the schema of a definition accepts; without one an object with an answer. */
export function exampleValue({ config }: DefinitionSource): PyValue {
  const schema = config.get('content_schema');
  if (isPyDict(schema)) return exampleOfSchema(schema, schema);
  const names = config.get('names_and_descriptions');
  return isPyDict(names) && names.size > 0 ? names : new Map([['answer', 'text']]);
}

/** Problems of the schema. */
export function checkSchema(source: DefinitionSource): readonly Problem[] {
  const schema = source.config.get('content_schema');
  return isPyDict(schema) ? schemaProblems(source, ['content_schema'], schema) : [];
}

function namesOf(config: PyDict): Readonly<Record<string, string>> | undefined {
  const names = config.get('names_and_descriptions');
  return isPyDict(names) && !isPyDict(config.get('content_schema'))
    ? (toScript(names) as Readonly<Record<string, string>>)
    : undefined;
}

function jsonSchemaOf(config: PyDict): JsonSchema {
  const schema = config.get('content_schema');
  return isPyDict(schema) ? scriptSchema(schema) : {};
}

function releaseOf(config: PyDict): 3 | 4 {
  return config.get('zod') === 3 ? 3 : 4;
}

/** A list of texts of a definition. */
export function textsOf(value: PyValue | undefined): readonly string[] {
  return isPyList(value) ? (value as readonly PyValue[]).map(String) : [];
}

/** The grammar of bare JSON that fits `content_schema`; without one, of any JSON object. `words`: what no string may hold as it is. */
export function valueGrammar(source: DefinitionSource, words: readonly string[] = []): AnswerGrammar {
  const shape = valueSchema(source);
  return jsonAnswer('reason' in shape ? dict({ type: 'object' }) : shape.schema, words);
}
