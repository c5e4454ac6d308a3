import type { Repairing, ResponseEdit } from './responseCandidate.ts';

/** How likely what stands in front of an answer as its reasoning is not part of it. */
const trust = 0.93;
/** How likely it is, where there is reasoning, that it may stay or holds the answer. */
const within = 0.5;

/** The end of the reasoning, in a pair of tags of its own, that a text begins with; 0 where it begins otherwise. Linear. */
export function reasoningEnd(text: string): number {
  const open = /^\s*<(think|thinking|thought|thoughts|reasoning|reflection|scratchpad)>/i.exec(text);
  if (!open) return 0;
  const close = new RegExp(`</${open[1]}>\\s*`, 'gi');
  close.lastIndex = open[0].length;
  const found = close.exec(text);
  return found ? found.index + found[0].length : 0;
}

/**
 * The ways to repair a response without the reasoning that it begins with, and then as it is: drafts in the reasoning are
 * not the answer. `waysOf` gives the ways of a text.
 */
export function withoutReasoning(text: string, waysOf: (text: string) => readonly Repairing[]): readonly Repairing[] {
  const end = reasoningEnd(text);
  if (end === 0 || end === text.length) return waysOf(text);
  const cut: ResponseEdit = { start: 0, end, text: '', cause: 'draft-before' };
  const rest = waysOf(text.slice(end)).map(({ edits, confidence, lossy }) => ({
    edits: [cut, ...edits.map(edit => shifted(edit, end))],
    confidence: confidence * trust,
    lossy,
    parts: [],
  }));
  const whole = waysOf(text).map(way => ({ ...way, confidence: way.confidence * within }));
  return [{ edits: [cut], confidence: trust, lossy: false, parts: [] }, ...rest, ...whole];
}

function shifted(edit: ResponseEdit, by: number): ResponseEdit {
  return edit.call === undefined ? { ...edit, start: edit.start + by, end: edit.end + by } : edit;
}
