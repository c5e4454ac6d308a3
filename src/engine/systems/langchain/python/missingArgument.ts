import type { PyDict } from '../../../core/pyValue.ts';
import { errorMessage, inside, issueOf } from '../../../validation/index.ts';
import type { LangchainError } from '../langchainError.ts';
import { validationError } from './pythonModel.ts';

/** Pydantic's `ValidationError` of a class of langchain-core that is made without a field which has no default. `given`: the arguments that it gets. */
export function missingArgument(className: string, field: string, given: PyDict = new Map()): LangchainError {
  const error = { type: 'missing', msg: 'Field required', input: given, place: inside(undefined, field), within: true };
  return validationError(errorMessage(className, [error]), [issueOf(error)]);
}

/** Raises as the constructor of a class does that has to be given `key_name`; in JavaScript nothing does. */
export function needKeyName(className: string, config: PyDict): void {
  if (config.get('runtime') === 'js' || typeof config.get('key_name') === 'string') return;
  const given = [...config].filter(([key]) => ['first_tool_only', 'return_id', 'strict'].includes(key));
  throw missingArgument(className, 'key_name', new Map(given));
}
