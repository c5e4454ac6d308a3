import type { Conversation, Problem, SampleVerdict } from '../engine/index.ts';
import { type Position, positionsIn } from './position.ts';

/** A problem of a definition's or a conversation's file, at its place in that file. */
export interface CheckedProblem extends Position {
  readonly code: Problem['code'];
  readonly severity: Problem['severity'];
  readonly message: string;
  /** The message of a conversation that it stands in, from 0. */
  readonly index?: number;
  readonly fixes?: readonly CheckedFix[];
}

/** A way out of a problem: all edits at once remove it. Offsets are UTF-16, half-open. */
export interface CheckedFix {
  readonly title: string;
  readonly edits: readonly (Position & {
    readonly start: number;
    readonly end: number;
    readonly before: string;
    readonly after: string;
  })[];
}

/** A sample's verdict, or `skipped` where its module may not run. A failure is placed at what was expected, else at the sample. */
export interface CheckedSample extends Position, Omit<SampleVerdict, 'verdict'> {
  readonly verdict: SampleVerdict['verdict'] | 'skipped';
  readonly definition: string;
  readonly name: string;
}

/** What checking a file gave. */
export interface CheckedFile {
  /** As the user wrote it, or found below the folder that the user wrote. */
  readonly file: string;
  /** Whether it holds a conversation, and so neither definitions nor samples. */
  readonly isConversation?: true;
  readonly definitions: readonly { readonly name: string; readonly type: string }[];
  readonly problems: readonly CheckedProblem[];
  readonly samples: readonly CheckedSample[];
  /** The names of the definitions whose modules were not run; of a conversation, its own module. */
  readonly notRun: readonly string[];
}

/** A problem as reports have it: at the line and column of its place. */
export function reportedProblem({ code, severity, message, span }: Problem, placeOf: (offset: number) => Position) {
  return { code, severity, message, ...placeOf(span.start) };
}

/**
 * Problems of a conversation's file with their places, in the order of the file. `index`: the message in the file, from 0,
 * that a problem stands in; items of the list that are no messages count. Linear but for the sort.
 */
export function placedProblems(
  text: string,
  conversation: Conversation | undefined,
  problems: readonly Problem[],
): readonly CheckedProblem[] {
  const placeOf = positionsIn(text);
  const items = [
    ...(conversation?.messages ?? []),
    ...(conversation ? problems.filter(({ code }) => code === 'not-a-conversation') : []),
  ].map(({ span }) => span);
  items.sort((a, b) => a.start - b.start);
  let next = 0;
  return problems
    .toSorted((a, b) => a.span.start - b.span.start)
    .map(({ code, severity, message, span }) => {
      while (next < items.length && items[next]!.end <= span.start) next++;
      const item = items[next];
      const isInside = item !== undefined && item.start <= span.start;
      return { code, severity, message, ...(isInside && { index: next }), ...placeOf(span.start) };
    });
}
