import type { Problem, ProblemCode } from '../engine/index.ts';

/** What the built-in JSON language server underlines by itself, from the text and from the definition's schema. */
const builtIn: ReadonlySet<ProblemCode> = new Set(['syntax-error', 'duplicate-key', 'wrong-shape']);

/** The problems of a definition file that only we know of. */
export function ownProblems(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter(problem => !builtIn.has(problem.code));
}
