import type { Conversation } from './conversation.ts';
import type { MessageOutcome } from './formattedMessages.ts';
import type { Msg } from './msg.ts';

/**
 * Where the instruction stands: `after` the other messages or `before` them in a message of its own, `appended` to the
 * system message, or `present` in it as the file has it.
 */
export type InstructionPlace = 'after' | 'before' | 'appended' | 'present';

/** The format instruction of a conversation's parser, and where it was put. */
export interface PlacedInstruction {
  /** The definition's name. */
  readonly parser: string;
  readonly text: string;
  readonly place: InstructionPlace;
  /** Whether the place is ParserLens's choice, because the framework leaves it to the author's system message. */
  readonly isOurs: boolean;
  /** Why it stands there, in one sentence. */
  readonly note: string;
}

/** A placed instruction; `outcome` is that of its own message, or of the system message that it is part of, with the tokens of the instruction alone. */
export type InstructionOutcome = PlacedInstruction & {
  readonly outcome: MessageOutcome;
  /** The examples' messages that the file has not, which follow the system message. Absent: none. */
  readonly examples?: readonly PlacedExample[];
};

/** A message of an example that was put into a conversation, and what became of it. */
export interface PlacedExample {
  readonly role: string;
  readonly text: string;
  readonly outcome: MessageOutcome;
}

/** A conversation with its instruction in place. */
export interface InstructedConversation {
  readonly conversation: Conversation;
  readonly instruction?: PlacedInstruction;
  /** The place of the instruction's own message, where it has one. */
  readonly index?: number;
  /** The places of the examples' messages that were put in, half-open. */
  readonly examples?: { readonly from: number; readonly to: number };
}

/** What became of the file's own messages, and of the instruction beside them. */
export interface InstructedOutcomes {
  readonly outcomes: readonly MessageOutcome[];
  readonly instruction?: InstructionOutcome;
}

/** What messages cost without a limit; `undefined` where that is not counted, or the formatter or counter raises. */
export type CountMessages = (msgs: readonly Msg[]) => Promise<number | undefined>;
