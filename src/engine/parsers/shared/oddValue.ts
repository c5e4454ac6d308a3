import type { Problem } from '../../core/problem.ts';
import type { DefinitionSource } from '../parser.ts';

/** A warning about a value that the class accepts although it is odd; nothing where the definition has no such value. */
export function oddValue(source: DefinitionSource, path: readonly (string | number)[], message: string): Problem[] {
  const span = source.spanOf(path);
  return span ? [{ code: 'odd-value', message, severity: 'warning', span }] : [];
}
