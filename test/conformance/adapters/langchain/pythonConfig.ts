import { EngineError } from '../../../../src/engine/core/errors.ts';
import {
  fromPlain,
  isPyDict,
  isPyList,
  type PyDict,
  PyFloat,
  type PyValue,
} from '../../../../src/engine/core/pyValue.ts';
import {
  type PythonModel,
  pythonModel,
  validationError,
} from '../../../../src/engine/systems/langchain/python/pythonModel.ts';
import type { LangchainInput } from './langchainInput.ts';
import { recordedEnums, withDefaults, withMembers } from './recordedEnums.ts';

/** A key of the constructor. */
export function key<T>(input: LangchainInput, name: string): T | undefined {
  return input.config?.[name] as T | undefined;
}

/** The schema of a recorded model. Plain JSON has no floats that are whole: a default of a `number` is one. */
export function recordedSchema(model: unknown): PyDict {
  const schema = fromPlain((model as { content_schema?: unknown } | null | undefined)?.content_schema ?? null);
  return isPyDict(schema) ? (withFloats(schema) as PyDict) : new Map();
}

/** A recorded model. Its source tells what its schema does not: the names of the members of enums. */
export function recordedModel(model: unknown): PythonModel {
  const { name = '', source = '' } = model as { name?: unknown; source?: unknown };
  const schema = recordedSchema(model);
  const enums = recordedEnums(String(source));
  const made = pythonModel(String(name), withDefaults(schema, enums) as PyDict);
  return {
    ...made,
    schema,
    validate: value => withMembers(made.validate(value), enums),
    validateJson: value => withMembers(made.validateJson(value), enums),
  };
}

/** The model of a parser that must have one. Throws Pydantic's `ValidationError` as the constructor does. */
export function requiredModel(input: LangchainInput, name: string): PythonModel {
  const model = key(input, name);
  if (model !== undefined && model !== null) return recordedModel(model);
  const shown = Object.keys(input.config ?? {}).length === 0 ? '{}' : '{…}';
  const type = 'missing';
  throw validationError(
    `1 validation error for ${input.parser}\n${name}\n  Field required [type=missing, input_value=${shown}, input_type=dict]\n    For further information visit https://errors.pydantic.dev/2.13/v/missing`,
    [{ type, loc: [name], msg: 'Field required' }],
  );
}

/** The recorded model, or the models by function name. */
export function functionModels(input: LangchainInput): PythonModel | ReadonlyMap<string, PythonModel> {
  const given = key<Record<string, unknown>>(input, 'pydantic_schema') ?? {};
  if ('content_schema' in given) return recordedModel(given);
  return new Map(Object.entries(given).map(([name, model]) => [name, recordedModel(model)]));
}

function withFloats(value: PyValue): PyValue {
  if (isPyList(value)) return value.map(withFloats);
  if (!isPyDict(value)) return value;
  const isFloat = takesFloats(value);
  return new Map(
    [...value].map(([name, item]) => [
      name,
      name === 'default' ? (isFloat && Number.isInteger(item) ? new PyFloat(item as number) : item) : withFloats(item),
    ]),
  );
}

function takesFloats(schema: PyDict): boolean {
  const members = schema.get('anyOf');
  const types = isPyList(members ?? null)
    ? (members as readonly PyValue[]).map(member => (isPyDict(member) ? member.get('type') : undefined))
    : [schema.get('type')];
  return types.includes('number') && !types.includes('integer');
}

/** Python's `NotImplementedError` of a parser without instructions or without `parse`. */
export function notImplemented(): EngineError {
  return new EngineError('NotImplementedError', '');
}
