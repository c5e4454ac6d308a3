import type { Node } from 'jsonc-parser';
import type * as z from 'zod';
import type { AgentScopeVersion } from '../core/agentscopeReleases.ts';
import type { Problem } from '../core/problem.ts';
import type { PyDict } from '../core/pyValue.ts';
import type { PayloadCounter, TokenCounter } from '../tokens/index.ts';
import type { Conversation } from './conversation.ts';
import type { FormatConversationOptions } from './formatConversationOptions.ts';
import type { FormatResult } from './formatResult.ts';
import type { FormattedMessages } from './formattedMessages.ts';
import type { CountMessages, InstructedConversation, InstructedOutcomes } from './placedInstruction.ts';

/** A formatter of a system that formats conversations itself. */
export interface OwnFormatter {
  /** The class's own name. */
  readonly name: string;
  readonly provider: string;
  readonly multiAgent: boolean;
}

/** What a conversation is formatted with, as far as a name says it; neither need exist. */
export interface FormattingNames {
  readonly formatter?: string;
  readonly agentscopeVersion?: string;
}

/** A counter as formatting needs it. */
export interface ConversationCounter {
  readonly payloads: PayloadCounter;
  /** The very list that was counted: AgentScope's Anthropic counter takes the system message out of it, and that is what `format` returns. */
  original(payload: readonly PyDict[]): unknown[] | undefined;
  readonly exact: boolean;
  readonly formula?: TokenCounter['formula'];
  readonly basis: string | undefined;
}

/** What formatting asks of who reads definitions and counters. */
export interface FormattingSteps {
  /** The conversation with the instruction of the parser that it names. Throws `EngineError` where the parser cannot be had. */
  instruct(): Promise<InstructedConversation>;
  /** The outcome of the instruction, from those of the messages. */
  outcome(
    instructed: InstructedConversation,
    formatted: FormattedMessages,
    count: CountMessages,
  ): Promise<InstructedOutcomes>;
  /** The counter that the conversation names; `undefined`: none. Throws `EngineError` where it cannot be made. */
  counter(conversation: Conversation): ConversationCounter | undefined;
}

/**
 * How a system formats conversations that are for it by their version: from what its file may say to the payload. A
 * conversation for none of them is AgentScope 1's, whose messages and formatters are `conversation/`'s own.
 */
export interface ConversationFormatting {
  /** The system's name, for people. */
  readonly system: string;
  /** The versions that are followed, the newest first; all of them are held to recordings of the running code. */
  readonly versions: readonly AgentScopeVersion[];
  /** What these versions are, in sentences for the hover of the key that names them. */
  readonly versionNote: string;
  /** The formatters, in the order in which pickers show them. */
  readonly formatters: readonly OwnFormatter[];
  /** Formatters of AgentScope 1 that have another name here, with that name. */
  readonly renamed: Readonly<Record<string, string>>;
  /** The types of blocks that no one else has, each with its keys. @internal */
  readonly blocks: Readonly<Record<string, { readonly summary: string; readonly keys: z.ZodRawShape }>>;
  /** What stands for these blocks in AgentScope 1, in a sentence. */
  readonly insteadOf: Readonly<Record<string, string>>;
  /** Keys of the file that no one else has. @internal */
  readonly keys: z.ZodRawShape;
  /** Whether a conversation of this version is for the system. */
  isFor(version: string | undefined): boolean;
  /** What is odd about a message, at its place in the file. @internal */
  checkMessage(node: Node, message: PyDict): readonly Problem[];
  /** Where compression begins, in tokens; `undefined`: nowhere. `threshold` takes the place of what the file says. */
  limit(conversation: Conversation, threshold: number | undefined, version: string | undefined): number | undefined;
  /** Problems that reading the file does not know, in the order of the file. Pure, offline, linear; never throws. */
  check(conversation: Conversation, names: FormattingNames, isKept?: (index: number) => boolean): Problem[];
  /** The payload of the conversation that the steps give. Never throws: what the system raises is the result's error. Linear. */
  format(names: FormattingNames, options: FormatConversationOptions, steps: FormattingSteps): Promise<FormatResult>;
  /** A message's keys as the framework's own constructor takes them. */
  loaded(message: PyDict): PyDict;
  /** The `context_size` with which compression of a conversation begins at a number of tokens. */
  contextSizeFor(conversation: Conversation, threshold: number): number;
  /**
   * Rewrites a conversation of AgentScope 1 (`.messages.json`, or one message a line). `folder`: where its relative paths
   * start. `undefined` for a text that is not a conversation, or one of the system's already. Linear; never throws.
   */
  migrate(text: string, fileName: string, folder?: string): MigratedConversation | undefined;
  /** A conversation of the system's as one of AgentScope 1, to compare payloads. Linear. */
  backToFirst(conversation: Conversation): Conversation;
}

/** Something that changes: of a message (its index), or of the whole conversation. */
export interface MigrationChange {
  readonly message?: number;
  readonly text: string;
}

/** A conversation as the generation of AgentScope after its own has it. */
export interface MigratedConversation {
  /** The new text of the file. */
  readonly text: string;
  /** The version that it is for now. */
  readonly version: AgentScopeVersion;
  /** What changes, in the order of the messages. */
  readonly changes: readonly MigrationChange[];
  /** What this conversation does otherwise there though nothing raises. */
  readonly silent: readonly string[];
}
