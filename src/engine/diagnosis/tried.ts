import type { ParseResult } from '../core/result.ts';
import type { DiagnosedFormat } from './diagnosedFormat.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';
import { inventsWords } from './inventedWords.ts';
import { namedCauses } from './namedCauses.ts';
import type { Repairing, ResponseCandidate } from './responseCandidate.ts';

/** A text that was tried: the edits that lead to it, and what the definition makes of it. */
export interface Tried {
  readonly text: string;
  readonly way: Repairing;
  readonly result: ParseResult;
}

function candidateOf({ way, result }: Tried): ResponseCandidate | undefined {
  if (!result.ok || isEmpty(result)) return undefined;
  const { edits, confidence, lossy, lost } = way;
  return {
    value: result.value,
    confidence,
    edits,
    lossy,
    ...(lost && { lost }),
    causes: namedCauses(way).map(({ code }) => code),
  };
}

/** A candidate in whose value nothing stands that neither the answer nor the definition says. */
export function honestCandidate(
  tried: Tried,
  response: string,
  expected: ExpectedMarkup,
  { says }: DiagnosedFormat,
): ResponseCandidate | undefined {
  const found = candidateOf(tried);
  return found && inventsWords(found.edits, found.value, response, { expected, says }) ? undefined : found;
}

/** What a way's rank depends on. */
type Ranked = Pick<Repairing, 'confidence' | 'lossy' | 'edits'>;

/** The likeliest first; of equal ones those that say that nothing is missing, then those that change less. */
export function ranked<T extends Ranked>(candidates: readonly T[]): readonly T[] {
  return candidates
    .map(candidate => ({ candidate, changed: changedBy(candidate) }))
    .sort(
      (one, other) =>
        other.candidate.confidence - one.candidate.confidence ||
        Number(one.candidate.lossy) - Number(other.candidate.lossy) ||
        one.changed - other.changed,
    )
    .map(({ candidate }) => candidate);
}

/** How many characters go or come. */
function changedBy({ edits }: Ranked): number {
  return edits.reduce((all, { start, end, text }) => all + end - start + text.length, 0);
}

/** Frameworks that answer with what they recognised say so where they recognised nothing; those that read cut JSON give `null`. */
export function isEmpty({ toolError, value }: ParseResult & { readonly ok: true }): boolean {
  return toolError === true || value === null || (Array.isArray(value) && value.length === 0);
}
