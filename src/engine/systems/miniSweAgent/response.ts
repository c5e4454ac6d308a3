import { ResponseError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { jsonValueSpan, spanFinder, withoutQuotes } from '../../json/jsonSpans.ts';
import type { ReadField, Reading, ResponseInput } from '../../parsers/parser.ts';
import { JinjaError, jsonLoads, renderJinja } from '../../python/index.ts';
import {
  type Action,
  ActionFormatError,
  actionDict,
  type Call,
  chatCalls,
  crash,
  readCalls,
  readTextAction,
  responseCalls,
} from './actions.ts';
import type { Mode } from './modelClass.ts';
import type { Settings } from './readSettings.ts';

/** An answer as the user has it: text, a chat completion, its message, or a Responses API object, as an object or pasted as JSON. */
interface Response {
  /** The message of a chat completion, or the whole object of the Responses API. */
  readonly message: PyDict;
  readonly finishReason: PyValue;
  /** The text that is read in text mode; spans of actions in it are moved by `textStart`. `undefined`: it stands in JSON. */
  readonly text: string;
  readonly isPlain: boolean;
  /** Where a part of the answer stands in the text. */
  spanOf(path: readonly (string | number)[]): Span;
}

type Path = readonly (string | number)[];

/** Reads an answer. Never fails for text; an object that is not an answer counts as one without content. */
export function readResponse(input: ResponseInput): Response {
  const text = input.text ?? '';
  const pasted = input.message ? undefined : pastedValue(text);
  const value = input.message ? fromPlain(input.message) : pasted;
  const end = { start: text.length, end: text.length };
  if (value === undefined || !isPyDict(value))
    return {
      message: new Map<string, PyValue>([['content', text]]),
      finishReason: 'stop',
      text,
      isPlain: true,
      spanOf: () => end,
    };
  const { message, path, finishReason } = messageIn(value);
  const find = pasted === undefined ? undefined : spanFinder(text, jsonValueSpan(text, 0, text.length));
  const content = message.get('content') ?? message.get('message');
  return {
    message,
    finishReason,
    text: typeof content === 'string' ? content : input.message ? text : '',
    isPlain: find === undefined,
    spanOf: below => find?.([...path, ...below]) ?? end,
  };
}

/** Where the text of a pasted message stands, without its quotes. */
function contentSpan(response: Response, text: string): Span {
  return withoutQuotes(text, response.spanOf(['content']));
}

/** JSON that is an answer of a provider; prose, and JSON of any other kind, is not. */
function pastedValue(text: string): PyValue | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const read = jsonLoads(text);
  if (!read.ok || !isPyDict(read.value)) return undefined;
  const { value } = read;
  const isAnswer =
    isPyList(value.get('choices')) ||
    isPyList(value.get('output')) ||
    value.has('tool_calls') ||
    value.get('object') === 'response' ||
    value.get('role') === 'assistant';
  return isAnswer ? value : undefined;
}

function messageIn(value: PyDict): { readonly message: PyDict; readonly path: Path; readonly finishReason: PyValue } {
  const choices = value.get('choices');
  const [choice] = isPyList(choices) ? choices : [];
  if (choice !== undefined && isPyDict(choice)) {
    const message = choice.get('message');
    return {
      message: isPyDict(message) ? message : new Map(),
      path: ['choices', 0, 'message'],
      finishReason: choice.has('finish_reason') ? (choice.get('finish_reason') ?? null) : 'stop',
    };
  }
  const isResponse = value.has('output') || value.get('object') === 'response';
  return { message: value, path: [], finishReason: isResponse ? responseFinishReason(value) : 'stop' };
}

/** The output of a Responses API object. Raises what Python raises for what is not a list. */
function outputOf(message: PyDict): PyValue {
  const output = message.get('output');
  if (output === undefined) return [];
  if (output === null) throw crash('TypeError', "'NoneType' object is not iterable");
  return output;
}

/** A model's answer as mini-swe-agent's clients hand it over. */
interface ChatAnswer {
  readonly message: PyDict;
  readonly finishReason: PyValue;
}

/** The first choice of a chat completion. Raises what Python raises where there is none. */
export function chatAnswer(response: PyValue): ChatAnswer {
  const choices = isPyDict(response) ? (response.get('choices') ?? null) : null;
  const [choice] = isPyList(choices) ? choices : [];
  if (choice === undefined || !isPyDict(choice)) throw crash('IndexError', 'list index out of range');
  const message = choice.get('message') ?? null;
  if (!isPyDict(message)) throw crash('AttributeError', "'NoneType' object has no attribute 'content'");
  return { message, finishReason: choice.get('finish_reason') ?? null };
}

/** mini-swe-agent's `finish_reason_from_responses_api`. */
export function responseFinishReason(response: PyDict): PyValue {
  const status = response.get('status') ?? null;
  if (status !== 'incomplete') return status;
  const details = response.get('incomplete_details');
  return isPyDict(details) && details.get('reason') === 'max_output_tokens' ? 'length' : status;
}

/** Reads an answer as mini-swe-agent's reader of the mode does. Raises `ResponseError`, with the message to the model. */
export async function readActions(input: ResponseInput, settings: Settings, host: Host): Promise<Reading> {
  const response = readResponse(input);
  try {
    return settings.mode === 'actions_text'
      ? await readText(response, input.text ?? '', settings, host)
      : readToolCalls(response, input.text ?? '', settings);
  } catch (error) {
    if (error instanceof ActionFormatError) throw withFeedback(error, settings);
    throw error;
  }
}

/** The error with the message for the model; the template's own error where it fails, as that is what is raised. */
function withFeedback(error: ActionFormatError, { templates }: Settings): ResponseError {
  try {
    const feedback = renderFormatError(templates.format_error_template, error);
    return new ResponseError(error.class, error.message, { ...error.details, feedback });
  } catch (fault) {
    if (!(fault instanceof JinjaError)) throw fault;
    const { span } = error.details;
    return new ResponseError(fault.class, `In format_error_template: ${fault.message}`, span ? { span } : {});
  }
}

async function readText(response: Response, answerText: string, settings: Settings, host: Host): Promise<Reading> {
  const { text, isPlain, finishReason } = response;
  const content = { span: response.spanOf(['content']), inner: contentSpan(response, answerText) };
  try {
    const { command, span, inner } = await readTextAction(text, finishReason, settings.actionRegex, host);
    const place = isPlain ? { span, inner } : content;
    return reading([{ command }], [{ key: 'command', value: command, ...place }]);
  } catch (error) {
    // Offsets in a string of pasted JSON are not those of the JSON.
    if (!isPlain && error instanceof ActionFormatError)
      throw new ActionFormatError(error.message, error.variables, content.span);
    throw error;
  }
}

/** The fields of a message as JSON text, in a mode that reads calls. Raises `ActionFormatError`. */
export function callFields(text: string, settings: Settings): readonly ReadField[] {
  return readToolCalls(readResponse({ text }), text, settings).fields;
}

function readToolCalls(response: Response, text: string, { mode }: Settings): Reading {
  const isResponse = mode === 'actions_toolcall_response';
  const calls = isResponse ? responseCalls(outputOf(response.message)) : chatCalls(response.message);
  const placeOf = ({ index }: Call) => response.spanOf(isResponse ? ['output', index] : ['tool_calls', index]);
  const actions = readCalls(calls, response.finishReason, placeOf);
  const fields = actions.map(({ command }, i): ReadField => {
    const call = calls[i];
    const path = isResponse ? ['output', call?.index ?? 0] : ['tool_calls', call?.index ?? 0, 'function'];
    const span = response.spanOf([...path, 'arguments']);
    return { key: 'command', value: command, span, inner: withoutQuotes(text, span) };
  });
  return reading(actions, fields);
}

function reading(actions: readonly Action[], fields: readonly ReadField[]): Reading {
  return { value: actions.map(actionDict), fields };
}

/** `format_error_template` rendered for an answer that was refused. Raises what the template raises. */
export function renderFormatError(template: string, error: ActionFormatError): string {
  return renderJinja(template, error.variables, { strict: true });
}

/** The message to the model, as mini-swe-agent adds it to its history. Raises like {@link renderFormatError}. */
export function errorMessage(template: string, error: ActionFormatError, mode: Mode): PyDict {
  const content = renderFormatError(template, error);
  const actions = error.variables.get('actions');
  const extra = new Map<string, PyValue>([['interrupt_type', 'FormatError']]);
  if (mode === 'actions_text') extra.set('n_actions', isPyList(actions) ? actions.length : 0);
  if (mode === 'actions_toolcall_response')
    return new Map<string, PyValue>([
      ['type', 'message'],
      ['role', 'user'],
      ['content', [inputText(content)]],
      ['extra', extra],
    ]);
  return new Map<string, PyValue>([
    ['role', 'user'],
    ['content', content],
    ['extra', extra],
  ]);
}

/** A text of a message of the Responses API. */
export function inputText(text: string): PyDict {
  return new Map([
    ['type', 'input_text'],
    ['text', text],
  ]);
}
