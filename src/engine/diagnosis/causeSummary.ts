import { causeCatalogue } from '../repair/costs.ts';
import { answerCauses, type ResponseCause } from './answerCauses.ts';
import { markupCauses } from './markupCauses.ts';

/** One sentence that says what a cause stands for. */
export function causeSummary(cause: ResponseCause): string {
  if (cause in markupCauses) return markupCauses[cause as keyof typeof markupCauses].summary;
  return { ...causeCatalogue, ...answerCauses }[cause as keyof typeof causeCatalogue | keyof typeof answerCauses];
}
