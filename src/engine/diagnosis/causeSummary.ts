import { violationCatalogue } from '../core/violation.ts';
import { causeCatalogue } from '../repair/index.ts';
import { answerCauses, type ResponseCause } from './answerCauses.ts';
import { markupCauses } from './markupCauses.ts';

/** One sentence that says what a cause stands for. */
export function causeSummary(cause: ResponseCause): string {
  if (cause in markupCauses) return markupCauses[cause as keyof typeof markupCauses].summary;
  const others = { ...causeCatalogue, ...answerCauses, ...violationCatalogue };
  return others[cause as keyof typeof others];
}
