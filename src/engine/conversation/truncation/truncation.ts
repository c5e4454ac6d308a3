import type { RegistryEntry } from '../../core/registryEntry.ts';
import type { Msg } from '../messages/msg.ts';

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
