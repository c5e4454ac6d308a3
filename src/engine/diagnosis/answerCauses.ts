import { type ViolationCause, violationCatalogue } from '../core/violation.ts';
import { type Cause, causeCatalogue } from '../repair/index.ts';
import { type MarkupCause, markupCauses } from './markupCauses.ts';

/** Why there is nothing to repair: every cause with one sentence for its documentation. Codes never change their meaning. */
export const answerCauses = {
  'empty-response': 'The response is empty.',
  refusal: 'The model declines to answer.',
  'no-answer': 'Nothing in the response is of the form that is wanted.',
  'malformed-call': 'The provider could not read the call that the model wrote, and gives no answer.',
  'refused-key': 'The provider refused the API key: there is no response.',
} as const satisfies Record<string, string>;

/** A code of {@link answerCauses}. */
export type AnswerCause = keyof typeof answerCauses;

/** Everything that can be why a response does not read. */
export type ResponseCause = Cause | MarkupCause | ViolationCause | AnswerCause;

/** One sentence that says what a cause stands for. */
export function causeSummary(cause: ResponseCause): string {
  if (cause in markupCauses) return markupCauses[cause as keyof typeof markupCauses].summary;
  const others = { ...causeCatalogue, ...answerCauses, ...violationCatalogue };
  return others[cause as keyof typeof others];
}
