// diagnosis/: why a definition does not read a response: the smallest edits under which it does.

import { applyEdits } from '../core/applyEdits.ts';
import { composeEdits } from '../core/composeEdits.ts';
import { isPyDict } from '../core/pyValue.ts';
import type { ParseError, ParseResult } from '../core/result.ts';
import type { Violation } from '../core/violation.ts';
import { cutByLimit, hasForm, markupCause, noAnswer } from './answerCause.ts';
import { editedCalls, messageCallEdits } from './callEdits.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';
import { keyEdits, strictJson } from './keyEdits.ts';
import { mendedWays, violationCauses } from './mendedWays.ts';
import { type NamedCause, namedCauses } from './namedCauses.ts';
import type { Repairing, ResponseCandidate } from './responseCandidate.ts';
import { waysOf } from './waysOf.ts';

/** What {@link diagnoseResponse} found. */
export interface ResponseDiagnosis {
  /** The ways to read the response, the likeliest first; none where there is no such way. */
  readonly candidates: readonly ResponseCandidate[];
  /** Why it does not read, the first standing for all: the likeliest candidate's causes, else what is known without one. None where it reads as it is, or nobody knows. */
  readonly causes: readonly NamedCause[];
  /** Of an answer that reads and is not what is wanted: where, and why, member by member. Absent: there are none. */
  readonly violations?: readonly Violation[];
  /** How many violations there are beside those that are told. */
  readonly moreViolations?: number;
  /** Where there is no candidate: the edits after which the definition gets further, and where it ends then. */
  readonly partly?: PartlyMended;
}

/** Edits that mend a part of what is wrong. */
export interface PartlyMended extends Pick<ResponseCandidate, 'edits' | 'causes'> {
  /** Why the response does not read after them. */
  readonly error: ParseError;
}

/** How a response is diagnosed. */
export interface DiagnoseResponseOptions {
  /** The most candidates that are given (3). */
  readonly limit?: number;
  /** What the definition makes of the response, where that is known already. */
  readonly result?: ParseResult;
  /** Whether the provider says that the answer reached the limit of tokens. */
  readonly isCut?: boolean;
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
/** Texts whose keys are looked at where nothing else makes the response read. */
const maxKeyTries = 6;
/** Edited texts that are read; each costs what reading the response costs. */
const maxTries = 24;

/** A text that was tried: the edits that lead to it, and what the definition makes of it. */
interface Tried {
  readonly text: string;
  readonly way: Repairing;
  readonly result: ParseResult;
}

/**
 * The smallest edits of a response under which a definition reads it, each proved by reading the edited text, with causes
 * and a confidence. A response that is read as it is has one candidate without edits. Never rejects. Linear in the
 * response, times a bounded number of readings.
 */
export async function diagnoseResponse(
  response: string,
  format: DiagnosedFormat,
  { limit = defaultLimit, result, isCut }: DiagnoseResponseOptions = {},
): Promise<ResponseDiagnosis> {
  const wanted = Math.max(limit, 0);
  const asIs = result ?? (await format.parse(response));
  const read: readonly ResponseCandidate[] =
    asIs.ok && asIs.toolError !== true && !(Array.isArray(asIs.value) && asIs.value.length === 0)
      ? [{ value: asIs.value, confidence: 1, edits: [], lossy: false, causes: [] }]
      : [];
  if (asIs.ok && !isEmpty(asIs)) return { candidates: read.slice(0, wanted), causes: [] };
  const diagnosis = await diagnoseRefused(response, asIs, read, wanted, { format, isCut });
  const { violations, moreViolations } = asIs.ok ? {} : asIs.error;
  return {
    ...diagnosis,
    ...(violations && { violations }),
    ...(moreViolations !== undefined && { moreViolations }),
  };
}

/** The diagnosis of a response that the definition does not read, or reads to nothing. */
async function diagnoseRefused(
  response: string,
  asIs: ParseResult,
  read: readonly ResponseCandidate[],
  wanted: number,
  { format, isCut }: { readonly format: DiagnosedFormat; readonly isCut: boolean | undefined },
): Promise<ResponseDiagnosis> {
  const { markup, parse, calls = [] } = format;
  const expected = await markup();
  const nothing = asIs.ok || calls.length > 0 ? undefined : noAnswer(response, expected);
  // Words alone can be made to read where anything does.
  if (nothing && nothing.code !== 'no-answer') return { candidates: [], causes: [nothing] };
  const candidates: ResponseCandidate[] = [];
  const failed: Tried[] = [];
  const add = (tried: Tried) => {
    const found = candidateOf(tried);
    if (found) candidates.push(found);
    else failed.push(tried);
  };
  for (const tried of await mendedWays(response, { text: response, way: unchanged, result: asIs }, parse, calls))
    add(tried);
  for (const way of messageCallEdits(calls)) {
    const found = candidateOf({ text: response, way, result: await parse(response, editedCalls(calls, way.edits)) });
    if (found) candidates.push(found);
  }
  const tries = [...triesOf(response, expected)];
  for (const tried of wanted === 1 ? await triedInRank(tries, format) : await triedWays(tries, format)) add(tried);
  // What is mended may still not be what is wanted.
  if (candidates.length === 0)
    for (const tried of likeliest(failed)) for (const mended of await mendedWays(response, tried, parse)) add(mended);
  // Of the keys that may be meant the format's example knows more than what is missing.
  if (candidates.every(({ causes }) => causes.includes('key-spelling')) && !asIs.ok)
    for (const tried of await triedWays(keyTries(response, asIs, failed, expected), format)) add(tried);
  const [best, ...others] = ranked(candidates);
  if (best) return { candidates: [best, ...others].slice(0, wanted), causes: namedCauses(best) };
  // What is nothing may be all that was said.
  if (asIs.ok) return { candidates: read.slice(0, wanted), causes: [] };
  if (asIs.error.violations) return { candidates: [], causes: violationCauses(asIs.error.violations) };
  const further = furthest(response, asIs, failed, expected);
  if (further) return { candidates: [], ...further };
  const cause = (isCut ? cutByLimit(response) : nothing) ?? markupCause(response, expected);
  return { candidates: [], causes: cause ? [cause] : [] };
}

/** Texts that are mended further where none reads. */
const mostMended = 3;

function likeliest(failed: readonly Tried[]): readonly Tried[] {
  const refused = failed.filter(({ result }) => !result.ok && result.error.violations);
  return refused.toSorted((one, other) => other.way.confidence - one.way.confidence).slice(0, mostMended);
}

/** What a definition makes of edited texts. */
async function triedWays(
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

/**
 * The same where only the likeliest candidate is wanted: a way's rank is known before its text is read, so what comes behind
 * the first that reads is not. Where none does all were tried, in their own order.
 */
async function triedInRank(
  tries: readonly Omit<Tried, 'result'>[],
  format: DiagnosedFormat,
): Promise<readonly Tried[]> {
  if (format.parseAll) return triedWays(tries, format);
  const tried: Tried[] = [];
  const ranks = ranked(tries.map(({ way }, i) => ({ ...way, i })));
  for (const { i } of ranks) {
    const each = tries[i]!;
    const found = { ...each, result: await format.parse(each.text) };
    if (candidateOf(found)) return [found];
    tried[i] = found;
  }
  return tried;
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

/** The response, and what else does not read, with its keys as the format has them. */
function* keyTries(
  response: string,
  asIs: ParseResult,
  failed: readonly Tried[],
  expected: ExpectedMarkup,
): Generator<Omit<Tried, 'result'>> {
  const seen = new Set<string>();
  for (const { text, way } of [{ text: response, way: unchanged, result: asIs }, ...failed].slice(0, maxKeyTries)) {
    const keys = keyEdits(text, expected);
    if (!keys) continue;
    const edited = applyEdits(text, keys.edits);
    if (seen.has(edited)) continue;
    seen.add(edited);
    const edits = composeEdits(response, way.edits, keys.edits);
    yield { text: edited, way: { ...way, edits, confidence: way.confidence * keys.confidence } };
  }
}

const unchanged: Repairing = { edits: [], confidence: 1, lossy: false, parts: [] };

/**
 * The edits after which the definition gets furthest, of those after which it ends elsewhere: where JSON is wanted, it is strict
 * then. `undefined`: none does, or there is nothing of the form.
 */
function furthest(
  response: string,
  asIs: ParseResult & { readonly ok: false },
  failed: readonly Tried[],
  expected: ExpectedMarkup,
): Omit<ResponseDiagnosis, 'candidates'> | undefined {
  if (hasForm(response, expected) !== true) return undefined;
  let best: (Tried & { readonly error: ParseError }) | undefined;
  for (const tried of failed) {
    const { text, way, result } = tried;
    if (result.ok || (best && best.way.confidence >= way.confidence) || isSame(result, text, asIs, response)) continue;
    if (hasWantedJson(text, expected)) best = { ...tried, error: result.error };
  }
  if (!best) return undefined;
  const causes = namedCauses(best.way);
  return { causes, partly: { edits: best.way.edits, causes: causes.map(({ code }) => code), error: best.error } };
}

/** Whether the JSON of a text is strict, and of the kind that is wanted; true where none is. */
function hasWantedJson(text: string, { json }: ExpectedMarkup): boolean {
  if (json === undefined) return true;
  const found = strictJson(text);
  return found !== undefined && isPyDict(found.value) === json.startsWith('{');
}

/** Whether two texts do not read for the same reason; messages may hold the text. */
function isSame(
  one: ParseResult & { readonly ok: false },
  text: string,
  other: ParseResult & { readonly ok: false },
  otherText: string,
): boolean {
  const reason = ({ error }: ParseResult & { readonly ok: false }, whole: string) =>
    `${error.class}\n${error.message.replaceAll(whole, '').replace(/\d+/g, '')}`;
  return reason(one, text) === reason(other, otherText);
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

/** What a way's rank depends on. */
type Ranked = Pick<Repairing, 'confidence' | 'lossy' | 'edits'>;

/** The likeliest first; of equal ones those that say that nothing is missing, then those that change less. */
function ranked<T extends Ranked>(candidates: readonly T[]): readonly T[] {
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

/** The text after the edits, which are in its order; `undefined` where two of them touch the same stretch. */
function applied(text: string, edits: Repairing['edits']): string | undefined {
  const overlaps = edits.some(({ start }, i) => i > 0 && start < edits[i - 1]!.end);
  return overlaps ? undefined : applyEdits(text, edits);
}

/** Frameworks that answer with what they recognised say so where they recognised nothing; those that read cut JSON give `null`. */
function isEmpty({ toolError, value }: ParseResult & { readonly ok: true }): boolean {
  return toolError === true || value === null || (Array.isArray(value) && value.length === 0);
}
