import { none } from '../core/none.ts';
import type { ParseResult } from '../core/result.ts';
import { joined, type Suspicion, type SuspicionCode } from '../core/suspicion.ts';
import { memberPath } from '../core/violation.ts';
import type { AnswerFormat } from './answerFormat.ts';
import { suspectCalls, suspectCutCalls } from './suspectCalls.ts';
import { suspectCoercions } from './suspectCoercions.ts';
import { suspectCommands } from './suspectCommands.ts';
import { suspectSchema } from './suspectSchema.ts';
import { suspectHeaders } from './suspectTags.ts';
import { suspectText } from './suspectText.ts';
import { suspectTexts } from './suspectTexts.ts';
import { suspectTurns } from './suspectTurns.ts';
import { suspectValues } from './suspectValues.ts';

/** What is known beside the answer, and what is asked. */
interface SuspicionContext {
  /** Why the model stopped, in the provider's word. */
  readonly finish?: string | undefined;
  /** The calls of a message. */
  readonly calls?: readonly unknown[];
  /** Those of `quietSuspicions` that are looked for. */
  readonly on?: readonly SuspicionCode[] | undefined;
}

/**
 * Everything odd about an answer that reads, what a value shows first; of one code and detail only the first. `text` is the
 * text that was given. Linear in the response.
 */
export function suspicionsOf(
  text: string,
  result: Extract<ParseResult, { ok: true }>,
  format: AnswerFormat,
  { finish, calls = [], on = [] }: SuspicionContext = {},
): readonly Suspicion[] {
  // One after the other, each only where there is what it looks at: nothing is allocated for an answer that is fine, as almost all are.
  let found: readonly Suspicion[] = result.odd?.() ?? none;
  found = joined(found, suspectValues(result, format));
  if (text.includes('<<')) found = joined(found, suspectCommands(text, result, format));
  if (format.observations.length > 0) found = joined(found, suspectTurns(text, result, format));
  found = joined(found, suspectHeaders(text, result, format));
  found = joined(found, suspectText(text, result, format, finish));
  if (format.tools.size > 0) found = joined(found, suspectCalls(text, result, format.tools));
  if (format.violationsOf) found = joined(found, suspectSchema(text, result, format.violationsOf));
  if (calls.length > 0) found = joined(found, suspectCutCalls(calls));
  const own = found;
  let all = joined(
    own,
    remaining(suspectTexts(text, result, format), one => !isTold(one, own)),
  );
  if (on.includes('coerced'))
    all = joined(
      all,
      remaining(suspectCoercions(text, result, calls), one => !isDropped(one, own)),
    );
  if (all.length < 2) return all;
  return all.filter((one, i) => all.findIndex(each => each.code === one.code && each.detail === one.detail) === i);
}

function remaining(found: readonly Suspicion[], stays: (one: Suspicion) => boolean): readonly Suspicion[] {
  return found.length === 0 ? found : found.filter(stays);
}

/** Whether another suspicion says the same of the place: what begins a field stands in another one. */
function isTold({ span }: Suspicion, found: readonly Suspicion[]): boolean {
  return found.some(
    other =>
      other.code === 'field-in-field' &&
      other.span &&
      span &&
      other.span.start < span.end &&
      span.start < other.span.end,
  );
}

/** Whether a member that nobody gets is told of as one that the class does not have. */
function isDropped({ violation }: Suspicion, found: readonly Suspicion[]): boolean {
  if (violation?.cause !== 'unknown-key') return false;
  const member = memberPath(violation.path);
  return found.some(({ code, detail }) => code === 'members-dropped' && (detail === member || `/${detail}` === member));
}
