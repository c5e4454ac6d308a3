import { inventedTurn } from './inventedTurn.ts';
import { trustIn } from './markupCauses.ts';
import type { Repairing } from './responseCandidate.ts';

/**
 * The edit that takes off what a model made up behind its call: the tool's answer, and all that rests on it. `undefined`
 * where there is nothing of that. Linear.
 */
export function turnEdits(
  text: string,
  observations: readonly string[],
  labels: readonly string[],
): Repairing | undefined {
  const turn = observations.length > 0 ? inventedTurn(text, observations, labels) : undefined;
  if (!turn) return undefined;
  const edits = [{ start: turn.start, end: text.length, text: '', cause: 'invented-turn' as const }];
  return { edits, confidence: trustIn(edits), lossy: false, parts: [] };
}
