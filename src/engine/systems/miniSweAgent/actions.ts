import { type EngineError, ResponseError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import {
  findMatches,
  jsonLoads,
  parsePattern,
  pyStr,
  pyStrip,
  pyTruth,
  stripSpan,
  type TranslatedPattern,
  translatePattern,
} from '../../python/index.ts';
import { scanActions } from './scanActions.ts';

/** A command that an answer asks for. */
export interface Action {
  /** Text, unless a tool call gave something else. */
  readonly command: PyValue;
  /** Absent in text mode. */
  readonly toolCallId?: PyValue;
}

/** An action as mini-swe-agent stores it. */
export function actionDict({ command, toolCallId }: Action): PyDict {
  const dict = new Map<string, PyValue>([['command', command]]);
  if (toolCallId !== undefined) dict.set('tool_call_id', toolCallId);
  return dict;
}

/** mini-swe-agent's `FormatError`: an answer that is not as it must be. `variables` are those of `format_error_template`. */
export class ActionFormatError extends ResponseError {
  readonly variables: PyDict;
  constructor(message: string, variables: PyDict, span?: Span) {
    super('FormatError', message, span ? { span } : {});
    this.variables = variables;
  }
}

/** The error of a tool mode. */
function toolCallError(message: string, hasToolCalls: boolean, finishReason: PyValue, span?: Span): ActionFormatError {
  return new ActionFormatError(
    message,
    new Map<string, PyValue>([
      ['actions', []],
      ['error', message],
      ['has_tool_calls', hasToolCalls],
      ['finish_reason', finishReason],
    ]),
    span,
  );
}

/** What Python raises for an answer that has not the shape of one. */
export function crash(className: string, message: string): EngineError {
  return new ResponseError(className, message);
}

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

/** The flags of `re.findall(pattern, text, re.DOTALL)`. */
export const actionFlags = { ignoreCase: false, multiline: false, dotAll: true, ascii: false } as const;

/** An action found in a text: the whole match, and the command inside it without white space around. */
interface TextAction {
  readonly command: string;
  readonly span: Span;
  readonly inner: Span;
}

/**
 * A user's pattern that gives a match's groups 1 and 2, whatever their names. Raises Python's `re.error` for what does
 * not compile. `groups`: how many the pattern has.
 */
export function compileGroups(
  pattern: string,
  flags: Parameters<typeof parsePattern>[1],
): { readonly translated: TranslatedPattern; readonly groups: number } {
  const parsed = parsePattern(pattern, flags);
  const groups = parsed.groups.length - 1;
  const names = ['1', '2'].slice(0, groups);
  const numbered = { ...parsed, names: new Map(names.map((name, i) => [name, i + 1])) };
  return { translated: translatePattern(numbered, names), groups };
}

/**
 * All actions of a text: `[a.strip() for a in re.findall(pattern, text, re.DOTALL)]`. Patterns of the user's own run by
 * way of the host. Raises `re.error`, what `findMatches` raises, and Python's `AttributeError` for a pattern with two or
 * more groups that matches.
 */
async function findActions(text: string, pattern: string, host: Host): Promise<readonly TextAction[]> {
  const scanned = scanActions(pattern, text);
  if (scanned)
    return scanned.map(({ start, end, from, to }) => textAction(text, { start, end }, { start: from, end: to }));
  const { translated, groups } = compileGroups(pattern, actionFlags);
  const names = groups === 1 ? ['1'] : [];
  const spans = await findMatches(translated, names, text, host);
  if (groups > 1 && spans.length > 0)
    throw new ResponseError('AttributeError', "'tuple' object has no attribute 'strip'", {
      span: { start: spans[0] ?? 0, end: spans[1] ?? 0 },
    });
  const actions: TextAction[] = [];
  const width = 2 + 2 * names.length;
  for (let i = 0; i < spans.length; i += width) {
    const span = { start: spans[i] ?? 0, end: spans[i + 1] ?? 0 };
    const group = names.length === 0 ? span : { start: spans[i + 2] ?? 0, end: spans[i + 3] ?? 0 };
    // A group that took no part gives the empty string.
    actions.push(textAction(text, span, group.start < 0 ? { start: span.end, end: span.end } : group));
  }
  return actions;
}

function textAction(text: string, span: Span, group: Span): TextAction {
  const inner = stripSpan(text, group.start, group.end);
  return { command: text.slice(inner.start, inner.end), span, inner };
}

/** mini-swe-agent's `parse_regex_actions`: exactly one action. Raises {@link ActionFormatError}, and as {@link findActions}. */
export async function readTextAction(
  text: string,
  finishReason: PyValue,
  pattern: string,
  host: Host,
): Promise<TextAction> {
  const actions = await findActions(text, pattern, host);
  const [only, second] = actions;
  if (only && !second) return only;
  const error = `Expected exactly 1 action, found ${actions.length}.`;
  throw new ActionFormatError(
    error,
    new Map<string, PyValue>([
      ['actions', actions.map(({ command }) => command)],
      ['error', error],
      ['finish_reason', finishReason],
    ]),
    second?.span,
  );
}
