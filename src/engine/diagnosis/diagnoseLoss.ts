import { applyEdits } from '../core/applyEdits.ts';
import type { AcceptedResult } from '../core/result.ts';
import type { Span } from '../core/span.ts';
import type { Suspicion, SuspicionCode } from '../core/suspicion.ts';
import type { ResponseCause } from './causes.ts';
import { closingInJson } from './delimitersInValues.ts';
import type { DiagnosedFormat } from './diagnosedFormat.ts';
import type { ExpectedMarkup, TagPair } from './expectedMarkup.ts';
import { type NamedCause, namedCauses, type ResponseCandidate } from './responseCandidate.ts';
import { isSameText } from './sameText.ts';
import { honestCandidate, ranked, triedWays, triesOf } from './triedWays.ts';

/** How sure an answer is of which the framework loses something. */
const doubtful = 0.5;
/** A reading of the whole that is less likely does not come before the framework's own. */
const leastWhole = 0.3;

/** Causes that the format has no way to write otherwise, where no edit was found. */
const unwritable: ReadonlySet<ResponseCause> = new Set<ResponseCause>(['closing-in-value', 'fence-in-value']);

/** The diagnosis of an answer that reads, and of which the framework leaves something out. */
interface LossDiagnosis {
  readonly candidates: readonly ResponseCandidate[];
  readonly causes: readonly NamedCause[];
  readonly hasNoRepair?: true;
}

/** What the framework loses of an answer that reads. */
async function lossesOf(text: string, result: AcceptedResult, { odd }: DiagnosedFormat): Promise<readonly Suspicion[]> {
  return odd ? lossesIn(await odd(text, result)) : [];
}

/** The first of what is odd about an answer that reads, and says that not all of it was read: a loss, else markup that was taken for text. */
export async function doubtOf(
  text: string,
  result: AcceptedResult,
  { odd }: DiagnosedFormat,
): Promise<{ readonly suspicion: Suspicion; readonly isLoss: boolean } | undefined> {
  const all = odd ? await odd(text, result) : [];
  const [loss] = lossesIn(all);
  if (loss) return { suspicion: loss, isLoss: true };
  const [blur] = blursIn(all);
  return blur && { suspicion: blur, isLoss: false };
}

/**
 * The ways under which an answer whose markup was taken for text is read without that, the likeliest first, and then the
 * framework's own reading. `undefined`: there is none that is likely, and nothing else is known.
 */
export async function diagnoseBlur(
  response: string,
  blur: Suspicion,
  read: readonly ResponseCandidate[],
  expected: ExpectedMarkup,
  format: DiagnosedFormat,
  count: number,
): Promise<LossDiagnosis | undefined> {
  const whole = (await wholeReadings(response, read, expected, format)).filter(
    ({ confidence }) => confidence >= doubtful,
  );
  const [best, ...others] = ranked(whole);
  if (!best) {
    const cause = blurCause(blur, response, expected.tags);
    return cause && { candidates: read.slice(0, count), causes: [cause], hasNoRepair: true };
  }
  const asIs = read.map(candidate => ({ ...candidate, confidence: 1 - best.confidence }));
  return { candidates: [best, ...asIs, ...others].slice(0, count), causes: namedCauses(best) };
}

/** The readings under which nothing of an answer is lost or taken for text, and which are not the framework's own. */
async function wholeReadings(
  response: string,
  read: readonly ResponseCandidate[],
  expected: ExpectedMarkup,
  format: DiagnosedFormat,
  lost?: Span,
): Promise<readonly ResponseCandidate[]> {
  const whole: ResponseCandidate[] = [];
  const inJson = lost && closingInJson(response, lost);
  const tries = [...triesOf(response, expected)];
  if (inJson) tries.unshift({ text: applyEdits(response, inJson.edits), way: inJson });
  for (const tried of await triedWays(tries, format)) {
    const found = honestCandidate(tried, response, expected, format);
    // What is cut off as well is no more whole.
    if (
      found &&
      !found.lossy &&
      !read.some(({ value }) => isSameText(value, found.value)) &&
      tried.result.ok &&
      !(await doubtOf(tried.text, tried.result, format))
    )
      whole.push(found);
  }
  return whole;
}

/**
 * An answer of which the framework reads something and loses the rest: first the ways under which it is read as a whole, then as
 * it is. Of several answers nobody knows which is meant, so that the framework's comes first.
 */
export async function diagnoseLoss(
  response: string,
  loss: Suspicion,
  read: readonly ResponseCandidate[],
  expected: ExpectedMarkup,
  format: DiagnosedFormat,
  count: number,
): Promise<LossDiagnosis> {
  const whole = loss.code === 'answers-lost' ? [] : await wholeReadings(response, read, expected, format, loss.span);
  const [first, ...others] = ranked(whole);
  const best = first && first.confidence >= leastWhole ? first : undefined;
  const cause = lossCause(loss, response);
  const asIs = read.map(candidate => ({
    ...candidate,
    confidence: best ? Math.min(1 - best.confidence, best.confidence) : doubtful,
    lossy: loss.code === 'cut-value',
    causes: cause ? [cause.code] : [],
  }));
  const candidates = (best ? [best, ...asIs, ...others] : [...asIs, ...whole]).slice(0, count);
  if (best || !cause) return { candidates, causes: best ? namedCauses(best) : [] };
  return { candidates, causes: [cause], ...(unwritable.has(cause.code) && { hasNoRepair: true }) };
}

/** The candidates, with less confidence in those of whose edited text the framework still loses something. */
export async function withoutLosses(
  candidates: readonly ResponseCandidate[],
  response: string,
  format: DiagnosedFormat,
): Promise<readonly ResponseCandidate[]> {
  if (!format.odd) return candidates;
  const found: ResponseCandidate[] = [];
  for (const candidate of candidates) {
    const isCall = candidate.edits.some(({ call }) => call !== undefined);
    const text = isCall ? response : applyEdits(response, candidate.edits);
    const result = isCall ? undefined : await format.parse(text);
    const isLost = result?.ok === true && (await lossesOf(text, result, format)).length > 0;
    found.push(isLost ? { ...candidate, confidence: candidate.confidence * doubtful } : candidate);
  }
  return found;
}

/** Suspicions that tell of something which the value does not have, or has and should not. */
const losses: ReadonlySet<SuspicionCode> = new Set<SuspicionCode>([
  'cut-value',
  'text-lost',
  'answers-lost',
  'open-command',
  'invented-turn',
]);

/** Suspicions that tell of markup that was not read as such, so that a part may have vanished into another one. */
const blurs: ReadonlySet<SuspicionCode> = new Set<SuspicionCode>(['leftover-markup', 'field-in-field']);

/** Of what is odd about an answer that reads, the markup that was taken for text. */
function blursIn(suspicions: readonly Suspicion[]): readonly Suspicion[] {
  return suspicions.filter(({ code }) => blurs.has(code));
}

/** Of what is odd about an answer that reads, what a framework lost of it. */
function lossesIn(suspicions: readonly Suspicion[]): readonly Suspicion[] {
  return suspicions.filter(({ code }) => losses.has(code));
}

/**
 * The cause of markup that was taken for text, for which there is no edit: what ends a part stands once more behind it.
 * `undefined`: something else.
 */
function blurCause({ span }: Suspicion, text: string, tags: readonly TagPair[]): NamedCause | undefined {
  const stray = span && text.slice(span.start, span.end).trim();
  if (!span || !stray || !tags.some(({ close }) => close === stray)) return undefined;
  const start = text.indexOf(stray);
  return start < span.start ? { code: 'closing-in-value', start, end: span.end, count: 1 } : undefined;
}

/** The cause of a loss for which there is no edit; `undefined`: the loss itself is all that is known. */
function lossCause({ code, span }: Suspicion, text: string): NamedCause | undefined {
  const end = text.trimEnd().length;
  const place = { start: span?.start ?? end, end: span?.end ?? end, count: 1 };
  if (code === 'answers-lost') return { code: 'several-answers', ...place };
  if (code === 'invented-turn') return { code: 'invented-turn', ...place };
  if (code === 'open-command') return { code: 'fence-in-value', ...place };
  if (code !== 'cut-value') return undefined;
  const sign = text.slice(place.start, place.start + 3);
  if (sign === '```') return { code: 'fence-in-value', ...place };
  // A tag that ends a part, and stands once more behind it.
  if (/^[<[]\/?/.test(sign) && place.end > place.start) return { code: 'closing-in-value', ...place };
  return { code: 'cut-off', start: end, end, count: 1 };
}
