import { none } from '../core/none.ts';
import type { AcceptedResult, Field } from '../core/result.ts';
import type { Suspicion, SuspicionCode } from '../core/suspicion.ts';
import { memberPath } from '../core/violation.ts';
import type { AnswerFormat } from './answerFormat.ts';
import { suspectCalls, suspectCutCalls } from './suspectCalls.ts';
import { suspectCoercions, suspectSchema } from './suspectCoercions.ts';
import { suspectCommands } from './suspectCommands.ts';
import { isCutShort, suspectEnd } from './suspectEnd.ts';
import { leftFences, suspectFences } from './suspectFences.ts';
import { suspectJson, suspectKeys } from './suspectJson.ts';
import { suspectHeaders, suspectOpen, suspectReasoning, suspectStrays, suspectTags } from './suspectTags.ts';
import { suspectTurns } from './suspectTurns.ts';
import { suspectTexts, suspectValues } from './suspectValues.ts';

/** What the provider says beside the answer, and which suspicions the author switched on. */
interface SuspicionContext {
  /** Why the model stopped, in the provider's word. */
  readonly finish?: string | undefined;
  /** The calls of a message. */
  readonly calls?: readonly unknown[];
  /** Those of `quietSuspicions` to look for. */
  readonly on?: readonly SuspicionCode[] | undefined;
}

/**
 * Everything odd about an answer that reads, what a value shows first; of one code and detail only the first. `text` is the
 * response. Linear in it.
 */
export function suspicionsOf(
  text: string,
  result: AcceptedResult,
  format: AnswerFormat,
  { finish, calls = [], on = [] }: SuspicionContext = {},
): readonly Suspicion[] {
  // One after the other, each only where its marks are: nothing is allocated for an answer that is fine, as almost all are.
  let found: readonly Suspicion[] = result.odd?.() ?? none;
  found = joined(found, suspectValues(result, format));
  if (text.includes('<<')) found = joined(found, suspectCommands(text, result, format));
  if (format.observations.length > 0) found = joined(found, suspectTurns(text, result, format));
  if (format.hasHeaders) found = joined(found, suspectHeaders(text, result, format));
  found = joined(found, suspectPlaces(text, result, format, finish));
  if (format.tools.size > 0) found = joined(found, suspectCalls(text, result, format.tools));
  if (format.violationsOf) found = joined(found, suspectSchema(text, result, format.violationsOf));
  if (calls.length > 0) found = joined(found, suspectCutCalls(calls));
  const own = found;
  let all = joined(
    own,
    remaining(suspectTexts(text, result, format), one => !isSaid(one, own)),
  );
  if (on.includes('coerced'))
    all = joined(
      all,
      remaining(suspectCoercions(text, result, calls), one => !isDropped(one, own)),
    );
  if (all.length < 2) return all;
  return all.filter((one, i) => all.findIndex(each => each.code === one.code && each.detail === one.detail) === i);
}

/** What is odd about where in the response the value came from. */
function suspectPlaces(
  text: string,
  result: AcceptedResult,
  format: AnswerFormat,
  finish: string | undefined,
): readonly Suspicion[] {
  const { prose, strays, readsJson, markup } = format;
  // Prose takes whatever stands around the answer.
  const fields = prose.size === 0 ? result.fields : result.fields.filter(({ key }) => !prose.has(key));
  let found = readsJson ? suspectJson(text, result, format) : none;
  if (strays) {
    found = joined(found, suspectStrays(result, strays));
    found = joined(found, suspectOpen(text, fields, format));
  } else {
    const hasTags = text.includes('<');
    const hasFences = text.includes('```');
    if (hasTags) found = joined(found, suspectReasoning(text, fields, format));
    if (fields.some(hasDelimiters) && (hasTags || text.includes('[') || text.includes('`')))
      found = joined(found, suspectTags(text, fields, format));
    if (hasFences) {
      found = joined(found, leftFences(text, fields, format));
      found = joined(found, suspectFences(text, result, fields, format));
    }
    if (markup.json !== undefined) found = joined(found, suspectKeys(text, result, format));
  }
  if (finish === undefined || found.some(({ code }) => code === 'cut-value') || !isCutShort(finish)) return found;
  return joined(found, suspectEnd(text, result, fields, format));
}

/** Whether more than a quote or a bracket opens a part. */
function hasDelimiters({ span, inner }: Field): boolean {
  return inner.start - span.start > 1;
}

/** What two looks at an answer found, in their order. */
function joined(one: readonly Suspicion[], other: readonly Suspicion[]): readonly Suspicion[] {
  if (other.length === 0) return one;
  return one.length === 0 ? other : [...one, ...other];
}

function remaining(found: readonly Suspicion[], stays: (one: Suspicion) => boolean): readonly Suspicion[] {
  return found.length === 0 ? found : found.filter(stays);
}

/** Whether another suspicion says the same of the place: what begins a field stands in another one. */
function isSaid({ span }: Suspicion, others: readonly Suspicion[]): boolean {
  return others.some(
    other =>
      other.code === 'field-in-field' &&
      other.span &&
      span &&
      other.span.start < span.end &&
      span.start < other.span.end,
  );
}

/** Whether another suspicion says that the class has no such member, so that nobody gets it. */
function isDropped({ violation }: Suspicion, others: readonly Suspicion[]): boolean {
  if (violation?.cause !== 'unknown-key') return false;
  const member = memberPath(violation.path);
  return others.some(
    ({ code, detail }) => code === 'members-dropped' && (detail === member || `/${detail}` === member),
  );
}
