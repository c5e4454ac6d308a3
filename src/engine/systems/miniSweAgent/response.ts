import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { jsonValueSpan, spanFinder, withoutQuotes } from '../../json/jsonSpans.ts';
import type { ResponseInput } from '../../parsers/parser.ts';
import { jsonLoads } from '../../python/index.ts';
import { crash } from './actions.ts';

/** An answer as the user has it: text, a chat completion, its message, or a Responses API object, as an object or pasted as JSON. */
export interface Response {
  /** The message of a chat completion, or the whole object of the Responses API. */
  readonly message: PyDict;
  readonly finishReason: PyValue;
  /** The text that is read in text mode; spans of actions in it are moved by `textStart`. `undefined`: it stands in JSON. */
  readonly text: string;
  readonly isPlain: boolean;
  /** Where a part of the answer stands in the text that was given. */
  spanOf(path: readonly (string | number)[]): Span;
}

type Path = readonly (string | number)[];

/** Reads what was given. Never fails for text; an object that is not an answer counts as one without content. */
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
export function contentSpan(response: Response, text: string): Span {
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
export function outputOf(message: PyDict): PyValue {
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
