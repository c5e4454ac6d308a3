import { EngineError } from '../../../../src/engine/core/errors.ts';
import { fromPlain, isPyDict } from '../../../../src/engine/core/pyValue.ts';
import { pyStrip } from '../../../../src/engine/python/whitespace.ts';
import { type Agent, agentOf, splitterOf } from '../../../../src/engine/systems/langroid/agent.ts';
import { isHandled, readResponse } from '../../../../src/engine/systems/langroid/readResponse.ts';
import { systemMessage } from '../../../../src/engine/systems/langroid/systemMessage.ts';
import {
  countHistory,
  fitHistory,
  type HistoryMessage,
  historyText as historyTextOf,
  retentionNote,
  truncatedMessage,
} from './history.ts';
import type { HistoryTokenizer } from './historyTokenizer.ts';
import { cleanTokenizer, type PlainTool, toolOf } from './plainInput.ts';

/** Messages, or anything that has them under `messages`, with the agent's settings where they matter. */
export type History =
  | readonly HistoryMessage[]
  | { readonly messages: readonly HistoryMessage[]; readonly agent?: unknown };

/** `chat_num_tokens`. Raises `EngineError` of class `TypeError` for what is no history, as all that take one do. Unless the tokenizer counts, words are counted, and tokens where `agent.parsing.splitter` is not `markdown`. */
export function historyTokens(history: History, tokenizer: HistoryTokenizer = {}): number {
  return countHistory(messagesOf(history), tokenizerFor(history, tokenizer));
}

/** `message_history_str(i)`. Raises `EngineError`, the `IndexError` of a message that is not there. */
export function historyText(history: History, i?: number | null): string {
  return historyTextOf(messagesOf(history), i);
}

/** How {@link truncateMessage} cuts. */
export interface MessageTruncation {
  readonly tokens?: number;
  readonly warning?: string;
  /** `false` leaves the history as it is. Default: `true`. */
  readonly inplace?: boolean;
  readonly tokenizer?: HistoryTokenizer;
}

/** The history after `truncate_message(idx, tokens, warning, inplace)`. Raises `EngineError` like {@link historyText}. */
export function truncateMessage(
  history: History,
  idx: number,
  options: MessageTruncation = {},
): readonly HistoryMessage[] {
  const messages = messagesOf(history);
  const message = cutMessage(history, idx, options);
  return options.inplace === false ? messages : messages.with(indexIn(messages, idx), message);
}

/** What `truncate_message` returns: the message `idx` cut. Raises `EngineError` like {@link historyText}. */
export function cutMessage(history: History, idx: number, options: MessageTruncation = {}): HistoryMessage {
  const messages = messagesOf(history);
  const message = messages[indexIn(messages, idx)];
  if (!message) throw new EngineError('IndexError', 'list index out of range');
  const { tokens = 5, warning = '...[Contents truncated!]', tokenizer = {} } = options;
  return truncatedMessage(message, tokens, warning, tokenizerFor(history, tokenizer));
}

/** Python's index: a negative one counts from the end. */
function indexIn(messages: readonly HistoryMessage[], idx: number): number {
  return idx < 0 ? messages.length + idx : idx;
}

/** What `_max_retained_tokens` of the tool leaves of the history's message `idx`, its result: the history itself where the tool has no limit. */
export function retainResult(
  history: History,
  idx: number,
  tool: PlainTool,
  tokenizer: HistoryTokenizer = {},
): readonly HistoryMessage[] {
  const { name, maxRetainedTokens: limit } = toolOf(tool);
  if (limit === undefined) return messagesOf(history);
  return truncateMessage(history, idx, { tokens: limit, warning: retentionNote(name, limit), tokenizer });
}

/** What {@link truncateHistory} is told, in Langroid's names. */
export interface TruncationOptions {
  readonly llm?: {
    readonly chat_context_length?: number;
    readonly min_output_tokens?: number;
    readonly max_output_tokens?: number;
  } | null;
  /** What comes next; `null` or absent: the last message is taken back, to be generated again. */
  readonly message?: string | null;
  readonly truncate?: boolean;
  /** The agent's settings: system message, tools, `context_overflow_strategy`. */
  readonly agent?: unknown;
  readonly tools?: unknown;
  /** The ids of API calls that wait for a result; a message is the result of the only one. */
  readonly pending_tool_calls?: readonly string[];
  readonly tokenizer?: HistoryTokenizer;
}

/**
 * `_prep_llm_messages`: the messages to send, and how many tokens the answer may have. The first message is replaced by
 * the agent's system message where `agent` is given. Nothing is sent for a blank message, for a tool that the agent handles, and without `llm`.
 * Raises `EngineError`, the `ValueError` of a history that cannot be made to fit.
 */
export function truncateHistory(
  history: History,
  options: TruncationOptions = Array.isArray(history) ? {} : (history as TruncationOptions),
): { readonly messages: readonly HistoryMessage[]; readonly output_len: number } {
  const { llm, message = null, truncate = true, tokenizer = {} } = options;
  if (message !== null && typeof message !== 'string')
    throw new EngineError('TypeError', 'What comes next, `message`, is a text.');
  const agent = agentOf({ tools: options.tools ?? [], agent: options.agent ?? {} });
  const nothing = { messages: [], output_len: 0 };
  if (llm === null) return nothing;
  if (message !== null && (pyStrip(message) === '' || readsHandled(agent, message))) return nothing;
  const given = messagesOf(history);
  const kept = message === null ? given.slice(0, -1) : [...given];
  const system: HistoryMessage = { role: 'system', content: systemMessage(agent) };
  const messages = kept.length === 0 ? [system] : options.agent ? kept.with(0, { ...kept[0], ...system }) : kept;
  if (message !== null) messages.push(nextMessage(message, options.pending_tool_calls ?? []));
  const limits = {
    contextLength: llm?.chat_context_length ?? 16_000,
    maxOutput: llm?.max_output_tokens ?? 8192,
    minOutput: llm?.min_output_tokens ?? 64,
  };
  if (!truncate) return { messages, output_len: limits.maxOutput };
  const fitted = fitHistory(messages, limits, agent.dropsTurns, cleanTokenizer(tokenizer, agent.splitter));
  return { messages: fitted.messages, output_len: fitted.outputLength };
}

/**
 * `ChatDocument.to_LLMMessage` of a text: what the user says, or with exactly one call of the API that waits the result of
 * that call.
 */
export function nextMessage(content: string, pending: readonly string[]): HistoryMessage {
  const [only] = pending;
  return pending.length === 1 && only !== undefined
    ? { role: 'tool', content, tool_call_id: only }
    : { role: 'user', content };
}

function readsHandled(agent: Agent, text: string): boolean {
  try {
    return readResponse(agent, { text }).calls.some(call => isHandled(agent, call));
  } catch (error) {
    if (error instanceof EngineError) return false;
    throw error;
  }
}

function messagesOf(history: History): readonly HistoryMessage[] {
  const given: unknown = Array.isArray(history) ? history : Object(history).messages;
  if (!Array.isArray(given) || !given.every(isMessage))
    throw new EngineError(
      'TypeError',
      'A history is a list of messages, `{ role, content }`, whose content is a text.',
    );
  return given as readonly HistoryMessage[];
}

function isMessage(given: unknown): given is HistoryMessage {
  const { role, content, name, tool_call_id: id, files } = Object(given) as Readonly<Record<string, unknown>>;
  const texts = [content, name, id].every(text => text === undefined || text === null || typeof text === 'string');
  return typeof role === 'string' && texts && (files === undefined || Array.isArray(files));
}

function tokenizerFor(history: History, tokenizer: HistoryTokenizer): HistoryTokenizer {
  const agent = Array.isArray(history) ? null : fromPlain(Object(history).agent);
  return cleanTokenizer(tokenizer, isPyDict(agent) ? splitterOf(agent) : undefined);
}
