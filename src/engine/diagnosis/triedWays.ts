import { applyEdits } from '../core/applyEdits.ts';
import type { ParseResult } from '../core/result.ts';
import type { DiagnosedFormat } from './diagnosedFormat.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';
import { inventsWords } from './inventedWords.ts';
import { namedCauses, type Repairing, type ResponseCandidate } from './responseCandidate.ts';
import { waysOf } from './waysOf.ts';

/** Edited texts that are read; each costs what reading the response costs. */
const maxTries = 24;

/** The edited texts that are worth a reading, each once. */
export function* triesOf(
  response: string,
  expected: ExpectedMarkup,
): Generator<{ readonly text: string; readonly way: Repairing }> {
  const seen = new Set<string>();
  for (const way of waysOf(response, expected)) {
    if (seen.size === maxTries) break;
    const text = way.edits.length > 0 ? applied(response, way.edits) : undefined;
    if (text === undefined || seen.has(text)) continue;
    seen.add(text);
    yield { text, way };
  }
}

/** The text after the edits, which are in its order; `undefined` where two of them touch the same stretch. */
function applied(text: string, edits: Repairing['edits']): string | undefined {
  const overlaps = edits.some(({ start }, i) => i > 0 && start < edits[i - 1]!.end);
  return overlaps ? undefined : applyEdits(text, edits);
}

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

/** What a definition makes of edited texts. */
export async function triedWays(
  tries: Iterable<Omit<Tried, 'result'>>,
  { parse, parseAll }: DiagnosedFormat,
): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  if (!parseAll) {
    for (const each of tries) tried.push({ ...each, result: await parse(each.text) });
    return tried;
  }
  const all = [...tries];
  const results = await parseAll(all.map(({ text }) => text));
  return all.map((each, i) => ({ ...each, result: results[i]! }));
}

/** What {@link triedInRank} found: the first candidate with what it was read from, or all texts, none of which gives one. */
export type FirstInRank =
  | { readonly found: ResponseCandidate; readonly from: Tried }
  | { readonly found: undefined; readonly failed: readonly Tried[] };

/**
 * The likeliest candidate of all: a way's rank is known before its text is read, so what comes behind the first that reads is
 * not. Where none does all were tried, in their own order.
 */
export async function triedInRank(
  tries: readonly Omit<Tried, 'result'>[],
  { parse }: DiagnosedFormat,
  candidate: (tried: Tried) => ResponseCandidate | undefined,
): Promise<FirstInRank> {
  const failed: Tried[] = [];
  const ranks = ranked(tries.map(({ way: { confidence, lossy, edits } }, i) => ({ confidence, lossy, edits, i })));
  for (const { i } of ranks) {
    const each = tries[i]!;
    const from = { ...each, result: await parse(each.text) };
    const found = candidate(from);
    if (found) return { found, from };
    failed[i] = from;
  }
  return { found: undefined, failed };
}
