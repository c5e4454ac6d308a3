import * as z from 'zod';
import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import type { CallsClass } from './callsType.ts';
import { classNameKey, contentSchemaKey } from './definitionModels.ts';
import type { PythonModel } from './python/pythonModel.ts';
import { checkModels, exampleOfModels, modelKeys, type ToolModel, toolModel } from './toolModels.ts';

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
