// diagnosis/: why a definition does not read a response: the smallest edits under which it does.

import { applyEdits } from '../core/applyEdits.ts';
import type { ParseResult } from '../core/result.ts';
import { editedCalls, messageCallEdits } from './callEdits.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';
import type { Repairing, ResponseCandidate } from './responseCandidate.ts';
import { waysOf } from './waysOf.ts';

/** What {@link diagnoseResponse} found: the ways to read the response, the likeliest first; none where there is no such way. */
export interface ResponseDiagnosis {
  readonly candidates: readonly ResponseCandidate[];
}

/** What is known of the definition whose answer a response should be. */
export interface DiagnosedFormat {
  /** What stands around the parts of an answer; asked for only where a response does not read. */
  markup(): Promise<ExpectedMarkup>;
  /** What the definition makes of a text, and of these calls in place of the message's own. Never rejects. */
  parse(text: string, calls?: readonly unknown[]): Promise<ParseResult>;
  /** The same for many texts at once; absent where that takes as long. */
  parseAll?(texts: readonly string[]): Promise<readonly ParseResult[]>;
  /** The calls of a message that came as an object. */
  readonly calls?: readonly unknown[];
}

const defaultLimit = 3;
/** Edited texts that are read; each costs what reading the response costs. */
const maxTries = 24;

/**
 * The smallest edits of a response under which a definition reads it, each proved by reading the edited text, with causes
 * and a confidence. A response that is read as it is has one candidate without edits. Never rejects. Linear in the
 * response, times a bounded number of readings.
 */
export async function diagnoseResponse(
  response: string,
  { markup, parse, parseAll, calls = [] }: DiagnosedFormat,
  { limit = defaultLimit }: { readonly limit?: number } = {},
): Promise<ResponseDiagnosis> {
  const wanted = Math.max(limit, 0);
  const asIs = await parse(response);
  const read: readonly ResponseCandidate[] =
    asIs.ok && asIs.toolError !== true && !(Array.isArray(asIs.value) && asIs.value.length === 0)
      ? [{ value: asIs.value, confidence: 1, edits: [], lossy: false, causes: [] }]
      : [];
  if (asIs.ok && !isEmpty(asIs)) return { candidates: read.slice(0, wanted) };
  const expected = await markup();
  const candidates: ResponseCandidate[] = [];
  const add = (result: ParseResult, { edits, confidence, lossy }: Repairing) => {
    if (result.ok && !isEmpty(result))
      candidates.push({ value: result.value, confidence, edits, lossy, causes: causesOf(edits) });
  };
  for (const way of messageCallEdits(calls)) add(await parse(response, editedCalls(calls, way.edits)), way);
  const tries = triesOf(response, expected);
  if (parseAll) {
    const all = [...tries];
    const results = await parseAll(all.map(({ text }) => text));
    for (const [i, { way }] of all.entries()) add(results[i]!, way);
  } else for (const { text, way } of tries) add(await parse(text), way);
  // What is nothing may be all that was said.
  return { candidates: (candidates.length > 0 ? ranked(candidates) : read).slice(0, wanted) };
}

/** The edited texts that are worth a reading, each once. */
function* triesOf(
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

/** The likeliest first; of equal ones those that say that nothing is missing, then those that change less. */
function ranked(candidates: readonly ResponseCandidate[]): readonly ResponseCandidate[] {
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

/** So many characters go or come. */
function changedBy({ edits }: ResponseCandidate): number {
  return edits.reduce((all, { start, end, text }) => all + end - start + text.length, 0);
}

function causesOf(edits: Repairing['edits']): ResponseCandidate['causes'] {
  return [...new Set(edits.map(({ cause }) => cause))];
}

/** The text after the edits, which are in its order; `undefined` where two of them touch the same stretch. */
function applied(text: string, edits: Repairing['edits']): string | undefined {
  const overlaps = edits.some(({ start }, i) => i > 0 && start < edits[i - 1]!.end);
  return overlaps ? undefined : applyEdits(text, edits);
}

/** Frameworks that answer with what they recognised say so where they recognised nothing; those that read cut JSON give `null`. */
function isEmpty({ toolError, value }: ParseResult & { readonly ok: true }): boolean {
  return toolError === true || value === null || (Array.isArray(value) && value.length === 0);
}
