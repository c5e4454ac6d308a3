import type { ModelMessage } from '../../core/result.ts';
import type { RecordParts } from './logReader.ts';
import { listAt, memberAt, objectAt, textAt } from './plainData.ts';

/** What the message of a chat completion answers: its text, or the message where it calls tools or has no text. */
export function messageResponse(message: unknown): Pick<RecordParts, 'response' | 'skip'> {
  const given = objectAt(message);
  if (!given) return { skip: 'no-response' };
  const calls = listAt(given.tool_calls);
  const content = textAt(given.content) ?? (Array.isArray(given.content) ? given.content : null);
  if (typeof content === 'string' && calls.length === 0) return { response: content };
  return { response: { content, ...(calls.length > 0 && { tool_calls: calls }) } };
}

/** Blocks of an answer: their texts put together, and calls of tools as OpenAI writes them. */
export function blocksResponse(
  texts: readonly string[],
  calls: readonly ToolCall[],
): { readonly response: string | ModelMessage } {
  const content = texts.length > 0 ? texts.join('') : null;
  if (content !== null && calls.length === 0) return { response: content };
  const tool_calls = calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input ?? {}) },
  }));
  return { response: { content, ...(calls.length > 0 && { tool_calls }) } };
}

/** A call of a tool, as providers other than OpenAI have it. `input`: an object, or its JSON text. */
export interface ToolCall {
  readonly id: unknown;
  readonly name: unknown;
  readonly input: unknown;
}

/** The first choice of a chat completion. */
export function firstChoice(body: unknown): Readonly<Record<string, unknown>> | undefined {
  return objectAt(listAt(memberAt(body, 'choices'))[0]);
}
