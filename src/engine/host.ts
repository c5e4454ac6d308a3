import type { Span } from './span.ts';

/** A user's pattern to run: Python `re` syntax already translated to a JavaScript `source` and `flags`. */
export interface PatternJob {
  readonly source: string;
  readonly flags: string;
  readonly text: string;
  /** Capture groups wanted of every match, by index or by name. */
  readonly groups: readonly (number | string)[];
}

/** What running a pattern gave: for every match, left to right, the spans of the match and of each wanted group (`undefined`: did not take part). */
export type PatternOutcome =
  | {
      readonly ok: true;
      readonly matches: readonly { readonly span: Span; readonly groups: readonly (Span | undefined)[] }[];
    }
  | { readonly ok: false; readonly reason: 'timeout' | 'failed'; readonly message: string };

/**
 * All that the engine cannot do alone, injected by whoever runs it. Every member is optional; what is absent makes the
 * operations that need it fail with a clear error.
 */
export interface Host {
  /** The bytes of a table shipped beside the engine (`o200k_base`, `cl100k_base`, …), already decompressed. */
  loadTable?(name: string): Promise<Uint8Array>;
  /** Runs a user's pattern away from this thread and ends it after `limitMs`. */
  runPattern?(job: PatternJob, limitMs: number): Promise<PatternOutcome>;
}
