import type { Span } from '../core/span.ts';
import { trustIn } from './causes.ts';
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

/**
 * A turn that a model wrote for the tool: what stands in front of what a tool gives (`observations`: labels with their colons,
 * at the beginning of a line, and tags), with words behind it, where a call of the model's own stands before. From there to the end
 * of the text nothing is the model's to say. `undefined`: there is none. Linear.
 */
export function inventedTurn(
  text: string,
  observations: readonly string[],
  labels: readonly string[],
): Span | undefined {
  const calls = [...labels.slice(0, 1), '"action"', '<tool', '<function'].map(sign => text.indexOf(sign));
  const call = Math.min(...calls.filter(at => at >= 0));
  if (call === Number.POSITIVE_INFINITY) return undefined;
  for (const sign of observations) {
    const at = sign.endsWith(':') ? labelBehind(text, sign.slice(0, -1), call) : text.indexOf(sign, call);
    if (at < 0) continue;
    const said = text.slice(text.indexOf(sign.slice(-1), at + sign.length - 1) + 1).replace(/[*_`]/g, '');
    if (said.trim() !== '') return { start: at, end: text.trimEnd().length };
  }
  return undefined;
}

/** Where a line begins with a label, emphasised or not; -1: none does. */
function labelBehind(text: string, name: string, from: number): number {
  const label = new RegExp(`^[ \\t]{0,20}(?:[*_#>]{1,4} ?)?${name}[*_]{0,2}[ \\t]{0,5}[:：]`, 'gim');
  label.lastIndex = from;
  return label.exec(text)?.index ?? -1;
}
