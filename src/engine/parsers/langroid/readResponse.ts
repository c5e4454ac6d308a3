import { EngineError, ResponseError } from '../../errors.ts';
import { isPyDict } from '../../python/value.ts';
import type { ModelMessage } from '../../result.ts';
import type { Span } from '../../span.ts';
import type { ResponseInput } from '../parserType.ts';
import type { Agent } from './agent.ts';
import { messageMember, readApiCall, readApiCalls, recogniseApiCalls, recogniseFunctionCall } from './apiCalls.ts';
import { llmDocument, splitReasoning } from './llmResponse.ts';
import { type Recognised, recogniseText, type ToolCall } from './recognise.ts';

/** The tools of a response, and what was taken off its text before. */
export interface ReadResponse extends Recognised {
  readonly reasoning?: string;
  readonly recipient?: string;
}

/**
 * `ChatAgent.get_tool_messages(message, all_tools=True)`: searches the content, or the API's calls where there are any. Reasoning and a
 * recipient are taken off first where the agent's settings name them. What a user wrote is no error. Raises `ResponseError`.
 */
export function readResponse(agent: Agent, { text, message }: ResponseInput): ReadResponse {
  const isFromLlm = senderOf(message) === 'LLM';
  try {
    return readFrom(agent, text ?? '', message, isFromLlm);
  } catch (error) {
    if (error instanceof ResponseError) {
      if (isFromLlm || error.class !== 'ValidationError') throw error;
      return { calls: [], toolError: false, repairs: [] };
    }
    if (error instanceof EngineError) throw new ResponseError(error.class, error.message, { toolError: false });
    throw error;
  }
}

function readFrom(agent: Agent, text: string, message: ModelMessage | undefined, isFromLlm: boolean): ReadResponse {
  const given = messageMember(message, 'tool_calls');
  const single = messageMember(message, 'function_call');
  const toolCalls = given === null ? null : readApiCalls(given);
  const functionCall = single === null ? null : (readApiCall(single) ?? null);
  const { final, reasoning } = agent.thoughtDelimiters
    ? splitReasoning(text, agent.thoughtDelimiters)
    : { final: text, reasoning: undefined };
  const document = agent.recognizesRecipient
    ? llmDocument(final, { toolCalls, functionCall }, true)
    : { content: final, recipient: undefined };
  const extra = {
    ...(reasoning && { reasoning }),
    ...(document.recipient && { recipient: document.recipient }),
  };
  const where = searched(agent);
  if (where.content && document.content !== '' && toolCalls === null && functionCall === null) {
    const content = document.content;
    // What was taken off stands in front.
    const shift = content === text ? 0 : Math.max(0, text.lastIndexOf(content));
    return { ...moved(recogniseText(agent, content, isFromLlm), shift), ...extra };
  }
  const none: Recognised = { calls: [], toolError: false, repairs: [] };
  const called = where.tools && toolCalls ? recogniseApiCalls(agent, toolCalls, isFromLlm) : none;
  if (called.calls.length > 0 || !where.functions || !functionCall) return { ...called, ...extra };
  return { ...recogniseFunctionCall(agent, functionCall, isFromLlm), ...extra };
}

/** Where `search_for_tools_everywhere` and the kinds of calls let the agent look. */
function searched(agent: Agent): { content: boolean; tools: boolean; functions: boolean } {
  if (agent.searchEverywhere) return { content: true, tools: true, functions: true };
  const { useFunctionsApi, useToolsApi } = agent;
  return {
    content: !useFunctionsApi,
    tools: useFunctionsApi && useToolsApi,
    functions: useFunctionsApi && !useToolsApi,
  };
}

function moved(read: Recognised, by: number): Recognised {
  if (by === 0) return read;
  const move = ({ start, end }: Span) => ({ start: start + by, end: end + by });
  return {
    ...read,
    calls: read.calls.map(call => (call.span ? { ...call, span: move(call.span) } : call)),
    repairs: read.repairs.map(repair => ({ ...repair, span: move(repair.span) })),
  };
}

/** Who wrote a message: the model, unless it says otherwise. */
export function senderOf(message: ModelMessage | undefined): 'LLM' | 'USER' | 'AGENT' {
  const sender = String(message?.sender ?? 'LLM').toUpperCase();
  return sender === 'USER' || sender === 'AGENT' ? sender : 'LLM';
}

/** Whether the agent handles a call: the tool is, and its `recipient` is nobody or the agent. */
export function isHandled(agent: Agent, { tool, value }: ToolCall): boolean {
  if (!tool.handle) return false;
  const recipient = isPyDict(value) ? value.get('recipient') : undefined;
  return typeof recipient !== 'string' || recipient === '' || recipient === agent.name;
}
