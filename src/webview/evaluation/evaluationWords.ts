import type { EvaluationStringKey } from '../../protocol/evaluationProtocol.ts';
import { type LookUp, wordsOf } from '../shared/wordsOf.ts';

/** The strings of an evaluation's page. */
export const { Words, useWords } = wordsOf<EvaluationStringKey>();

type LookUpWord = LookUp<EvaluationStringKey>;

/** So many errors, in words. */
export function errorsText(words: LookUpWord, number: number): string {
  return number === 1 ? words('oneError') : words('errors', count(number));
}

/** So many rows, in words. */
export function rowsText(words: LookUpWord, number: number): string {
  return number === 1 ? words('oneRow') : words('rows', count(number));
}

/** A number in the user's language. */
export function count(number: number): string {
  return number.toLocaleString(document.documentElement.lang || undefined);
}
