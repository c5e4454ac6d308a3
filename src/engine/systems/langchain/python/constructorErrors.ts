import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import type { DefinitionSource } from '../../../parsers/parser.ts';
import { errorMessage, inside, issueOf } from '../../../validation/index.ts';
import type { LangchainError } from '../langchainError.ts';
import { pythonModel, validationError } from './pythonModel.ts';

/**
 * What the constructor of a Pydantic class raises that wants these keys: `ValidationError` for those that are missing. The
 * kinds of values are checked where definitions are read.
 */
export function requireKeys(type: string, keys: readonly string[]): (source: DefinitionSource) => void {
  const schema: PyDict = new Map<string, PyValue>([
    ['title', type],
    ['type', 'object'],
    ['properties', new Map(keys.map(key => [key, new Map<string, PyValue>()]))],
    ['required', keys],
  ]);
  return ({ config }) => {
    if (keys.every(key => config.has(key))) return;
    pythonModel(type, schema).validate(new Map([...config].filter(([key]) => keys.includes(key))));
  };
}

/** Pydantic's `ValidationError` of a class of langchain-core that is made without a field which has no default. `input`: the arguments that it gets. */
export function missingArgument(className: string, field: string, input: PyDict = new Map()): LangchainError {
  const error = { type: 'missing', msg: 'Field required', input, place: inside(undefined, field), within: true };
  return validationError(errorMessage(className, [error]), [issueOf(error)]);
}

/** Raises as the constructor of a class does that has to be given `key_name`; in JavaScript nothing does. */
export function needKeyName(className: string, config: PyDict): void {
  if (config.get('runtime') === 'js' || typeof config.get('key_name') === 'string') return;
  const keys = [...config].filter(([key]) => ['first_tool_only', 'return_id', 'strict'].includes(key));
  throw missingArgument(className, 'key_name', new Map(keys));
}
