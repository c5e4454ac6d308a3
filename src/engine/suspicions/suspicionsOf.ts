// suspicions/: what is odd about an answer that a definition reads.

import type { ParseResult } from '../core/result.ts';
import type { Suspicion, SuspicionCode } from '../core/suspicion.ts';
import { memberPath } from '../core/violation.ts';
import type { AnswerFormat } from './answerFormat.ts';
import { suspectCalls } from './suspectCalls.ts';
import { suspectCoercions } from './suspectCoercions.ts';
import { suspectCommands } from './suspectCommands.ts';
import { suspectCutCalls } from './suspectCutCalls.ts';
import { suspectHeaders } from './suspectHeaders.ts';
import { suspectSchema } from './suspectSchema.ts';
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
  const found = [
    ...(result.odd?.() ?? []),
    ...suspectValues(result, format),
    ...suspectCommands(text, result, format),
    ...suspectTurns(text, result, format),
    ...suspectHeaders(text, result, format),
    ...suspectText(text, result, format, finish),
    ...suspectCalls(text, result, format.tools),
    ...suspectSchema(text, result, format.violationsOf),
    ...suspectCutCalls(calls),
  ];
  const all = [
    ...found,
    ...suspectTexts(text, result, format).filter(one => !isTold(one, found)),
    ...(on.includes('coerced') ? suspectCoercions(text, result, calls).filter(one => !isDropped(one, found)) : []),
  ];
  return all.filter((one, i) => all.findIndex(each => each.code === one.code && each.detail === one.detail) === i);
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
