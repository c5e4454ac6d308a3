import type { EvaluationStringKey } from '../../protocol/evaluationProtocol.ts';
import type { EvaluationView } from '../../protocol/evaluationView.ts';
import { type LookUp, wordsOf } from '../shared/wordsOf.ts';

/** The strings of an evaluation's page. */
export const { Words, useWords } = wordsOf<EvaluationStringKey>();

type LookUpWord = LookUp<EvaluationStringKey>;

/** How many errors, in words. */
export function errorsText(words: LookUpWord, number: number): string {
  return number === 1 ? words('oneError') : words('errors', count(number));
}

/** How many rows, in words. */
export function rowsText(words: LookUpWord, number: number): string {
  return number === 1 ? words('oneRow') : words('rows', count(number));
}

/** How many of the rows are listed, in words. */
export function listedText(words: LookUpWord, listed: number, all: number): string {
  return all === 1 ? words('oneRowListed', count(listed)) : words('rowsListed', count(listed), count(all));
}

/** How many rows with bytes that were replaced, in words. */
export function notUtf8Text(words: LookUpWord, number: number): string {
  return number === 1 ? words('oneNotUtf8') : words('notUtf8', count(number));
}

/** What the framework sends in silence, in words. */
export function fallbackNote(words: LookUpWord, fallback: NonNullable<EvaluationView['fallback']>): string {
  const { reader, requests, of, tokens } = fallback;
  const said = words('fellBack', count(requests), count(of), reader);
  return tokens === undefined ? said : `${said} ${words('fellBackTokens', count(tokens))}`;
}

/** A number in the user's language. */
export function count(number: number): string {
  return number.toLocaleString(document.documentElement.lang || undefined);
}

/** What came and what went: `+20 −3`; empty: neither. */
export function changeText(came: number, went: number): string {
  return [...(came > 0 ? [`+${count(came)}`] : []), ...(went > 0 ? [`−${count(went)}`] : [])].join(' ');
}
