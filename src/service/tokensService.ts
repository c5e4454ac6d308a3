import { createTokenCounter, type Host, tokenCounterTypes } from '../engine/index.ts';

/** Token counts of several texts under one counter. `basis` says in words what was counted with. */
export interface TokenCounts {
  readonly counts: readonly number[];
  readonly exact: boolean;
  readonly basis: string;
}

/** A counter that can be chosen for text. */
export interface CounterSummary {
  readonly name: string;
  readonly summary: string;
}

/** Counts tokens; the counter's table is loaded on its first use. Rejects for a counter that does not exist. */
export interface TokensApi {
  /** The counters that need nothing but their name. */
  counters(): Promise<readonly CounterSummary[]>;
  /** The tokens of each text, counted by itself. Text that spells a special token is text. */
  countTokens(texts: readonly string[], counter: string): Promise<TokenCounts>;
  /** The UTF-16 offset at which each token ends, in order; tokens that end inside a character end with it. Empty for a counter that has no tokens to show. */
  tokenBoundaries(text: string, counter: string): Promise<readonly number[]>;
}

/** The engine's side of the API; runs in a worker. */
export function tokensService(host: Host): TokensApi {
  return {
    counters: async () =>
      tokenCounterTypes
        .filter(({ mainKey }) => mainKey === undefined)
        .map(({ type, summary }) => ({ name: type, summary })),
    async countTokens(texts, name) {
      const counter = createTokenCounter(name, host);
      const counts: number[] = [];
      for (const text of texts) counts.push(await counter.countText(text));
      return { counts, exact: counter.exact, basis: counter.basis };
    },
    async tokenBoundaries(text, name) {
      const spans = (await createTokenCounter(name, host).tokenSpans?.(text)) ?? [];
      return spans.map(span => span.end);
    },
  };
}
