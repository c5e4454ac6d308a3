import { EngineError, ResponseError } from '../../core/errors.ts';
import { isPyDict, type PyValue } from '../../core/pyValue.ts';
import { refusedBy, refusing } from '../../core/refusedValue.ts';
import type { ModelMessage } from '../../core/result.ts';
import type { Span } from '../../core/span.ts';
import type { ResponseInput } from '../../parsers/parser.ts';
import type { Agent } from './agent.ts';
import { expandTabs } from './candidates.ts';
import {
  llmDocument,
  messageMember,
  readApiCall,
  readApiCalls,
  recogniseApiCalls,
  recogniseFunctionCall,
  splitReasoning,
} from './llmResponse.ts';
import { type Recognised, recogniseText, type ToolCall } from './recognise.ts';

/** The tools of a response, and what was cut off its text before. */
export interface ReadResponse extends Recognised {
  readonly reasoning?: string;
  readonly recipient?: string;
}

/**
 * `ChatAgent.get_tool_messages(message, all_tools=True)`: searches the content, or the API's calls where there are any.
 * Reasoning and a recipient are cut off first where the agent's settings name them. What a user wrote is not an error. Raises
 * `ResponseError`.
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
  const calls = messageMember(message, 'tool_calls');
  const single = messageMember(message, 'function_call');
  const toolCalls = calls === null ? null : readApiCalls(calls);
  const functionCall = single === null ? null : (readApiCall(single) ?? null);
  const { final, reasoning, start } = agent.thoughtDelimiters
    ? splitReasoning(text, agent.thoughtDelimiters)
    : { final: text, reasoning: undefined, start: 0 };
  const document = agent.recognizesRecipient
    ? llmDocument(final, { toolCalls, functionCall }, true)
    : { content: final, recipient: undefined };
  const extra = {
    ...(reasoning && { reasoning }),
    ...(document.recipient && { recipient: document.recipient }),
  };
  const where = searched(agent);
  if (where.content && document.content !== '' && toolCalls === null && functionCall === null) {
    const { content } = document;
    const place = placeOf(content, final, start);
    return { ...relocated(() => recogniseText(agent, content, isFromLlm), place), ...extra };
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

/**
 * Where the places of a document's content are in the response: blanks are stripped, and with a recipient tabs are expanded.
 * `text` is what holds the content, `by` where that stands.
 */
function placeOf(content: string, text: string, by: number): (span: Span) => Span {
  const plain = { text, spanOf: (start: number, end: number) => ({ start, end }) };
  const from = text.includes(content) ? plain : expandTabs(text);
  const at = from.text.lastIndexOf(content);
  return span => {
    const { start, end } = from.spanOf(span.start + at, span.end + at);
    return { start: start + by, end: end + by };
  };
}

/** What was recognised, or the error, with its places in the response. */
function relocated(recognise: () => Recognised, place: (span: Span) => Span): Recognised {
  try {
    const read = recognise();
    return {
      ...read,
      calls: read.calls.map(call => (call.span ? { ...call, span: place(call.span) } : call)),
      repairs: read.repairs.map(repair => ({ ...repair, span: place(repair.span) })),
    };
  } catch (error) {
    if (!(error instanceof ResponseError) || !error.details.span) throw error;
    const placed = { ...error.details, span: place(error.details.span) };
    throw refusing(new ResponseError(error.class, error.message, placed), refusedBy(error));
  }
}

/** Who wrote a message: the model, unless it says otherwise. */
export function senderOf(message: ModelMessage | undefined): 'LLM' | 'USER' | 'AGENT' {
  const sender = String(message?.sender ?? 'LLM').toUpperCase();
  return sender === 'USER' || sender === 'AGENT' ? sender : 'LLM';
}

/** `NonToolAction`: what `handle_llm_no_tool` may name instead of a text, which then sends the model nothing. */
const noToolActions: readonly PyValue[] = ['user', 'done'];

/** What the model reads after an answer without any tool: the text of `handle_llm_no_tool`. */
export function noToolFeedback({ handleNoTool }: Agent, message: ModelMessage | undefined): string | undefined {
  if (senderOf(message) !== 'LLM' || typeof handleNoTool !== 'string') return undefined;
  return noToolActions.includes(handleNoTool) ? undefined : handleNoTool;
}

/** Whether the agent handles a call: the tool is, and its `recipient` is nobody or the agent. */
export function isHandled(agent: Agent, { tool, value }: ToolCall): boolean {
  if (!tool.handle) return false;
  const recipient = isPyDict(value) ? value.get('recipient') : undefined;
  return typeof recipient !== 'string' || recipient === '' || recipient === agent.name;
}
