import { EngineError } from '../core/errors.ts';
import type { PyDict, PyValue } from '../core/pyValue.ts';
import type { FormattedMessages } from '../messages/formattedMessages.ts';
import { defaultHistoryPrompt, type Msg } from '../messages/msg.ts';
import { pyRepr } from '../python/index.ts';
import type { FormatContext, FormatterType } from './formatters/formatter.ts';
import { formatChat, formatMultiAgent } from './formatters/multiAgent.ts';
import { promotedKinds } from './formatters/promotion.ts';
import { type FitOptions, fitMessages } from './truncation/fitRounds.ts';
import type { MessageFormat } from './truncation/messageFormat.ts';
import { PayloadCounts } from './truncation/payloadCounts.ts';
import { fitPromoted } from './truncation/promotedTruncation.ts';

/** What a formatter is constructed with. Absent: the class's default. */
export interface FormatOptions extends FitOptions {
  readonly conversationHistoryPrompt?: PyValue;
  /** The options that promote media, by their names, in their order. */
  readonly promotions?: PyDict;
}

/** What formatting needs beside messages and options. */
export type FormatSurroundings = Omit<FormatContext, 'promotes'>;

/**
 * `format(msgs)` of a formatter: formats, counts, and drops the oldest messages until the payload fits. Raises
 * `EngineError` where the system raises. With a counter whose parts add up it takes time linear in the conversation and
 * gives what formatting and counting anew after every round would give; the last count is made on the whole payload. A
 * Chat class that promotes media takes longer, see `fitPromoted`.
 */
export async function formatMessages(
  msgs: readonly Msg[],
  type: FormatterType,
  options: FormatOptions,
  surroundings: FormatSurroundings,
  signal?: { readonly aborted: boolean },
): Promise<FormattedMessages> {
  const { rules } = surroundings;
  const promotes = promotedKinds(options.promotions, type, rules.release);
  const context: FormatContext = { ...surroundings, promotes };
  if (!type.style) return fitMessages(msgs, () => wholeFormat(type, options, context), options, rules, signal);
  const { style } = type;
  const makeFormat = (): MessageFormat => {
    const prompt = type.multiAgent ? readPrompt(options.conversationHistoryPrompt) : undefined;
    const formatting = { style, context, ...(prompt !== undefined && { prompt }) };
    const keepsPromoted = promotes.size > 0 && !type.multiAgent;
    return {
      format: kept =>
        prompt === undefined ? formatChat(kept, style, context) : formatMultiAgent(kept, style, prompt, context),
      ...(!style.countedWhole && { counts: (all, counting) => new PayloadCounts(all, formatting, counting) }),
      ...(keepsPromoted && { fitFifo: fitting => fitPromoted(fitting, style, context) }),
    };
  };
  return fitMessages(msgs, makeFormat, options, rules, signal);
}

/** A class that makes one message of all. It knows no limit, and its constructor takes none. */
function wholeFormat(
  type: FormatterType & { readonly style?: undefined },
  { maxTokens }: FormatOptions,
  context: FormatContext,
): MessageFormat {
  if (typeof maxTokens === 'number') throw new EngineError('TypeError', `${type.name}() takes no arguments`);
  return { format: async msgs => [await type.whole(msgs, context)] };
}

function readPrompt(prompt: PyValue | undefined): string {
  if (prompt === undefined) return defaultHistoryPrompt;
  if (typeof prompt === 'string') return prompt;
  throw new EngineError('TypeError', `conversation_history_prompt must be a text, not ${pyRepr(prompt)}.`);
}
