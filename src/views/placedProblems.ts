import type { Conversation, Problem } from '../engine/index.ts';
import type { CheckedProblem } from './checkedFile.ts';
import { positionsIn } from './position.ts';

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
