import { reasoningEnd } from '../repair/index.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';

/** How likely what stands in front of an answer as its reasoning is not part of it. */
const trust = 0.93;
/** How likely it is, where there is reasoning, that it may stay or holds the answer. */
const within = 0.5;

/**
 * The ways to repair a response without the reasoning that it begins with, and then as it is: drafts in the reasoning are
 * not the answer. `waysOf` gives the ways of a text; `isPart`: the format itself has the reasoning, so that the whole comes first.
 */
export function withoutReasoning(
  text: string,
  isPart: boolean,
  waysOf: (text: string) => readonly Repairing[],
): readonly Repairing[] {
  const end = reasoningEnd(text);
  if (end === 0 || end === text.length) return waysOf(text);
  const cut: ResponseEdit = { start: 0, end, text: '', cause: 'draft-before' };
  const cutTrust = isPart ? trust * within : trust;
  const rest = waysOf(text.slice(end)).map(({ edits, confidence, lossy }) => ({
    edits: [cut, ...edits.map(edit => shifted(edit, end))],
    confidence: confidence * cutTrust,
    lossy,
    parts: [],
  }));
  const answer = [{ edits: [cut], confidence: cutTrust, lossy: false, parts: [] }, ...rest];
  const whole = waysOf(text);
  if (isPart) return [...whole, ...answer];
  return [...answer, ...whole.map(way => ({ ...way, confidence: way.confidence * within }))];
}

function shifted(edit: ResponseEdit, by: number): ResponseEdit {
  return edit.call === undefined ? { ...edit, start: edit.start + by, end: edit.end + by } : edit;
}
