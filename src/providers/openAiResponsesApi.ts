import type { PyValue } from '../engine/index.ts';
import { isObject, type ModelApi, type ModelEvent, member, textMember } from './modelApi.ts';
import { errorOf } from './openAiApi.ts';
import { functionOf } from './toolForms.ts';

/** OpenAI's Responses, for a conversation whose formatter makes their input. */
export const openAiResponsesApi: ModelApi = {
  formatters: ['OpenAIResponseChatFormatter', 'OpenAIResponseMultiAgentFormatter'],
  stream: 'events',
  request: ({ base, model }, { payload, tools, parameters }) => ({
    url: `${base}/responses`,
    headers: {},
    body: new Map<string, PyValue>([
      ['model', model],
      ['input', payload as PyValue],
      ...(tools && tools.length > 0 ? [['tools', tools.map(flatTool)] as const] : []),
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
    if (type === 'response.output_item.added') return called(member(data, 'item'), index);
    if (type === 'error') return [{ error: errorOf(data) }];
    if (type === 'response.failed')
      return [{ error: errorOf(member(member(data, 'response'), 'error') ?? 'It failed.') }];
    if (type === 'response.completed' || type === 'response.incomplete') return ended(member(data, 'response'));
    return [];
  },
};

function called(item: unknown, index: number): readonly ModelEvent[] {
  if (textMember(item, 'type') !== 'function_call') return [];
  const id = textMember(item, 'call_id');
  const name = textMember(item, 'name');
  return [{ call: { index, ...(id && { id }), ...(name && { name }) } }];
}

function ended(response: unknown): readonly ModelEvent[] {
  const usage = member(response, 'usage');
  const reason = textMember(member(response, 'incomplete_details'), 'reason') ?? textMember(response, 'status');
  return [{ ...(isObject(usage) && { usage }), ...(reason && { finishReason: reason }) }, { isEnd: true }];
}

/** A function as Responses list it: its members beside `type`. */
function flatTool(tool: PyValue): PyValue {
  const own = functionOf(tool);
  return own ? new Map<string, PyValue>([['type', 'function'], ...own]) : tool;
}
