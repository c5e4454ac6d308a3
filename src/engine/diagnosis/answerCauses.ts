import type { ViolationCause } from '../core/violation.ts';
import type { Cause } from '../repair/index.ts';
import type { MarkupCause } from './markupCauses.ts';

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
