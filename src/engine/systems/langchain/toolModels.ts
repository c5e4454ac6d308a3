import * as z from 'zod';
import { EngineError } from '../../core/errors.ts';
import type { Problem } from '../../core/problem.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import { schemaProblems } from '../../parsers/problems/schemaProblems.ts';
import { exampleOfSchema } from '../../parsers/shared/examples.ts';
import { sortSchema } from '../../parsers/shared/pydanticSchema.ts';
import type { CallableFunctions, NoSchema } from '../../parsers/shared/schemas.ts';
import { stringAt } from '../../validation/index.ts';
import type { CallsClass } from './callsType.ts';
import { classNameKey, contentSchemaKey } from './definitionModels.ts';
import { type PythonModel, pythonModel } from './python/pythonModel.ts';

type Path = readonly (string | number)[];

/** A Pydantic class that stands in a definition as its name and its schema. */
export const modelKeys = z.looseObject({
  class_name: z.string().describe('The name of the Pydantic class. Default: the title of the schema.').optional(),
  content_schema: z
    .record(z.string(), z.unknown())
    .describe('Stands for the Pydantic class: what `Model.model_json_schema()` prints.'),
});

/** A class of a definition, where it stands, and the function that it is. */
export interface ToolModel {
  readonly path: Path;
  readonly schema: PyDict;
  readonly model: PythonModel;
}

/** The class at a path; `undefined` where there is none. */
function toolModel(tool: PyValue | undefined, path: Path): ToolModel | undefined {
  if (tool === undefined || !isPyDict(tool)) return undefined;
  const schema = tool.get('content_schema') ?? null;
  if (!isPyDict(schema)) return undefined;
  const name = tool.get('class_name');
  const own = typeof name === 'string' ? name : (stringAt(schema, 'title') ?? 'Model');
  return { path: [...path, 'content_schema'], schema, model: pythonModel(own, sortSchema(schema)) };
}

/** The classes of a `tools` list. */
export function toolModels({ config }: DefinitionSource): readonly ToolModel[] {
  const tools = config.get('tools');
  return (isPyList(tools) ? tools : []).flatMap((tool, i) => toolModel(tool, ['tools', i]) ?? []);
}

/** The classes as functions that a model may call. */
export function functionsOf(models: readonly ToolModel[], key: string): CallableFunctions | NoSchema {
  if (models.length === 0) return { reason: 'It has no tools.' };
  return {
    key,
    losses: [],
    functions: models.map(({ path, schema, model }) => {
      const description = stringAt(schema, 'description');
      return {
        name: model.title,
        ...(description !== undefined && { description }),
        parameters: new Map([...schema].filter(([each]) => each !== 'title' && each !== 'description')),
        key: path.join('.'),
      };
    }),
  };
}

/** The same in OpenAI's form, as `bind_tools` sends them. */
export function openAiTools(models: readonly ToolModel[]): readonly PyValue[] {
  const found = functionsOf(models, 'tools');
  return 'reason' in found
    ? []
    : found.functions.map(({ name, description = '', parameters }) => {
        const entries: [string, PyValue][] = [
          ['name', name],
          ['description', description],
          ['parameters', parameters],
        ];
        return new Map<string, PyValue>([
          ['type', 'function'],
          ['function', new Map(entries)],
        ]);
      });
}

/** A call of the first class. */
export function exampleOfModels([first]: readonly ToolModel[]): { readonly name: string; readonly arguments: PyValue } {
  if (!first) return { name: 'answer', arguments: new Map([['answer', 'text']]) };
  return { name: first.model.title, arguments: exampleOfSchema(first.schema, first.schema) };
}

/** Problems of the schemas. */
export function checkModels(source: DefinitionSource, models: readonly ToolModel[]): readonly Problem[] {
  return models.flatMap(({ path, schema }) => schemaProblems(source, path, schema));
}

/** The keys with the classes of Python's parsers of function calls. */
export const functionModelKeys = {
  content_schema: contentSchemaKey,
  class_name: classNameKey,
  pydantic_schema: z
    .record(z.string(), modelKeys)
    .describe('Several classes by the names of their functions, in place of `content_schema`.')
    .optional(),
} as const;

/** The classes, by function name where there are several. */
function modelsOf({ config }: DefinitionSource): ReadonlyMap<string, ToolModel> {
  const models = config.get('pydantic_schema');
  const entries: readonly (readonly [string, PyValue])[] = isPyDict(models) ? [...models] : [];
  return new Map(
    entries.flatMap(([name, model]) => {
      const made = toolModel(model, ['pydantic_schema', name]);
      return made ? [[name, made] as const] : [];
    }),
  );
}

/** The class, or the classes by function name, as `pydantic_schema`. Raises `EngineError` where there is neither. */
export function functionModelsOf(source: DefinitionSource): PythonModel | ReadonlyMap<string, PythonModel> {
  const several = modelsOf(source);
  if (several.size > 0) return new Map([...several].map(([name, { model }]) => [name, model]));
  const single = toolModel(source.config, []);
  if (single) return single.model;
  throw new EngineError(
    'InvalidDefinition',
    'It has no class: add a `content_schema`, or several in `pydantic_schema`.',
  );
}

/** What the two classes with models have in common. */
export const functionModelMembers = {
  isLegacy: true,
  construct: source => void functionModelsOf(source),
  check: source => checkModels(source, allModels(source)),
  example(source) {
    const several = modelsOf(source);
    const [name] = several.keys();
    const made = exampleOfModels(allModels(source));
    return { ...made, name: name ?? made.name };
  },
} satisfies Partial<CallsClass>;

function allModels(source: DefinitionSource): readonly ToolModel[] {
  const several = [...modelsOf(source).values()];
  return several.length > 0 ? several : [toolModel(source.config, []) ?? []].flat();
}

/** The keys that say whether the value is the call's arguments alone. */
export const argumentKeys = {
  args_only: z
    .boolean()
    .describe('Python alone: whether the arguments alone are the value. Default: `true`.')
    .optional(),
  argsOnly: z
    .boolean()
    .describe('JavaScript alone: whether the arguments alone are the value. Default: `true`.')
    .optional(),
} as const;

/** Whether the value is the arguments alone. */
export function takesArgumentsOnly(config: PyDict): boolean {
  return config.get(config.get('runtime') === 'js' ? 'argsOnly' : 'args_only') !== false;
}
