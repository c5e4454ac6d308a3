import { isPyDict, type PyDict, type PyValue } from '../engine/index.ts';
import { ollamaBound } from './boundForms.ts';
import {
  argumentsText,
  contentText,
  listMember,
  type ModelApi,
  type ModelEvent,
  member,
  textMember,
} from './modelApi.ts';
import { errorOf } from './openAiApi.ts';

/** Ollama's own `/api/chat`: lines of JSON. */
export const ollamaApi: ModelApi = {
  formatters: ['OllamaChatFormatter', 'OllamaMultiAgentFormatter'],
  stream: 'lines',
  request: ({ base, model }, { payload, tools, bound, parameters }) => ({
    url: `${base}/api/chat`,
    headers: {},
    body: new Map<string, PyValue>([
      ['model', model],
      ['messages', (isPyDict(payload as PyValue) ? [payload as PyDict] : payload) as PyValue],
      ...(tools && tools.length > 0 ? [['tools', tools] as const] : []),
      ...ollamaBound(bound),
      ['stream', true],
      ...(parameters && parameters.size > 0 ? [['options', parameters] as const] : []),
    ]),
  }),
  read(data) {
    const error = member(data, 'error');
    if (error !== undefined && error !== null) return [{ error: errorOf(error) }];
    const events: ModelEvent[] = [];
    const message = member(data, 'message');
    const reasoning = textMember(message, 'thinking');
    if (reasoning) events.push({ reasoning });
    const text = contentText(member(message, 'content'));
    if (text) events.push({ text });
    for (const call of listMember(message, 'tool_calls')) {
      const name = textMember(member(call, 'function'), 'name');
      const written = argumentsText(member(member(call, 'function'), 'arguments')) ?? '{}';
      if (name) events.push({ call: { isNew: true, name, whole: written } });
    }
    if (member(data, 'done') === true) events.push(...ended(data));
    return events;
  },
};

/** The counts that stand beside the last piece. */
const counts = ['prompt_eval_count', 'eval_count'];

function ended(data: unknown): readonly ModelEvent[] {
  const usage = Object.fromEntries(
    counts.flatMap(key => (typeof member(data, key) === 'number' ? [[key, member(data, key)]] : [])),
  );
  const finishReason = textMember(data, 'done_reason') ?? 'stop';
  return [{ finishReason, ...(Object.keys(usage).length > 0 && { usage }) }, { isEnd: true }];
}
