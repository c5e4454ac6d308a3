import { type Cause, causeCatalogue } from '../repair/causes.ts';
import { type MarkupCause, markupCauses } from './markupCauses.ts';

/** One sentence that says what a cause stands for. */
export function causeSummary(cause: Cause | MarkupCause): string {
  return Object.hasOwn(markupCauses, cause)
    ? markupCauses[cause as MarkupCause].summary
    : causeCatalogue[cause as Cause];
}
