import type { Suspicion } from '../core/suspicion.ts';

/** Nothing odd: one for all answers that are fine, so that nothing is allocated for them. */
export const none: readonly never[] = Object.freeze([]);

/** What two looks at an answer found, in their order. */
export function joined(one: readonly Suspicion[], other: readonly Suspicion[]): readonly Suspicion[] {
  if (other.length === 0) return one;
  return one.length === 0 ? other : [...one, ...other];
}
