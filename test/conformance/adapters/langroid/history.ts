import { EngineError } from '../../../../src/engine/core/errors.ts';
import { fromPlain, isPyDict, isPyList, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { jsonDumps } from '../../../../src/engine/python/jsonDumps.ts';
import { pyStrip } from '../../../../src/engine/python/whitespace.ts';
import {
  droppableTurns,
  shortenable,
  shortenedTokens,
  shorteningNote,
} from '../../../../src/engine/systems/langroid/truncation/langroidTruncation.ts';
import { countText, cutText, type HistoryTokenizer } from './historyTokenizer.ts';

/** A message of a dialog as Langroid sends it (`LLMMessage`). Other keys stay as they are. */
export interface HistoryMessage {
  readonly role: string;
  readonly content?: string | null;
  readonly name?: string | null;
  readonly tool_call_id?: string | null;
  readonly function_call?: unknown;
  readonly tool_calls?: unknown;
  readonly files?: readonly unknown[];
}

/** `chat_num_tokens`. Linear. */
export function countHistory(messages: readonly HistoryMessage[], tokenizer: HistoryTokenizer): number {
  return messages.reduce((sum, message) => sum + countMessage(message, tokenizer), 0);
}

function countMessage({ role, content, files }: HistoryMessage, tokenizer: HistoryTokenizer): number {
  const count = (text: string) => countText(text, tokenizer);
  const attached = role === 'user' ? (files ?? []).map(file => count(compactJson(fromPlain(file)))) : [];
  return attached.reduce((sum, tokens) => sum + tokens, count(content ?? ''));
}

/** `json.dumps(value, separators=(",", ":"), sort_keys=True)`. */
function compactJson(value: PyValue): string {
  if (isPyList(value)) return `[${value.map(compactJson).join(',')}]`;
  if (!isPyDict(value)) return jsonDumps(value, { ensureAscii: true });
  const keys = [...value.keys()].sort();
  const members = keys.map(key => `${jsonDumps(key, { ensureAscii: true })}:${compactJson(value.get(key) ?? null)}`);
  return `{${members.join(',')}}`;
}

/** `message_history_str(i)`: all messages, one of them (i > 0), or the last ones (i < 0), a line each. Raises the `IndexError` of a message that is not there. */
export function historyText(messages: readonly HistoryMessage[], i?: number | null): string {
  if (i === undefined || i === null) return messages.map(messageText).join('\n');
  if (i <= 0) return messages.slice(i).map(messageText).join('\n');
  const message = messages[i];
  if (!message) throw new EngineError('IndexError', 'list index out of range');
  return messageText(message);
}

function messageText({ role, name, content, function_call: call }: HistoryMessage): string {
  const shown =
    call === undefined || call === null
      ? (content ?? '')
      : `FUNC: ${jsonDumps(fromPlain(call), { ensureAscii: true })}`;
  return `Role.${role.toUpperCase()} ${name ? ` (${name})` : ''}: ${shown}`;
}

/** `truncate_message`: the content cut to `tokens`, and `warning` below it, also where nothing was cut. No content and the empty result of a call stay. */
export function truncatedMessage<T extends HistoryMessage>(
  message: T,
  tokens: number,
  warning: string,
  tokenizer: HistoryTokenizer,
): T {
  const { content } = message;
  if (content === null || content === undefined || (content === '' && isResult(message))) return message;
  const cut = cutText(content, tokens, tokenizer);
  return { ...message, content: `${cut}\n${warning}` };
}

/** Whether it is the result of a call that it names. */
function isResult({ role, name, tool_call_id: id, function_call: call, tool_calls: calls }: HistoryMessage): boolean {
  const isNamed = (role === 'tool' && pyStrip(id ?? '') !== '') || (role === 'function' && pyStrip(name ?? '') !== '');
  return isNamed && (call ?? null) === null && !(Array.isArray(calls) && calls.length > 0);
}

/** What `_max_result_tokens` leaves of a tool's result. */
export function limitedResult(result: string, limit: number, tokenizer: HistoryTokenizer): string {
  if (countText(result, tokenizer) <= limit) return result;
  const cut = cutText(result, limit, tokenizer);
  return `${cut}
        The TOOL result was large, so it was truncated to ${limit} tokens.
        To get the full result, the TOOL must be called again.
        `;
}

/** What is written below what `_max_retained_tokens` leaves of a result, once the model has answered to it. */
export function retentionNote(name: string, limit: number): string {
  return `
                    The result of the ${name} tool were too large,
                    and has been truncated to ${limit} tokens.
                    To obtain the full result, the tool needs to be re-used.
                `;
}

/** The limits of a model. */
export interface ModelLimits {
  readonly contextLength: number;
  readonly maxOutput: number;
  readonly minOutput: number;
}

/** Kept free beside history and output. */
const historyBuffer = 300;

/**
 * What `_prep_llm_messages` does to a history that leaves the model too little room: first fewer output tokens, then
 * shortened messages, or with `dropsTurns` fewer of them. Raises the `ValueError` where that does not suffice. Linear.
 */
export function fitHistory(
  messages: readonly HistoryMessage[],
  limits: ModelLimits,
  dropsTurns: boolean,
  tokenizer: HistoryTokenizer,
): { readonly messages: readonly HistoryMessage[]; readonly outputLength: number } {
  const { contextLength, maxOutput, minOutput } = limits;
  const tokens = countHistory(messages, tokenizer);
  if (maxOutput <= contextLength - tokens) return { messages, outputLength: maxOutput };
  const room = contextLength - tokens - historyBuffer;
  if (room > minOutput) return { messages, outputLength: room };
  const limit = contextLength - minOutput - historyBuffer;
  const fitted = dropsTurns
    ? dropTurns(messages, tokens, limit, tokenizer)
    : shorten(messages, tokens, limit, tokenizer);
  const outputLength = Math.min(maxOutput, contextLength - fitted.tokens - historyBuffer);
  if (outputLength < minOutput) throw new EngineError('ValueError', tooLong(dropsTurns, fitted.tokens, limits));
  return { messages: fitted.messages, outputLength };
}

interface Fitted {
  readonly messages: readonly HistoryMessage[];
  readonly tokens: number;
}

function shorten(
  messages: readonly HistoryMessage[],
  counted: number,
  limit: number,
  tokenizer: HistoryTokenizer,
): Fitted {
  const next = [...messages];
  const { end } = shortenable(messages.map(({ role }) => role));
  let tokens = counted;
  for (let i = 1; tokens > limit; i++) {
    const message = messages[i];
    if (i >= end || !message) throw new EngineError('ValueError', outOfMessages);
    const short = truncatedMessage(message, shortenedTokens, shorteningNote, tokenizer);
    tokens += countMessage(short, tokenizer) - countMessage(message, tokenizer);
    next[i] = short;
  }
  return { messages: next, tokens };
}

function dropTurns(
  messages: readonly HistoryMessage[],
  counted: number,
  limit: number,
  tokenizer: HistoryTokenizer,
): Fitted {
  // The system message counts as none.
  const turns = droppableTurns(messages.map(({ role }, i) => (i === 0 ? 'system' : role)));
  const first = turns[0]?.start ?? messages.length;
  let tokens = counted;
  let from = first;
  for (const { start, end } of turns) {
    if (tokens <= limit) break;
    for (const message of messages.slice(start, end)) tokens -= countMessage(message, tokenizer);
    from = end;
  }
  return { messages: [...messages.slice(0, first), ...messages.slice(from)], tokens };
}

const outOfMessages = `
                            The (message history + max_output_tokens) is longer than the
                            max chat context length of this model, and we have tried
                            reducing the requested max output tokens, as well as
                            truncating early parts of the message history, to
                            accommodate the model context length, but we have run out
                            of msgs to truncate.

                            HINT: In the \`llm\` field of your \`ChatAgentConfig\` object,
                            which is of type \`LLMConfig/OpenAIGPTConfig\`, try
                            - increasing \`chat_context_length\`
                                (if accurate for the model), or
                            - decreasing \`max_output_tokens\`
                            `;

function tooLong(dropsTurns: boolean, tokens: number, { contextLength, minOutput }: ModelLimits): string {
  const tried = dropsTurns
    ? `but even after dropping complete turns except the system
                            msg and last turn, the history token len`
    : `but even after truncating all messages except system msg
                            and last (user) msg, the history token len`;
  return `
                            Tried to shorten prompt history for chat mode
                            ${tried}
                            ${tokens} is too long to accommodate
                            the desired minimum output tokens
                            ${minOutput} within the
                            model's context length ${contextLength}.
                            Please try shortening the system msg or user prompts,
                            or adjust \`config.llm.min_output_tokens\` to be smaller.
                            `;
}
