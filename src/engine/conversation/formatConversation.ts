import { EngineError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';
import { type PyDict, type PyList, type PyValue, toPlain } from '../core/pyValue.ts';
import type { TokenCounter, TokenCounterSpec } from '../tokens/counter.ts';
import type { PayloadCounter } from '../tokens/counting.ts';
import { createTokenCounter } from '../tokens/createTokenCounter.ts';
import type { Conversation } from './conversation.ts';
import type { FormatConversationOptions } from './formatConversationOptions.ts';
import { fitMessages, formatMessages } from './formatMessages.ts';
import type { Support } from './formatters/formatter.ts';
import { Media } from './formatters/media.ts';
import { formatterTypes } from './formatters/registry.ts';
import { laterBlockNotes, unknownFormatter } from './otherVersions.ts';
import type { FormattedMessages, MessageFate } from './truncation/formattedMessages.ts';
import { moduleFormat } from './truncation/moduleFormatter.ts';
import { moduleOf, truncationOf } from './truncationOf.ts';

/** A formatted conversation. `payload` is plain data; `exactPayload` is the same with Python's types. */
export type FormatResult =
  | {
      readonly ok: true;
      readonly payload: unknown[];
      /** Not enumerable. */
      readonly exactPayload: PyList;
      readonly tokens?: number;
      /** Whether `tokens` is what the source system counts, and no estimate. */
      readonly exact?: boolean;
      readonly basis?: string;
      readonly warnings: readonly string[];
      readonly perMessage: readonly MessageFate[];
    }
  | { readonly ok: false; readonly error: { readonly class: string; readonly message: string } };

/** A formatter's name, provider and what it supports, for pickers and tables. */
export interface FormatterInfo {
  readonly name: string;
  readonly provider: string;
  readonly multiAgent: boolean;
  readonly support: Readonly<Record<'tools' | 'image' | 'audio' | 'video' | 'thinking', Support>>;
}

/** Every way to make a conversation fit, in the order in which pickers show them. */
export { type TruncationInfo, truncations } from './truncation/truncation.ts';

/** All formatters, in the order in which pickers show them. */
export const formatters: readonly FormatterInfo[] = formatterTypes;

/**
 * A conversation as a provider's payload, truncated to the conversation's limit. Never throws: what the system raises is
 * the result's error. Linear for counters whose parts add up, see `formatMessages`.
 */
export async function formatConversation(
  conversation: Conversation,
  options: FormatConversationOptions = {},
  host: Host = {},
): Promise<FormatResult> {
  try {
    return await format(conversation, options, host);
  } catch (error) {
    if (error instanceof EngineError) return failure(error.class, error.message);
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return failure(name, message);
  }
}

function failure(className: string, message: string): FormatResult {
  return Object.freeze({ ok: false, error: Object.freeze({ class: className, message }) });
}

async function format(
  conversation: Conversation,
  options: FormatConversationOptions,
  host: Host,
): Promise<FormatResult> {
  const name = options.formatter ?? conversation.formatter;
  const type = formatterTypes.find(each => each.name === name);
  if (!type && name !== 'custom') {
    const known = [...formatterTypes.map(each => each.name), 'custom'].join(', ');
    const what = name === undefined ? 'The conversation names no formatter.' : unknownFormatter(name).message;
    throw new EngineError('FormatterError', `${what} There are: ${known}.`);
  }
  const counter = counterOf(conversation, options, host);
  const maxTokens = options.maxTokens !== undefined ? options.maxTokens : conversation.maxTokens;
  const truncate = await truncationOf(
    conversation,
    { ...options, ...(name !== undefined && { formatter: name }) },
    host,
  );
  const { messages, conversationHistoryPrompt } = conversation;
  const formatOptions = {
    ...(conversationHistoryPrompt !== undefined && { conversationHistoryPrompt }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(counter && { counter: counter.payloads }),
    ...(truncate && { truncate }),
  };
  if (!type) {
    const own = moduleOf(conversation, host, 'The formatter `custom`');
    return result(
      await fitMessages(messages, () => moduleFormat(own, messages), formatOptions, options.signal),
      counter,
      [],
    );
  }
  const warnings = new Set<string>(laterBlockNotes(messages));
  const context = { media: new Media(options.resources), warn: (message: string) => warnings.add(message) };
  return result(await formatMessages(messages, type, formatOptions, context, options.signal), counter, [...warnings]);
}

function result(formatted: FormattedMessages, counter: Counter | undefined, warnings: readonly string[]): FormatResult {
  const { payload, tokens, fates } = formatted;
  const value = {
    ok: true as const,
    payload: counter?.given(payload) ?? payload.map(toPlain),
    ...(tokens !== undefined && { tokens }),
    ...(counter && { exact: counter.exact, ...(counter.basis !== undefined && { basis: counter.basis }) }),
    warnings: Object.freeze(warnings),
    perMessage: Object.freeze(fates),
  };
  Object.defineProperty(value, 'exactPayload', { value: payload });
  return Object.freeze(value as typeof value & { exactPayload: PyList });
}

/** A counter as formatting needs it. */
interface Counter {
  readonly payloads: PayloadCounter;
  /** The very list that was counted: AgentScope's Anthropic counter takes the system message out of it, and that is what `format` returns. */
  given(payload: readonly PyDict[]): unknown[] | undefined;
  readonly exact: boolean;
  readonly basis: string | undefined;
}

function counterOf(
  conversation: Conversation,
  { tokenCounter, resources }: FormatConversationOptions,
  host: Host,
): Counter | undefined {
  const tools = conversation.tools && conversation.tools.length > 0 ? conversation.tools : undefined;
  if (typeof tokenCounter === 'object' && 'count' in tokenCounter && typeof tokenCounter.count === 'function') {
    const lists = new WeakMap<readonly PyValue[], unknown[]>();
    const own = tokenCounter as Pick<TokenCounter, 'count'> & Partial<TokenCounter>;
    const plainTools = tools?.map(toPlain);
    return {
      payloads: {
        count(payload) {
          const list = (payload as PyList).map(toPlain);
          lists.set(payload as PyList, list);
          return own.count(list, plainTools);
        },
      },
      given: payload => lists.get(payload),
      exact: own.exact ?? false,
      basis: own.basis,
    };
  }
  const written = conversation.tokenCounter && (toPlain(conversation.tokenCounter) as TokenCounterSpec);
  const spec = (tokenCounter as string | TokenCounterSpec | undefined) ?? written;
  if (spec === undefined) return undefined;
  const counter = createTokenCounter(spec, host);
  return {
    payloads: {
      count: payload => counter.count(payload, tools, resources),
      additive: () => counter.additive?.(tools),
    },
    given: () => undefined,
    exact: counter.exact,
    basis: counter.basis,
  };
}
