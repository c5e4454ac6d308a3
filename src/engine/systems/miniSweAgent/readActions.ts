import { ResponseError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import { isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { withoutQuotes } from '../../json/jsonSpans.ts';
import type { ReadField, Reading, ResponseInput } from '../../parsers/parser.ts';
import { JinjaError, renderJinja } from '../../python/index.ts';
import {
  type Action,
  ActionFormatError,
  actionDict,
  type Call,
  chatCalls,
  readCalls,
  readTextAction,
  responseCalls,
} from './actions.ts';
import type { Mode } from './modelClass.ts';
import type { Settings } from './readSettings.ts';
import { contentSpan, outputOf, type Response, readResponse } from './response.ts';

/** Reads an answer as mini-swe-agent's reader of the mode does. Raises `ResponseError`, with what the model is told. */
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

async function readText(response: Response, given: string, settings: Settings, host: Host): Promise<Reading> {
  const { text, isPlain, finishReason } = response;
  const content = { span: response.spanOf(['content']), inner: contentSpan(response, given) };
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

/** The message that the model is told, as mini-swe-agent adds it to its history. Raises like {@link renderFormatError}. */
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
