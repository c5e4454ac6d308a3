import { EngineError } from '../../../core/errors.ts';
import { ModelValue } from '../../../core/modelValue.ts';
import { isPyDict, type PyDict, type PyValue, pyTypeName } from '../../../core/pyValue.ts';
import { jiterFault, pyGetItem, pyRepr } from '../../../python/index.ts';
import { pythonException } from '../langchainError.ts';
import { loads, parsePartialJson } from './pythonJson.ts';
import type { PythonMessage } from './pythonMessage.ts';
import type { PythonModel } from './pythonModel.ts';

/** The keys of Python's parsers of function calls. */
export interface PythonFunctionKeys {
  readonly args_only?: boolean;
  readonly strict?: boolean;
  readonly key_name?: string;
  readonly attr_name?: string;
}

function functionCall(message: PythonMessage): PyDict {
  const call = message.additional.get('function_call');
  if (call === undefined) {
    const cause = { class: 'KeyError', message: "'function_call'" };
    throw pythonException("Could not parse function call: 'function_call'", null, { cause });
  }
  return isPyDict(call) ? call : new Map();
}

/** `OutputFunctionsParser.parse_result`. Throws `OutputParserException`, or `KeyError` where there are no arguments. */
export function functionText(message: PythonMessage, argsOnly: boolean): PyValue {
  const call = functionCall(message);
  return argsOnly ? pyGetItem(call, 'arguments') : call;
}

/** `JsonOutputFunctionsParser.parse_result`. Throws `OutputParserException`. */
export function functionJson(message: PythonMessage, keys: PythonFunctionKeys, partial: boolean): PyValue {
  if (partial && !message.additional.has('function_call')) return null;
  const call = functionCall(message);
  const text = call.get('arguments');
  if (text === undefined) return null;
  const wrap = (value: PyValue): PyValue =>
    (keys.args_only ?? true) ? value : new Map<string, PyValue>([...call, ['arguments', value]]);
  if (typeof text !== 'string') {
    const message_ = `the JSON object must be str, bytes or bytearray, not ${pyTypeName(text)}`;
    if (partial) throw new EngineError('TypeError', message_);
    const cause = { class: 'TypeError', message: message_ };
    throw pythonException(`Could not parse function call data: ${message_}`, null, { cause });
  }
  if (partial) {
    const read = parsePartialJson(text, keys.strict ?? false);
    return read.ok ? wrap(read.value) : null;
  }
  const read = loads(text, keys.strict ?? false);
  if (read.ok) return wrap(read.value);
  const cause = { class: 'JSONDecodeError', message: read.error.message };
  throw pythonException(`Could not parse function call data: ${read.error.message}`, null, { cause });
}

/** `JsonKeyOutputFunctionsParser.parse_result`. Throws also what `[…]` and `.get` raise. */
export function functionKey(message: PythonMessage, keys: PythonFunctionKeys, partial: boolean): PyValue {
  const value = functionJson(message, { strict: keys.strict ?? false }, partial);
  const key = keys.key_name ?? '';
  if (!partial) return pyGetItem(value, key);
  if (value === null) return null;
  if (!isPyDict(value)) throw new EngineError('AttributeError', `'${pyTypeName(value)}' object has no attribute 'get'`);
  return value.get(key) ?? null;
}

/** `PydanticOutputFunctionsParser.parse_result`; `models` by function name where there are several. Throws also Pydantic's `ValidationError`. */
export function functionModel(
  message: PythonMessage,
  models: PythonModel | ReadonlyMap<string, PythonModel>,
): ModelValue {
  if (!(models instanceof Map)) {
    const model = models as PythonModel;
    return validateJson(model, functionText(message, true));
  }
  const call = functionCall(message);
  const name = pyGetItem(call, 'name');
  const text = pyGetItem(call, 'arguments');
  const model = models.get(String(name));
  if (!model) throw new EngineError('KeyError', pyRepr(name));
  return validateJson(model, text);
}

/** `PydanticAttrOutputFunctionsParser.parse_result`. */
export function functionAttribute(
  message: PythonMessage,
  models: PythonModel | ReadonlyMap<string, PythonModel>,
  attribute: string,
): PyValue {
  const made = functionModel(message, models);
  const value = isPyDict(made.json) ? made.json.get(attribute) : undefined;
  if (value === undefined)
    throw new EngineError('AttributeError', `'${made.type}' object has no attribute '${attribute}'`);
  return value;
}

function validateJson(model: PythonModel, text: PyValue): ModelValue {
  if (typeof text !== 'string') {
    const msg = 'JSON input should be string, bytes or bytearray';
    throw model.fault('json_type', msg, text);
  }
  const fault = jiterFault(text);
  if (fault !== undefined) throw model.fault('json_invalid', `Invalid JSON: ${fault}`, text);
  const read = loads(text, true);
  return new ModelValue(model.name, model.validateJson(read.ok ? read.value : null));
}
