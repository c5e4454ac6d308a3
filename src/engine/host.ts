/** A user's pattern to run: Python `re` syntax already translated to a JavaScript `source` and `flags`. */
export interface PatternJob {
  readonly source: string;
  readonly flags: string;
  /**
   * Python's `finditer`, after a match of nothing, first looks at the same place for a match of something. This is
   * `source` for that, with the same groups; absent where there is never one.
   */
  readonly nonEmpty?: string;
  readonly text: string;
  /** Capture groups wanted of every match, by index. */
  readonly groups: readonly number[];
}

/**
 * What running a pattern gave. `spans` has `2 + 2 * groups.length` numbers for every match, left to right: start and end
 * of the match, then of each wanted group (-1 and -1: did not take part). Packed, so that a million matches travel
 * between threads at once.
 */
export type PatternOutcome =
  | { readonly ok: true; readonly spans: Int32Array }
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
