import type { Host } from '../core/host.ts';
import type { PyValue } from '../core/pyValue.ts';
import type { RegistryEntry } from '../core/registryEntry.ts';
import type { ConversationMessage } from './conversation.ts';
import type { Msg } from './msg.ts';

/** A message on its way through truncation; `index` is its place in the conversation, absent where truncation wrote it. */
export interface Draft {
  readonly msg: Msg;
  readonly index?: number;
}

/** What became of a message of the conversation in a round. */
export interface Decision {
  readonly index: number;
  readonly kept: boolean;
  /** Counts from 1. */
  readonly step: number;
  readonly reason: string;
}

/** What a round of truncation leaves, and what it decided. */
export interface Round {
  readonly drafts: readonly Draft[];
  readonly decisions: readonly Decision[];
}

/** Makes messages cost less, because their payload has `tokens` and may have only `limit`. Raises `EngineError` where nothing is left to give up. */
export type Truncate = (
  drafts: readonly Draft[],
  over: { readonly tokens: number; readonly limit: number },
) => Promise<Round>;

/** Counts and cuts texts for a strategy that needs to. */
export interface TextTokens {
  count(text: string): number | Promise<number>;
  /** The text's first tokens. */
  first(text: string, tokens: number): string | Promise<string>;
}

/** A named way to make a conversation fit. */
export interface TruncationInfo extends RegistryEntry {
  readonly name: string;
  /** One line for pickers. */
  readonly summary: string;
  /** Done by a function of the conversation's own module. Absent: by ParserLens. */
  readonly byModule?: true;
}

/** The module of a conversation, and who runs it. */
export interface ConversationModule {
  /** As the conversation names it. */
  readonly module: string;
  /** The conversation's file, a path or a URI. */
  readonly file: string;
  readonly host: Host;
}

/** A conversation that was shortened before it was counted. */
export interface ShortenedConversation {
  /** What is left, each message with its index in the conversation. */
  readonly kept: readonly { readonly index: number; readonly message: ConversationMessage }[];
  /** What was done to a message, by its index. */
  readonly reasons: ReadonlyMap<number, string>;
  readonly warnings: readonly string[];
}

/** What a strategy may use of the conversation that it makes fit; each is made on demand. */
export interface TruncationContext {
  /** Counts and cuts texts as the conversation's counter does; by this encoding where that has no tokens to show. */
  texts(encoding: string): TextTokens;
  /** The conversation's module. Raises `EngineError` where it has none. */
  module(): ConversationModule;
}

/** A way to make a conversation fit: one line in the registry. */
export interface TruncationType extends TruncationInfo {
  /** Makes what shortens a payload that is too long; absent: AgentScope's FIFO, which formatting brings itself. Raises `EngineError`. */
  create?(context: TruncationContext): Truncate;
  /** Shortens the conversation before its payload is counted, whatever the limit; `settings` is what its file says of this. Raises what the system raises. */
  shorten?(
    messages: readonly ConversationMessage[],
    settings: PyValue | undefined,
    host: Host,
  ): Promise<ShortenedConversation>;
}
