import { EngineError } from '../../../../src/engine/core/errors.ts';
import { toPlain } from '../../../../src/engine/core/pyValue.ts';
import type { ModelMessage } from '../../../../src/engine/core/result.ts';
import { responseText } from '../../../../src/engine/definition/answerReader.ts';
import {
  llmDocument,
  messageMember,
  readApiCall,
  readApiCalls,
  splitReasoning,
} from '../../../../src/engine/systems/langroid/llmResponse.ts';
import { isHandled, readResponse, senderOf } from '../../../../src/engine/systems/langroid/readResponse.ts';
import { attemptedToolNames, valueOfType } from './chatDocument.ts';
import { type AgentAnswer, handleResponse, type ToolHandler } from './handleMessage.ts';
import type { HistoryTokenizer } from './historyTokenizer.ts';
import { agentFrom, cleanTokenizer, inputOf, type PlainAgent } from './plainInput.ts';

/** `ChatDocument.get_tool_names`. Raises `EngineError` where a candidate is not an object. */
export function toolNames(text: string): readonly string[] {
  return attemptedToolNames(text);
}

/**
 * `ChatDocument.from_LLMResponse`. `response` is the text, `null`, or a provider's message. Raises `EngineError`, the
 * `ValidationError` of a recipient that is not a string.
 */
export function fromLlmResponse(
  response: string | ModelMessage | null,
  options: { readonly recognize_recipient_in_content?: boolean } = {},
): { readonly content: string; readonly recipient: string; readonly content_is_none: boolean } {
  const toolCalls = messageMember(response, 'tool_calls');
  const functionCall = readApiCall(messageMember(response, 'function_call')) ?? null;
  const calls = { toolCalls: toolCalls === null ? null : readApiCalls(toolCalls), functionCall };
  const text = response === null ? null : responseText(response);
  const { content, recipient, isContentNone } = llmDocument(
    text,
    calls,
    options?.recognize_recipient_in_content !== false,
  );
  return { content, recipient, content_is_none: isContentNone };
}

/** `get_reasoning_final`. Raises `EngineError`, the `ValueError` of delimiters that do not pair. */
export function reasoningFinal(
  text: string,
  delimiters: readonly string[] | { readonly thought_delimiters?: readonly string[] } = ['<think>', '</think>'],
): { readonly reasoning: string; readonly final: string } {
  const given: readonly unknown[] | undefined = Array.isArray(delimiters)
    ? delimiters
    : Object(delimiters).thought_delimiters;
  const [open = '<think>', close = '</think>'] = Array.isArray(given) ? given : [];
  if (typeof open !== 'string' || typeof close !== 'string')
    throw new EngineError('TypeError', 'Delimiters are texts.');
  const { reasoning, final } = splitReasoning(text, [open, close]);
  return { reasoning, final };
}

/** `has_tool_message_attempt`: whether the model tried to call a tool that the agent handles. */
export function hasToolAttempt(agent: PlainAgent, response: string | ModelMessage): boolean {
  const made = agentFrom(agent);
  const input = inputOf(response);
  if (senderOf(input.message) !== 'LLM') return false;
  try {
    return readResponse(made, input).calls.some(call => isHandled(made, call));
  } catch (error) {
    if (error instanceof EngineError) return error.class === 'ValidationError' || error.class === 'XMLException';
    throw error;
  }
}

/** `handle_message`: what the agent answers. `handlers` run its tools, by name. */
export function handleMessage(
  agent: PlainAgent,
  response: string | ModelMessage,
  handlers: Readonly<Record<string, ToolHandler>> = {},
  tokenizer: HistoryTokenizer = {},
): AgentAnswer {
  const made = agentFrom(agent);
  return handleResponse(made, inputOf(response), handlers, cleanTokenizer(tokenizer, made.splitter));
}

/** `from_ChatDocument`: a value of a type (`str`, `int`, `float`, `bool`, a tool's class, `List[…]` of one) out of a text. Raises `EngineError` like the reading of a response. */
export function fromChatDocument(agent: PlainAgent, text: string, type: string): unknown {
  return toPlain(valueOfType(agentFrom(agent), text, type));
}
