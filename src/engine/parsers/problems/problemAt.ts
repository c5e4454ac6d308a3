import { type Fix, type Problem, type ProblemCode, problem } from '../../core/problem.ts';
import type { Span } from '../../core/span.ts';
import type { DefinitionSource } from '../parser.ts';

/** A problem of the value at a path; nothing where the definition has no such value. */
export function problemAt(
  source: DefinitionSource,
  code: ProblemCode,
  path: readonly (string | number)[],
  message: string,
  fixes?: readonly Fix[],
): Problem[] {
  const span = source.spanOf(path);
  return span ? [problem(code, message, span, fixes)] : [];
}

/** The place in the file of a part of the string at a path; the whole value where that is not a string. */
export function spanInString(
  source: DefinitionSource,
  path: readonly (string | number)[],
  start: number,
  end: number,
): Span | undefined {
  const offsets = source.stringAt(path)?.offsets;
  const [from, to] = [offsets?.[start], offsets?.[end]];
  return from === undefined || to === undefined || start >= end ? source.spanOf(path) : { start: from, end: to };
}

/** The fix that replaces a whole value of the definition. */
export function replaceValue(source: DefinitionSource, path: readonly (string | number)[], json: string): Fix[] {
  const span = source.spanOf(path);
  return span ? [{ title: `Change to ${json}`, edits: [{ span, text: json }] }] : [];
}

/** A warning about a value that the class accepts although it is odd; nothing where the definition has no such value. */
export function oddValue(source: DefinitionSource, path: readonly (string | number)[], message: string): Problem[] {
  const span = source.spanOf(path);
  return span ? [{ code: 'odd-value', message, severity: 'warning', span }] : [];
}
