import { EngineError } from '../../core/errors.ts';
import type { PyValue } from '../../core/pyValue.ts';
import { isPyDict, isPyList } from '../../core/pyValue.ts';
import type { TokenCounterSpec } from '../counter.ts';

/** `model_name` of a counter. Raises `TypeError` where Python's constructor does, or where it is not text. */
export function requiredModelName({ type, model_name: name }: TokenCounterSpec): string {
  if (name === undefined)
    throw new EngineError('TypeError', `${type}.__init__() missing 1 required positional argument: 'model_name'`);
  if (typeof name !== 'string' || name === '')
    throw new EngineError('TypeError', `${type}: model_name must be the name of a model.`);
  return name;
}

/** The address of an API without a slash at its end. Raises `TokenCounterError` for what is not a web address. */
export function baseUrl(address: unknown, standard: string): string {
  const url = address ?? standard;
  if (typeof url !== 'string' || !/^https?:\/\/[^/\s?#]/.test(url))
    throw new EngineError('TokenCounterError', `${String(url)} is not an address of an API.`);
  return url.endsWith('/') ? url.slice(0, -1) : url;
}

/** The function of a tool in OpenAI's form `{type: "function", function: {…}}`; `undefined` for a tool in any other form. */
export function functionOf(tool: PyValue): ReadonlyMap<string, PyValue> | undefined {
  const fn = isPyDict(tool) ? (tool.get('function') ?? null) : null;
  return isPyDict(fn) ? fn : undefined;
}

/** The items of a list; nothing for any other value. */
export function listOf(value: PyValue | undefined): readonly PyValue[] {
  return value !== undefined && isPyList(value) ? value : [];
}
