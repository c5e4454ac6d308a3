import type { EvaluationStringKey } from '../../protocol/evaluationProtocol.ts';
import { wordsOf } from '../shared/wordsOf.ts';

/** The strings of an evaluation's page. */
export const { Words, useWords } = wordsOf<EvaluationStringKey>();

/** A number in the user's language. */
export function count(number: number): string {
  return number.toLocaleString(document.documentElement.lang || undefined);
}
