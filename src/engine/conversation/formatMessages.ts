import { EngineError } from '../core/errors.ts';
import { isPyList, PyFloat, type PyValue, pyTypeName } from '../core/pyValue.ts';
import { pyRepr, pyStr } from '../python/repr.ts';
import type { PayloadCounter } from '../tokens/counting.ts';
import { defaultHistoryPrompt, type FormatContext, type FormatterType } from './formatters/formatter.ts';
import { formatChat, formatMultiAgent } from './formatters/multiAgent.ts';
import type { Msg } from './messages/msg.ts';
import { fitByRounds, fitFifo } from './truncation/fitMessages.ts';
import type { FormattedMessages, MessageFormat } from './truncation/formattedMessages.ts';
import { PayloadCounts } from './truncation/payloadCounts.ts';
import type { Truncate } from './truncation/truncation.ts';

/** What a formatter is constructed with. Absent: the class's default. */
export interface FormatOptions {
  readonly conversationHistoryPrompt?: PyValue;
  readonly maxTokens?: PyValue;
  readonly counter?: PayloadCounter;
  /** How messages are made to fit. Absent: AgentScope's FIFO. */
  readonly truncate?: Truncate;
}

/**
 * `format(msgs)` of a formatter: formats, counts, and drops the oldest messages until the payload fits. Raises
 * `EngineError` where the system raises. With a counter whose parts add up it takes time linear in the conversation and
 * gives what formatting and counting anew after every round would give; the last count is made on the whole payload.
 */
export async function formatMessages(
  msgs: readonly Msg[],
  type: FormatterType,
  options: FormatOptions,
  context: FormatContext,
  signal?: { readonly aborted: boolean },
): Promise<FormattedMessages> {
  const makeFormat = (): MessageFormat => {
    const { style } = type;
    const prompt = type.multiAgent ? readPrompt(options.conversationHistoryPrompt) : undefined;
    const formatting = { style, context, ...(prompt !== undefined && { prompt }) };
    return {
      format: kept =>
        prompt === undefined ? formatChat(kept, style, context) : formatMultiAgent(kept, style, prompt, context),
      counts: (all, counting) => new PayloadCounts(all, formatting, counting),
    };
  };
  return fitMessages(msgs, makeFormat, options, signal);
}

/** The same for any format: of a formatter of ours, or of a module. */
export async function fitMessages(
  msgs: readonly Msg[],
  makeFormat: () => MessageFormat,
  { maxTokens, counter, truncate }: FormatOptions,
  signal?: { readonly aborted: boolean },
): Promise<FormattedMessages> {
  const limit = readLimit(maxTokens ?? null);
  for (const msg of msgs)
    if (!['user', 'assistant', 'system'].includes(msg.role)) throw new EngineError('AssertionError', '');
  const shownLimit = pyStr(maxTokens ?? null);
  const fitting = { msgs, format: makeFormat(), signal, shownLimit, ...(limit !== undefined && { limit }) };
  if (!counter) return { payload: await fitting.format.format(msgs), fates: msgs.map(() => ({ kept: true })) };
  return truncate ? fitByRounds({ ...fitting, counter }, truncate) : fitFifo({ ...fitting, counter });
}

function readLimit(maxTokens: PyValue): number | undefined {
  if (maxTokens === null) return undefined;
  const limit = maxTokens instanceof PyFloat ? maxTokens.value : Number(maxTokens);
  if (typeof maxTokens === 'string' || isPyList(maxTokens) || Number.isNaN(limit))
    throw new EngineError('TypeError', `'<' not supported between instances of 'int' and '${pyTypeName(maxTokens)}'`);
  if (limit <= 0) throw new EngineError('AssertionError', 'max_tokens must be greater than 0');
  return limit;
}

function readPrompt(prompt: PyValue | undefined): string {
  if (prompt === undefined) return defaultHistoryPrompt;
  if (typeof prompt === 'string') return prompt;
  throw new EngineError('TypeError', `conversation_history_prompt must be a text, not ${pyRepr(prompt)}.`);
}
