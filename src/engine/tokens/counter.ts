import type * as z from 'zod';
import type { AgentScopeRelease } from '../core/agentscopeReleases.ts';
import type { Host } from '../core/host.ts';
import type { Resources } from '../core/resources.ts';
import type { AdditiveCounting } from './counting.ts';
import type { TokenSpan } from './encoding.ts';

/** The system as which the counters of conversations count a payload. */
export const ownFormula = 'AgentScope';

/**
 * Counts tokens. Answers come at once when what the counter needs is loaded, else as a promise, which rejects with
 * `EngineError` when it cannot be loaded.
 */
export interface TokenCounter {
  /**
   * The tokens of a formatted conversation; `resources` serve counters that must look at remote images. Raises
   * `EngineError` where the source system's counter does.
   */
  count(payload: unknown, tools?: unknown, resources?: Resources): number | Promise<number>;
  /** The tokens of a text. Text that spells a special token is text like any other. */
  countText(text: string): number | Promise<number>;
  /** The tokens of a text one by one; absent where the counter has no tokens to show. */
  tokenSpans?(text: string): readonly TokenSpan[] | Promise<readonly TokenSpan[]>;
  /** How its counts add up, for truncation, with those tools in every payload; absent or `undefined` for a counter that cannot be taken apart. */
  additive?(tools?: unknown): AdditiveCounting | undefined | Promise<AdditiveCounting | undefined>;
  /** The provider's own count, for a counter that is an API call in the source system. */
  readonly api?: ApiCounting;
  /** Whether the number is what the source system counts, and no estimate. */
  readonly exact: boolean;
  /** Whose formula the count of a payload follows: the number of the provider may be another. Absent: there is no formula beside the tokens of the text. */
  readonly formula?: typeof ownFormula;
  /** What the number rests on, in words for the user: the encoding, the vocabulary, or how it was estimated. */
  readonly basis: string;
}

/** A count by a provider's API, made only when the user asks for it. */
export interface ApiCounting {
  /** Whose key is needed. */
  readonly provider: 'Anthropic' | 'Gemini';
  /** Where the payload and the key are sent; its host is named to the user before. */
  readonly url: string;
  /** The tokens of a payload that the provider counts. Rejects with `EngineError`, in which the key never stands. */
  count(payload: unknown, tools: unknown, key: string): Promise<number>;
}

/**
 * A counter with its options, as `token_counter` of a conversation spells it. Every type takes `agentscope_version`, the
 * release of AgentScope that is followed; absent: the newest.
 */
export interface TokenCounterSpec {
  readonly type: string;
  readonly [option: string]: unknown;
}

/** A kind of token counter: one file, one line in `registry.ts`. */
export interface TokenCounterType {
  /** The name in `type`: the encoding's, or the source system's class. */
  readonly type: string;
  /** One line for pickers and the tables of docs/. */
  readonly summary: string;
  /** The counter's own options, each with `.describe()` in Markdown. @internal */
  readonly keys: z.ZodRawShape;
  /** The option that `TYPE:VALUE` sets; absent where the type has none. */
  readonly mainKey?: string;
  /** The release of AgentScope that the class came with; absent: all have it, or it is not AgentScope's. */
  readonly since?: AgentScopeRelease;
  /** Makes the counter without loading anything; relative paths start at `folder`. Throws `EngineError` where the options make no counter. */
  create(spec: TokenCounterSpec, host: Host, release: AgentScopeRelease, folder?: string): TokenCounter;
}
