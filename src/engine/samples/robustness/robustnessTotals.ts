import type { MutationOutcome } from './outcome.ts';

/** How a definition took some mutations, in numbers. */
export interface RobustnessTotals {
  /**
   * How many of a hundred mutations the definition takes as it should: it gives the same value or, where something of
   * the answer was lost, an error. Rounded down, so that 100 means all. Absent where there were none.
   */
  readonly score?: number;
  readonly tried: number;
  readonly passed: number;
  /** Failures that are errors. */
  readonly errors: number;
  /** Failures that nobody is told of: another value. */
  readonly changed: number;
}

/** Counts outcomes, of one response or of several. */
export function robustnessTotals(outcomes: readonly MutationOutcome[]): RobustnessTotals {
  const tried = outcomes.length;
  const passed = outcomes.filter(each => each.passed).length;
  const changed = outcomes.filter(each => each.outcome === 'changed').length;
  const score = { score: Math.floor((100 * passed) / tried) };
  return { ...(tried > 0 && score), tried, passed, errors: tried - passed - changed, changed };
}
