import type { PyValue } from '../engine/index.ts';
import { openAiBound } from './boundForms.ts';
import {
  argumentsText,
  contentText,
  firstChoice,
  isObject,
  listMember,
  type ModelApi,
  type ModelEvent,
  member,
  textMember,
} from './modelApi.ts';

/** OpenAI's chat completions, which Ollama, vLLM, LM Studio, llama.cpp, DeepSeek and DashScope speak as well. */
export const openAiApi: ModelApi = {
  formatters: ['OpenAIChatFormatter', 'OpenAIMultiAgentFormatter'],
  stream: 'events',
  request: ({ base, model }, { payload, tools, bound, parameters }) => ({
    url: `${base}/chat/completions`,
    headers: {},
    body: new Map<string, PyValue>([
      ['model', model],
      ['messages', payload as PyValue],
      ...(tools && tools.length > 0 ? [['tools', tools] as const] : []),
      ...openAiBound(bound),
      ['stream', true],
      ['stream_options', new Map([['include_usage', true]])],
      ...(parameters ?? []),
    ]),
  }),
  read(data) {
    const error = member(data, 'error');
    if (error !== undefined && error !== null) return [{ error: errorOf(error) }];
    const events: ModelEvent[] = [];
    const usage = member(data, 'usage');
    if (isObject(usage)) events.push({ usage });
    const choice = firstChoice(listMember(data, 'choices'));
    const delta = member(choice, 'delta') ?? member(choice, 'message');
    const reasoning = textMember(delta, 'reasoning_content') ?? textMember(delta, 'reasoning');
    if (reasoning) events.push({ reasoning });
    const text = contentText(member(delta, 'content')) ?? textMember(delta, 'refusal');
    if (text) events.push({ text });
    const calls = listMember(delta, 'tool_calls');
    for (const [i, call] of calls.entries()) events.push({ call: callOf(call, calls.length > 1 ? i : undefined) });
    const finishReason = textMember(choice, 'finish_reason');
    if (finishReason) events.push({ finishReason });
    return events;
  },
};

/** The error that a body or a stream holds, in any of the forms that compatible servers give it. */
export function errorOf(error: unknown): NonNullable<ModelEvent['error']> {
  const message = typeof error === 'string' ? error : (textMember(error, 'message') ?? JSON.stringify(error));
  const code = member(error, 'code') ?? member(error, 'status');
  const status = typeof code === 'number' ? code : (statuses[String(member(error, 'type'))] ?? statuses[String(code)]);
  return { message, ...(status !== undefined && { status }) };
}

/** The HTTP status of the kinds of errors that come inside a stream. */
const statuses: Readonly<Record<string, number>> = {
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  RESOURCE_EXHAUSTED: 429,
  api_error: 500,
  server_error: 500,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  overloaded_error: 529,
};

/** `place`: of several calls at once, where the server does not say which they are. */
function callOf(call: unknown, place: number | undefined): NonNullable<ModelEvent['call']> {
  const index = member(call, 'index');
  const id = textMember(call, 'id');
  const called = member(call, 'function');
  const name = textMember(called, 'name');
  const args = member(called, 'arguments');
  const written = argumentsText(args);
  const at = typeof index === 'number' ? index : place;
  return {
    ...(at !== undefined && { index: at }),
    ...(id && { id }),
    ...(name && { name }),
    // An object is all of them.
    ...(written && (typeof args === 'string' ? { arguments: written } : { whole: written })),
  };
}
