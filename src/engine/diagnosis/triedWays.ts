import { applyEdits } from '../core/applyEdits.ts';
import type { DiagnosedFormat } from './diagnosedFormat.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';
import type { Repairing, ResponseCandidate } from './responseCandidate.ts';
import { ranked, type Tried } from './tried.ts';
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
