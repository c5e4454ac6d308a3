import type { Edit, Fix, Problem, ProblemCode } from '../engine/index.ts';

/** What the built-in JSON language server underlines by itself, from the text. */
const builtIn: ReadonlySet<ProblemCode> = new Set(['syntax-error', 'duplicate-key']);

/** The problems of a definition file that only we know of. `hasSchema`: the JSON server has the definition's schema, and underlines shapes as well. */
export function ownProblems(problems: readonly Problem[], hasSchema: boolean): readonly Problem[] {
  return problems.filter(({ code }) => !builtIn.has(code) && !(hasSchema && code === 'wrong-shape'));
}

/**
 * Problems with the severities that the user has set, by code: `error`, `warning`, `info`, or `off` for none. Anything
 * else in the settings leaves a problem as it is.
 */
export function withSeverities(
  problems: readonly Problem[],
  settings: Readonly<Record<string, unknown>>,
): readonly Problem[] {
  return problems.flatMap(problem => {
    const severity = Object.hasOwn(settings, problem.code) ? settings[problem.code] : undefined;
    if (severity === 'off') return [];
    return isSeverity(severity) && severity !== problem.severity ? [{ ...problem, severity }] : [problem];
  });
}

/** Whether a setting is one of the severities that a problem may have. */
export function isSeverity(severity: unknown): severity is Problem['severity'] {
  return severity === 'error' || severity === 'warning' || severity === 'info';
}

/** The fix of a problem that is surely meant; `undefined` where the user has to choose. */
export function certainFix({ fixes = [] }: Problem): Fix | undefined {
  const [fix] = fixes;
  return fixes.length === 1 && !fix?.isChoice ? fix : undefined;
}

/** The fix that the user most likely wants, though others are offered: the only one that is not a choice. */
export function preferredFix({ fixes = [] }: Problem): Fix | undefined {
  const [fix, ...others] = fixes.filter(({ isChoice }) => !isChoice);
  return others.length === 0 ? fix : undefined;
}

/** The edits of all fixes that are surely meant, in order. A fix that touches what one before it changes is left out. */
export function fixAllEdits(problems: readonly Problem[]): readonly Edit[] {
  const fixes = problems.flatMap(problem => certainFix(problem) ?? []).map(({ edits }) => inOrder(edits));
  const made: Edit[] = [];
  let done = -1;
  for (const edits of fixes.sort((a, b) => startOf(a) - startOf(b))) {
    if (startOf(edits) <= done) continue;
    made.push(...edits);
    done = Math.max(...edits.map(({ span }) => span.end));
  }
  return made;
}

function inOrder(edits: readonly Edit[]): readonly Edit[] {
  return edits.toSorted((a, b) => a.span.start - b.span.start);
}

function startOf([first]: readonly Edit[]): number {
  return first?.span.start ?? 0;
}
