import { EngineError } from '../../core/errors.ts';
import type { Conversation } from '../conversation.ts';
import type { FormatOptions } from '../formatMessages.ts';
import type { Msg } from '../messages/msg.ts';
import type { FormattedMessages, MessageFate } from '../truncation/formattedMessages.ts';
import type { InstructedConversation, InstructionFate } from './placeInstruction.ts';

/** What became of the file's own messages, and of the instruction beside them. */
export interface InstructedFates {
  readonly fates: readonly MessageFate[];
  readonly instruction?: InstructionFate;
}

/** What messages cost without a limit; `undefined` where that is not counted, or the formatter or counter raises. */
export type CountMessages = (msgs: readonly Msg[]) => Promise<number | undefined>;

/** Counts messages with the formatter of a conversation, without its limit. */
export function countWith(
  formatFitting: (msgs: readonly Msg[], options: FormatOptions) => Promise<FormattedMessages>,
  { maxTokens: _, truncate: __, ...options }: FormatOptions,
): CountMessages {
  return async msgs => {
    try {
      return (await formatFitting(msgs, options)).tokens;
    } catch (error) {
      if (error instanceof EngineError) return undefined;
      throw error;
    }
  };
}

/**
 * Tells the fate of the instruction from those of the file's messages. One in a message of its own has that message's
 * fate. One that was appended shares the system message's, and costs what the payload costs more with it than without:
 * one more count of all that is kept, or of the system message alone where truncation changed others.
 */
export async function instructionFate(
  { conversation, instruction, index }: InstructedConversation,
  written: Conversation,
  { fates, tokens: total }: FormattedMessages,
  count: CountMessages,
): Promise<InstructedFates> {
  if (!instruction) return { fates };
  if (index !== undefined) {
    const fate = fates[index] ?? { kept: true };
    return { fates: fates.filter((_, i) => i !== index), instruction: { ...instruction, fate } };
  }
  const { tokens: _, ...fate } = fates[0] ?? { kept: true };
  const counted = async (): Promise<number | undefined> => {
    if (instruction.place !== 'appended' || total === undefined || !fate.kept) return undefined;
    const isChanged = fates.some(each => each.kept && each.step !== undefined);
    const keep = <T>(msgs: readonly T[]) => (isChanged ? msgs.slice(0, 1) : msgs.filter((_, i) => fates[i]?.kept));
    const more = isChanged ? await count(keep(conversation.messages)) : total;
    const less = await count(keep(written.messages));
    return more === undefined || less === undefined ? undefined : more - less;
  };
  const tokens = await counted();
  return { fates, instruction: { ...instruction, fate: { ...fate, ...(tokens !== undefined && { tokens }) } } };
}
