import { isPyDict, type PyDict, type PyValue } from '../engine/index.ts';
import { anthropicBound, functionOf } from './boundForms.ts';
import { isObject, listMember, type ModelApi, type ModelEvent, member, textMember } from './modelApi.ts';
import { errorOf } from './openAiApi.ts';

/** AgentScope's `AnthropicChatModel` asks for so many tokens at most, where nothing else is said. */
const maxTokens = 2048;

/** Anthropic's messages. A first message of the system is sent as `system`, as AgentScope's `AnthropicChatModel` sends it. */
export const anthropicApi: ModelApi = {
  formatters: ['AnthropicChatFormatter', 'AnthropicMultiAgentFormatter'],
  stream: 'events',
  request({ base, model }, { payload, tools, bound, parameters }) {
    const messages = isPyDict(payload as PyValue) ? [payload as PyDict] : (payload as readonly PyValue[]);
    const first = messages[0];
    const system = first !== undefined && isPyDict(first) && first.get('role') === 'system' ? first : undefined;
    return {
      url: `${base}/messages`,
      headers: { 'anthropic-version': '2023-06-01' },
      body: new Map<string, PyValue>([
        ['model', model],
        ['max_tokens', maxTokens],
        ['stream', true],
        ...(tools && tools.length > 0 ? [['tools', tools.map(toolOf)] as const] : []),
        ...anthropicBound(bound),
        ...(system ? [['system', system.get('content') ?? null] as const] : []),
        ['messages', system ? messages.slice(1) : messages],
        ...(parameters ?? []),
      ]),
    };
  },
  read(data) {
    const type = textMember(data, 'type');
    if (type === 'error') return [{ error: errorOf(member(data, 'error')) }];
    if (type === 'message_stop') return [{ isEnd: true }];
    if (type === 'message_start') return usageOf(member(member(data, 'message'), 'usage'));
    if (type === 'message_delta') {
      const finishReason = textMember(member(data, 'delta'), 'stop_reason');
      return [...usageOf(member(data, 'usage')), ...(finishReason ? [{ finishReason }] : [])];
    }
    const index = Number(member(data, 'index') ?? 0);
    if (type === 'content_block_start') return started(member(data, 'content_block'), index);
    if (type === 'content_block_delta') return grown(member(data, 'delta'), index);
    return type === 'message' ? wholeMessage(data) : [];
  },
};

/** An answer that came whole, although the request says to stream. */
function wholeMessage(message: unknown): readonly ModelEvent[] {
  const finishReason = textMember(message, 'stop_reason');
  return [
    ...listMember(message, 'content').flatMap(started),
    ...usageOf(member(message, 'usage')),
    ...(finishReason ? [{ finishReason }] : []),
    { isEnd: true },
  ];
}

/** Calls of the user's functions, and of those that the provider runs itself. */
const callTypes: readonly (string | undefined)[] = ['tool_use', 'server_tool_use', 'mcp_tool_use'];

function started(block: unknown, index: number): readonly ModelEvent[] {
  const text = textMember(block, 'text');
  if (text) return [{ text }];
  const reasoning = textMember(block, 'thinking');
  if (reasoning) return [{ reasoning }];
  if (!callTypes.includes(textMember(block, 'type'))) return [];
  const id = textMember(block, 'id');
  const name = textMember(block, 'name');
  const input = member(block, 'input');
  // It is empty where it is to come in pieces.
  const whole = isObject(input) && Object.keys(input).length > 0 ? JSON.stringify(input) : undefined;
  return [{ call: { index, ...(id && { id }), ...(name && { name }), ...(whole && { whole }) } }];
}

function grown(delta: unknown, index: number): readonly ModelEvent[] {
  const text = textMember(delta, 'text');
  const reasoning = textMember(delta, 'thinking');
  const json = textMember(delta, 'partial_json');
  return [
    ...(text ? [{ text }] : []),
    ...(reasoning ? [{ reasoning }] : []),
    ...(json ? [{ call: { index, arguments: json } }] : []),
  ];
}

function usageOf(usage: unknown): readonly ModelEvent[] {
  return isObject(usage) ? [{ usage }] : [];
}

/** A function as Anthropic lists it: `name`, `description`, `input_schema`. */
function toolOf(tool: PyValue): PyValue {
  const own = functionOf(tool);
  if (!own) return tool;
  return new Map<string, PyValue>([
    ['name', own.get('name') ?? null],
    ...(own.has('description') ? [['description', own.get('description') ?? null] as const] : []),
    ['input_schema', own.get('parameters') ?? new Map()],
  ]);
}
