import * as z from 'zod';
import { EngineError } from '../../../core/errors.ts';
import { ModelValue } from '../../../core/modelValue.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../../../core/pyValue.ts';
import { jiterFault, pyGetItem, pyRepr, pyTruth } from '../../../python/index.ts';
import { LangchainError, pythonException } from '../langchainError.ts';
import { loads, parsePartialJson } from './pythonJson.ts';
import type { PythonMessage } from './pythonMessage.ts';
import type { PythonModel } from './pythonModel.ts';

/** The keys of Python's parsers of tool calls. */
export interface PythonToolKeys {
  readonly first_tool_only?: boolean;
  readonly return_id?: boolean;
  readonly strict?: boolean;
  readonly key_name?: string;
}

/** The error of every Python parser that reads messages alone, for a text. */
export function notAChat(): LangchainError {
  return pythonException('This output parser can only be used with a chat generation.');
}

/** `JsonOutputToolsParser`: the calls as dicts of `args`, `id` and `type`, the tool's name; `undefined` where the message has no list of calls. */
function callsOf(message: PythonMessage, keys: PythonToolKeys, partial: boolean): PyDict[] | undefined {
  if (message.toolCalls.length > 0) return message.toolCalls.map(call => dictOf(call.name, call.args, call.id, keys));
  const raw = message.additional.get('tool_calls');
  if (raw === undefined) return undefined;
  const calls: PyDict[] = [];
  const errors: string[] = [];
  for (const call of isPyList(raw) ? raw : []) {
    try {
      const made = rawCall(call, keys, partial);
      if (made) calls.push(made);
    } catch (error) {
      if (!(error instanceof LangchainError && error.class === 'OutputParserException')) throw error;
      errors.push(error.message);
    }
  }
  if (errors.length > 0) throw pythonException(errors.join('\n\n'));
  return calls;
}

function dictOf(name: string, args: PyValue, id: PyValue, { return_id }: PythonToolKeys): PyDict {
  return new Map<string, PyValue>([['args', args], ...(return_id ? [['id', id] as const] : []), ['type', name]]);
}

function rawCall(call: PyValue, keys: PythonToolKeys, partial: boolean): PyDict | undefined {
  if (!isPyDict(call) || !call.has('function')) return undefined;
  const made = call.get('function');
  if (!isPyDict(made)) return undefined;
  const text = made.get('arguments');
  if (text === undefined) throw new EngineError('KeyError', "'arguments'");
  let args: PyValue;
  if (partial) {
    if (typeof text !== 'string') return undefined;
    const read = parsePartialJson(text, keys.strict ?? false);
    if (!read.ok) return undefined;
    args = read.value;
  } else if (!pyTruth(text)) args = new Map();
  else {
    const read = loads(String(text), keys.strict ?? false);
    if (!read.ok)
      throw pythonException(
        `Function ${made.get('name') ?? 'None'} arguments:\n\n${text}\n\nare not valid JSON. Received JSONDecodeError ${read.error.message}`,
      );
    args = read.value;
  }
  const name = made.get('name');
  if (name === undefined) throw new EngineError('KeyError', "'name'");
  return dictOf(pyTruth(name) ? String(name) : '', pyTruth(args) ? args : new Map(), call.get('id') ?? null, keys);
}

/** `JsonOutputToolsParser.parse_result`. Throws `OutputParserException`. */
export function toolCalls(message: PythonMessage, keys: PythonToolKeys, partial: boolean): PyValue {
  const calls = callsOf(message, keys, partial);
  if (calls === undefined) return [];
  return keys.first_tool_only ? (calls[0] ?? null) : calls;
}

/** `JsonOutputKeyToolsParser.parse_result`. Throws `OutputParserException`. */
export function keyToolCalls(message: PythonMessage, keys: PythonToolKeys, partial: boolean): PyValue {
  const calls = (callsOf(message, keys, partial) ?? []).filter(call => call.get('type') === keys.key_name);
  const values = calls.map(call => (keys.return_id ? call : (call.get('args') ?? null)));
  return keys.first_tool_only ? (values[0] ?? null) : values;
}

/** `PydanticToolsParser.parse_result`. Throws `OutputParserException` or Pydantic's `ValidationError`. */
export function pydanticToolCalls(
  message: PythonMessage,
  models: readonly PythonModel[],
  keys: PythonToolKeys,
  partial: boolean,
): PyValue {
  const { first_tool_only: first = false } = keys;
  const read = callsOf(message, keys, partial) ?? [];
  const calls = first ? read.slice(0, 1) : read;
  const byTitle = new Map(models.map(model => [model.title, model]));
  const made: PyValue[] = [];
  for (const call of calls) {
    const name = String(call.get('type'));
    const args = call.get('args') ?? null;
    if (!isPyDict(args)) {
      if (partial) continue;
      throw new EngineError('ValueError', `Tool arguments must be specified as a dict, received: ${pyRepr(args)}`);
    }
    const model = byTitle.get(name);
    if (!model) {
      const available = [...byTitle.keys()].join(', ') || '<no_tools>';
      const cause = { class: 'KeyError', message: pyRepr(name) };
      throw pythonException(`Unknown tool type: ${pyRepr(name)}. Available tools: ${available}`, null, { cause });
    }
    try {
      made.push(new ModelValue(model.name, model.validate(args)));
    } catch (error) {
      if (!(partial && error instanceof LangchainError)) throw error;
    }
  }
  return first ? (made[0] ?? null) : made;
}

/** The keys that Python's parsers of tool calls have in common. */
export const pythonToolKeys = {
  first_tool_only: z
    .boolean()
    .describe('Python alone: whether the value is the first call, not the list. Default: `false`.')
    .optional(),
  return_id: z.boolean().describe('Python alone: whether a call keeps its `id`. Default: `false`.').optional(),
  strict: z
    .boolean()
    .describe('Python alone: whether control characters in strings are refused. Default: `false`.')
    .optional(),
} as const;

/** The same as a definition has them. */
export function toolKeys(config: PyDict): PythonToolKeys {
  const name = config.get('key_name');
  return {
    first_tool_only: config.get('first_tool_only') === true,
    return_id: config.get('return_id') === true,
    strict: config.get('strict') === true,
    ...(typeof name === 'string' && { key_name: name }),
  };
}

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
