import type { PyValue } from '../engine/index.ts';
import { functionOf, geminiBound } from './boundForms.ts';
import {
  argumentsText,
  firstChoice,
  isObject,
  listMember,
  type ModelApi,
  type ModelEvent,
  member,
  textMember,
} from './modelApi.ts';
import { errorOf } from './openAiApi.ts';

/** Gemini's `streamGenerateContent`. */
export const geminiApi: ModelApi = {
  formatters: ['GeminiChatFormatter', 'GeminiMultiAgentFormatter'],
  stream: 'events',
  request({ base, model }, { payload, tools, bound, parameters }) {
    const { members, config } = geminiBound(bound);
    const generation = new Map([...config, ...(parameters ?? [])]);
    return {
      url: `${base}/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`,
      headers: {},
      body: new Map<string, PyValue>([
        ['contents', payload as PyValue],
        ...(tools && tools.length > 0
          ? [['tools', [new Map([['functionDeclarations', tools.map(tool => functionOf(tool) ?? tool)]])]] as const]
          : []),
        ...members,
        ...(generation.size > 0 ? [['generationConfig', generation] as const] : []),
      ]),
    };
  },
  read(data) {
    const error = member(data, 'error');
    if (error !== undefined && error !== null) return [{ error: errorOf(error) }];
    const events: ModelEvent[] = [];
    const usage = member(data, 'usageMetadata');
    if (isObject(usage)) events.push({ usage });
    const blocked = textMember(member(data, 'promptFeedback'), 'blockReason');
    if (blocked) events.push({ finishReason: blocked });
    const candidate = firstChoice(listMember(data, 'candidates'));
    for (const part of listMember(member(candidate, 'content'), 'parts')) events.push(...partOf(part));
    const finishReason = textMember(candidate, 'finishReason');
    if (finishReason) events.push({ finishReason });
    return events;
  },
};

function partOf(part: unknown): readonly ModelEvent[] {
  const call = member(part, 'functionCall');
  const name = textMember(call, 'name');
  // Calls come whole, and their order is all that tells them apart.
  if (name) return [{ call: { isNew: true, name, whole: argumentsText(member(call, 'args')) ?? '{}' } }];
  const text = textMember(part, 'text');
  if (!text) return [];
  return [member(part, 'thought') === true ? { reasoning: text } : { text }];
}
