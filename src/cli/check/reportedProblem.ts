import type { Problem } from '../../engine/index.ts';
import type { Position } from '../../views/position.ts';

/** A problem as reports have it: at the line and column of its place. */
export function reportedProblem({ code, severity, message, span }: Problem, placeOf: (offset: number) => Position) {
  return { code, severity, message, ...placeOf(span.start) };
}
