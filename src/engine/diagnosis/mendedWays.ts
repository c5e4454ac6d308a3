import { applyEdits, composeEdits } from '../core/applyEdits.ts';
import type { ParseResult } from '../core/result.ts';
import type { Violation } from '../core/violation.ts';
import { type Attempt, bareTextAttempt, firstAttempt, trusts } from '../repair/index.ts';
import { editedCalls } from './callEdits.ts';
import type { NamedCause, Repairing, ResponseEdit } from './responseCandidate.ts';

/** A text that JSON was read from and refused, and the edits that led to it. */
export interface RefusedText {
  readonly text: string;
  readonly way: Repairing;
  readonly result: ParseResult;
}

/** What reads a text, or these calls in place of the message's own. */
type Parse = (text: string, calls?: readonly unknown[]) => Promise<ParseResult>;

/** How often the next way is tried where a value is still refused. */
const mostRounds = 6;
/** Other ways that are tried once one is found. */
const mostOthers = 3;
/** So many mends may follow one another: one may show what is wrong below it. */
const deepest = 3;

/**
 * The ways to mend all that a definition finds wrong with a value that it could read, each with what it makes of the edited
 * text; `response` is the text that the edits are of. None where one of the violations says what only the model could give.
 */
export async function mendedWays(
  response: string,
  refused: RefusedText,
  parse: Parse,
  calls: readonly unknown[] = [],
  depth = 0,
): Promise<readonly RefusedText[]> {
  const { text, way, result } = refused;
  if (result.ok || way.lossy) return [];
  const { violations = [], moreViolations, validated } = result.error;
  if (!validated || moreViolations !== undefined) return [];
  const { call } = validated;
  if (call === undefined ? validated.text !== text : way.edits.length > 0) return [];
  const found: RefusedText[] = [];
  let halfway: RefusedText | undefined;
  const follows = depth > 0 ? trusts.followed : 1;
  const tried = async (attempt: Attempt | undefined) => {
    let next = attempt;
    for (let round = 0; next && round < mostRounds; round++) {
      const edits: readonly ResponseEdit[] =
        call === undefined ? next.edits : next.edits.map(edit => ({ ...edit, call }));
      const edited = call === undefined ? applyEdits(text, edits) : text;
      const read = await (call === undefined ? parse(edited) : parse(text, editedCalls(calls, edits)));
      const all = call === undefined ? composeEdits(response, way.edits, edits) : edits;
      const gone = [...(way.lost ?? []), ...next.lost];
      const lost = gone.length > 0 ? { lost: gone } : {};
      const mended = {
        edits: all,
        confidence: way.confidence * next.trust * follows,
        lossy: false,
        ...lost,
        parts: [],
      };
      const step = { text: edited, way: mended, result: read };
      if (read.ok) {
        found.push(step);
        return;
      }
      if (call === undefined) halfway ??= step;
      next = read.error.violations && next.after(read.error.violations);
    }
  };
  const attemptOf = validated.isJson ? firstAttempt : bareTextAttempt;
  const first = attemptOf(validated.text, validated.span, violations);
  await tried(first);
  if (first && found.length > 0) for (const other of first.others().slice(0, mostOthers)) await tried(other);
  return found.length === 0 && halfway && depth < deepest
    ? mendedWays(response, halfway, parse, calls, depth + 1)
    : found;
}

/** Why a value was refused, as causes: each once, in the order of the text. */
export function violationCauses(violations: readonly Violation[]): readonly NamedCause[] {
  const found = new Map<string, { -readonly [key in keyof NamedCause]: NamedCause[key] }>();
  for (const { cause, span, call } of violations) {
    const counted = found.get(cause);
    if (counted) counted.count++;
    // The arguments of a message's call stand nowhere in its text.
    else found.set(cause, { code: cause, ...(call === undefined ? span : { start: 0, end: 0 }), count: 1 });
  }
  return [...found.values()];
}
