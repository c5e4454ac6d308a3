import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { jsonLoads, pyStr, pyStrip, pyTruth } from '../../python/index.ts';
import { type Action, crash, toolCallError } from './actions.ts';

/** A call's name, its arguments and its id, as the provider gave them; `path` is where it stands in the answer. */
export interface Call {
  readonly name: PyValue;
  readonly arguments: PyValue;
  readonly id: PyValue;
  readonly index: number;
}

/** The calls of a chat completion's message. Raises what Python raises for a call without a `function`. */
export function chatCalls(message: PyDict): readonly Call[] {
  const calls = message.get('tool_calls') ?? null;
  if (!pyTruth(calls)) return [];
  if (!isPyList(calls)) throw crash('TypeError', `'${pyTypeName(calls)}' object is not iterable`);
  return calls.map((call, index) => {
    const fn = isPyDict(call) ? (call.get('function') ?? null) : null;
    if (!isPyDict(call) || !isPyDict(fn)) throw crash('AttributeError', "'NoneType' object has no attribute 'name'");
    return {
      name: fn.get('name') ?? null,
      arguments: fn.get('arguments') ?? null,
      id: call.get('id') ?? null,
      index,
    };
  });
}

/** The function calls of a Responses API answer. */
export function responseCalls(output: PyValue): readonly Call[] {
  if (!isPyList(output)) throw crash('TypeError', `'${pyTypeName(output)}' object is not iterable`);
  const calls: Call[] = [];
  for (const [index, item] of output.entries()) {
    if (!isPyDict(item) || item.get('type') !== 'function_call') continue;
    const callId = item.get('call_id') ?? null;
    calls.push({
      name: item.get('name') ?? null,
      arguments: item.has('arguments') ? (item.get('arguments') ?? null) : '{}',
      id: pyTruth(callId) ? callId : (item.get('id') ?? null),
      index,
    });
  }
  return calls;
}

/** mini-swe-agent's `parse_toolcall_actions` for either API: all calls, or an `ActionFormatError` for the first that is not one of `bash`. `failedAt` gets that call. */
export function readCalls(
  calls: readonly Call[],
  finishReason: PyValue,
  failedAt: (call: Call) => { readonly start: number; readonly end: number } | undefined = () => undefined,
): readonly Action[] {
  if (calls.length === 0)
    throw toolCallError(
      'No tool calls found in the response. Every response MUST include at least one tool call.',
      false,
      finishReason,
    );
  return calls.map(call => {
    const { args, fault } = decode(call.arguments);
    const command = isPyDict(args) ? args.get('command') : undefined;
    const errors = [
      fault === undefined ? '' : `Error parsing tool call arguments: ${fault}.`,
      call.name === 'bash' ? '' : `Unknown tool '${pyStr(call.name)}'.`,
      command === undefined ? "Missing 'command' argument in bash tool call." : '',
    ];
    const error = pyStrip(errors.join(''));
    if (command === undefined || error !== '') throw toolCallError(error, true, finishReason, failedAt(call));
    return { command, toolCallId: call.id };
  });
}

function decode(text: PyValue): { readonly args: PyValue; readonly fault?: string } {
  if (typeof text !== 'string')
    return {
      args: new Map(),
      fault: `the JSON object must be str, bytes or bytearray, not ${pyTypeName(text)}`,
    };
  const result = jsonLoads(text);
  return result.ok ? { args: result.value } : { args: new Map(), fault: result.error.message };
}
