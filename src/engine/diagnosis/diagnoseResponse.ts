import { applyEdits, composeEdits } from '../core/applyEdits.ts';
import { isPyDict } from '../core/pyValue.ts';
import type { ParseError, ParseResult } from '../core/result.ts';
import type { Violation } from '../core/violation.ts';
import { cutByLimit, hasForm, markupCause, noAnswer } from './answerCause.ts';
import { editedCalls, messageCallEdits } from './callEdits.ts';
import type { DiagnosedFormat } from './diagnosedFormat.ts';
import { diagnoseBlur, diagnoseLoss, doubtOf, withoutLosses } from './diagnoseLoss.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';
import { keyEdits, strictJson } from './keyEdits.ts';
import { mendedWays, violationCauses } from './mendedWays.ts';
import { type NamedCause, namedCauses, type Repairing, type ResponseCandidate } from './responseCandidate.ts';
import { honestCandidate, isEmpty, ranked, type Tried, triedInRank, triedWays, triesOf } from './triedWays.ts';

/** What {@link diagnoseResponse} found. */
export interface ResponseDiagnosis {
  /** The ways to read the response, the likeliest first; none where there is no such way. */
  readonly candidates: readonly ResponseCandidate[];
  /** Why it does not read, the first standing for all: the likeliest candidate's causes, else what is known without one. None where it reads as it is, or nobody knows. */
  readonly causes: readonly NamedCause[];
  /** Of an answer that reads and is not what is wanted: where, and why, member by member. Absent: there are none. */
  readonly violations?: readonly Violation[];
  /** How many more violations there are than those listed. */
  readonly moreViolations?: number;
  /** The format has no way to write what stands there otherwise, such as what ends a part within the part: there is no repair. */
  readonly hasNoRepair?: true;
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
  /** The most candidates that are returned (3). */
  readonly limit?: number;
  /** What the definition makes of the response, where it was read already. */
  readonly result?: ParseResult;
  /** Whether the provider says that the answer reached the limit of tokens. */
  readonly isCut?: boolean;
  /** Only the causes are asked for: what changes no more than how sure a candidate is need not be known. @internal */
  readonly causesOnly?: boolean;
}

const defaultLimit = 3;
/** Texts whose keys are looked at where nothing else makes the response read. */
const maxKeyTries = 6;
/**
 * The smallest edits of a response under which a definition reads it, each proved by reading the edited text, with causes
 * and a confidence. A response that is read as it is has one candidate without edits. Never rejects. Linear in the
 * response, times a bounded number of readings.
 */
export async function diagnoseResponse(
  response: string,
  format: DiagnosedFormat,
  options: DiagnoseResponseOptions = {},
): Promise<ResponseDiagnosis> {
  const { limit = defaultLimit, result, isCut, causesOnly } = options;
  const count = Math.max(limit, 0);
  const asIs = result ?? (await format.parse(response));
  const read: readonly ResponseCandidate[] =
    asIs.ok && asIs.toolError !== true && !(Array.isArray(asIs.value) && asIs.value.length === 0)
      ? [{ value: asIs.value, confidence: 1, edits: [], lossy: false, causes: [] }]
      : [];
  if (asIs.ok && !isEmpty(asIs)) {
    const doubt = await doubtOf(response, asIs, format);
    const isAll = { candidates: read.slice(0, count), causes: [] };
    if (!doubt) return isAll;
    const expected = await format.markup();
    return doubt.isLoss
      ? diagnoseLoss(response, doubt.suspicion, read, expected, format, count)
      : ((await diagnoseBlur(response, doubt.suspicion, read, expected, format, count)) ?? isAll);
  }
  const diagnosis = await diagnoseRefused(response, asIs, read, count, { format, isCut, causesOnly });
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
  count: number,
  {
    format,
    isCut,
    causesOnly,
  }: { readonly format: DiagnosedFormat } & Pick<DiagnoseResponseOptions, 'isCut' | 'causesOnly'>,
): Promise<ResponseDiagnosis> {
  const { markup, parse, calls = [] } = format;
  const expected = await markup();
  const nothing = asIs.ok || calls.length > 0 ? undefined : noAnswer(response, expected);
  // Words alone can be made to read where anything does.
  if (nothing && nothing.code !== 'no-answer') return { candidates: [], causes: [nothing] };
  const candidates: ResponseCandidate[] = [];
  const failed: Tried[] = [];
  const readings = new Map<string, ParseResult>();
  const keep = (found: ResponseCandidate, { text, result }: Tried) => {
    candidates.push(found);
    readings.set(text, result);
  };
  const add = (tried: Tried) => {
    const found = honest(tried);
    if (found) keep(found, tried);
    else failed.push(tried);
  };
  const honest = (tried: Tried) => honestCandidate(tried, response, expected, format);
  for (const tried of await mendedWays(response, { text: response, way: unchanged, result: asIs }, parse, calls))
    add(tried);
  for (const way of messageCallEdits(calls)) {
    const found = honest({ text: response, way, result: await parse(response, editedCalls(calls, way.edits)) });
    if (found) candidates.push(found);
  }
  const tries = [...triesOf(response, expected)];
  if (count === 1 && !format.parseAll) {
    const first = await triedInRank(tries, format, honest);
    if (first.found) keep(first.found, first.from);
    else failed.push(...first.failed);
  } else for (const tried of await triedWays(tries, format)) add(tried);
  // What is mended may still not be what is wanted.
  if (candidates.length === 0)
    for (const tried of likeliest(failed)) for (const mended of await mendedWays(response, tried, parse)) add(mended);
  // Of the keys that may be meant the format's example knows more than what is missing.
  if (candidates.every(({ causes }) => causes.includes('key-spelling')) && !asIs.ok)
    for (const tried of await triedWays(keyTries(response, asIs, failed, expected), withReadings(format, readings)))
      add(tried);
  const isAlone = causesOnly && candidates.length === 1;
  const [best, ...others] = isAlone
    ? candidates
    : ranked(await withoutLosses(candidates, response, withReadings(format, readings)));
  if (best) return { candidates: [best, ...others].slice(0, count), causes: namedCauses(best) };
  // What is nothing may be all that was said.
  if (asIs.ok) return { candidates: read.slice(0, count), causes: [] };
  if (asIs.error.violations) return { candidates: [], causes: violationCauses(asIs.error.violations) };
  const further = furthest(response, asIs, failed, expected);
  if (further) return { candidates: [], ...further };
  const cause = (isCut ? cutByLimit(response) : nothing) ?? markupCause(response, expected);
  return { candidates: [], causes: cause ? [cause] : [] };
}

/** A format that reads no text twice. */
function withReadings(format: DiagnosedFormat, readings: ReadonlyMap<string, ParseResult>): DiagnosedFormat {
  return {
    ...format,
    parse: async (text, calls) => (calls ? undefined : readings.get(text)) ?? format.parse(text, calls),
  };
}

/** Texts that are mended further where none reads. */
const mostMended = 3;

function likeliest(failed: readonly Tried[]): readonly Tried[] {
  const refused = failed.filter(({ result }) => !result.ok && result.error.violations);
  return refused.toSorted((one, other) => other.way.confidence - one.way.confidence).slice(0, mostMended);
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
