import { EngineError } from '../../core/errors.ts';
import type { Conversation } from '../../messages/conversation.ts';
import type { FormattedMessages } from '../../messages/formattedMessages.ts';
import type { Msg } from '../../messages/msg.ts';
import type { CountMessages, InstructedConversation, InstructedOutcomes } from '../../messages/placedInstruction.ts';
import type { FormatOptions } from '../formatMessages.ts';

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
 * Tells the outcome of the instruction from those of the file's messages. One in a message of its own has that message's
 * outcome, and so has each message of an example that was put in. One that was appended shares the system message's, and
 * costs what the payload costs more with it than without: one more count of all that is kept, or of the system message
 * alone where truncation changed others.
 */
export async function instructionOutcome(
  { conversation, instruction: placed, index, examples }: InstructedConversation,
  written: Conversation,
  { outcomes, tokens: total }: FormattedMessages,
  count: CountMessages,
): Promise<InstructedOutcomes> {
  if (!placed) return { outcomes };
  const { from, to } = examples ?? { from: 0, to: 0 };
  const own = outcomes.filter((_, i) => i !== index && (i < from || i >= to));
  const putIn = conversation.messages.slice(from, to).map(({ role, content }, i) => ({
    role,
    text: String(content),
    outcome: outcomes[from + i] ?? { kept: true },
  }));
  const instruction = { ...placed, ...(putIn.length > 0 && { examples: putIn }) };
  if (index !== undefined) {
    const outcome = outcomes[index] ?? { kept: true };
    return { outcomes: own, instruction: { ...instruction, outcome } };
  }
  const { tokens: _, ...outcome } = outcomes[0] ?? { kept: true };
  const counted = async (): Promise<number | undefined> => {
    if (instruction.place !== 'appended' || total === undefined || !outcome.kept) return undefined;
    const isChanged = outcomes.some(each => each.kept && each.step !== undefined);
    const keep = <T>(msgs: readonly T[]) => (isChanged ? msgs.slice(0, 1) : msgs.filter((_, i) => outcomes[i]?.kept));
    const more = isChanged ? await count(keep(conversation.messages)) : total;
    const less = await count(keep([...written.messages.slice(0, 1), ...conversation.messages.slice(1)]));
    return more === undefined || less === undefined ? undefined : more - less;
  };
  const tokens = await counted();
  return {
    outcomes: own,
    instruction: { ...instruction, outcome: { ...outcome, ...(tokens !== undefined && { tokens }) } },
  };
}
