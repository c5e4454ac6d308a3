import type { PyValue } from '../engine/index.ts';
import { functionOf, openAiResponsesBound } from './boundForms.ts';
import { argumentsText, isObject, listMember, type ModelApi, type ModelEvent, member, textMember } from './modelApi.ts';
import { errorOf } from './openAiApi.ts';

/** OpenAI's Responses, for a conversation whose formatter makes their input. */
export const openAiResponsesApi: ModelApi = {
  formatters: ['OpenAIResponseChatFormatter', 'OpenAIResponseMultiAgentFormatter'],
  stream: 'events',
  request: ({ base, model }, { payload, tools, bound, parameters }) => ({
    url: `${base}/responses`,
    headers: {},
    body: new Map<string, PyValue>([
      ['model', model],
      ['input', payload as PyValue],
      ...(tools && tools.length > 0 ? [['tools', tools.map(flatTool)] as const] : []),
      ...openAiResponsesBound(bound),
      ['stream', true],
      ...(parameters ?? []),
    ]),
  }),
  read(data) {
    const type = textMember(data, 'type') ?? '';
    const index = Number(member(data, 'output_index') ?? 0);
    const delta = textMember(data, 'delta');
    if (type === 'response.output_text.delta' && delta) return [{ text: delta }];
    if (type === 'response.refusal.delta' && delta) return [{ text: delta }];
    if (/^response\.reasoning(_summary)?_text\.delta$/.test(type) && delta) return [{ reasoning: delta }];
    if (type === 'response.function_call_arguments.delta' && delta) return [{ call: { index, arguments: delta } }];
    if (type === 'response.function_call_arguments.done') return whole({ index }, member(data, 'arguments'));
    if (type === 'response.output_item.added' || type === 'response.output_item.done')
      return called(member(data, 'item'), index);
    if (type === 'error') return [{ error: errorOf(data) }];
    if (type === 'response.failed')
      return [{ error: errorOf(member(member(data, 'response'), 'error') ?? 'It failed.') }];
    if (type === 'response.completed' || type === 'response.incomplete') return ended(member(data, 'response'));
    // It came whole, although the request says to stream.
    return textMember(data, 'object') === 'response' ? ended(data) : [];
  },
};

function called(item: unknown, index: number): readonly ModelEvent[] {
  if (textMember(item, 'type') !== 'function_call') return [];
  const id = textMember(item, 'call_id');
  const name = textMember(item, 'name');
  return [
    { call: { index, ...(id && { id }), ...(name && { name }) } },
    ...whole({ index }, member(item, 'arguments')),
  ];
}

/** All arguments of a call; where there are none yet they come in pieces. */
function whole(call: { readonly index: number }, written: unknown): readonly ModelEvent[] {
  const text = argumentsText(written);
  return text ? [{ call: { ...call, whole: text } }] : [];
}

/** The texts of an answer's messages. */
function textsOf(response: unknown): string {
  return listMember(response, 'output')
    .filter(item => textMember(item, 'type') === 'message')
    .flatMap(item => listMember(item, 'content'))
    .map(part => textMember(part, 'text') ?? textMember(part, 'refusal') ?? '')
    .join('');
}

function ended(response: unknown): readonly ModelEvent[] {
  const usage = member(response, 'usage');
  const error = member(response, 'error');
  if (isObject(error)) return [{ error: errorOf(error) }];
  const wholeText = textsOf(response);
  const reason = textMember(member(response, 'incomplete_details'), 'reason') ?? textMember(response, 'status');
  return [
    ...(wholeText ? [{ wholeText }] : []),
    ...listMember(response, 'output').flatMap(called),
    { ...(isObject(usage) && { usage }), ...(reason && { finishReason: reason }) },
    { isEnd: true },
  ];
}

/** A function as Responses list it: its members beside `type`. */
function flatTool(tool: PyValue): PyValue {
  const own = functionOf(tool);
  return own ? new Map<string, PyValue>([['type', 'function'], ...own]) : tool;
}
