import * as z from 'zod';
import { EngineError } from '../../../core/errors.ts';
import { ModelValue } from '../../../core/modelValue.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { pyRepr, pyTruth } from '../../../python/index.ts';
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

/** The error of every Python parser that reads messages alone, where it is given a text. */
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
