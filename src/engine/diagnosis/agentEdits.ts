import { markupCauses } from './causes.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';

const action = 'Action:';
const input = 'Action Input:';
const finish = 'Final Answer:';
/** How likely it is, where a call and an answer stand, that the answer counts. */
const finishTrust = 0.4;

/**
 * The ways to make one step of what an agent's model wrote, where it must be one: of a call and the final answer either, as
 * models go on to make up what the tool gave; a call that says no input gets the label with nothing behind. `labels`: those of
 * the format. None where it is not such a format, or there is only one step. Linear.
 */
export function agentEdits(text: string, labels: readonly string[]): readonly Repairing[] {
  if (!labels.includes(input)) return [];
  const calls = lineOf(text, action);
  if (calls < 0) return [];
  const inputLine = lineOf(text, input);
  const ends = lineOf(text, finish);
  if (inputLine < 0) {
    if (ends >= 0) return [];
    const feed = text.indexOf('\n', calls);
    const at = text.slice(0, feed < 0 ? text.length : feed).trimEnd().length;
    return [
      way(
        [{ start: at, end: at, text: `\n${input} `, cause: 'missing-label' }],
        markupCauses['missing-label'].trust,
        true,
      ),
    ];
  }
  if (ends < 0) return [];
  const cause = 'several-answers';
  if (ends < calls)
    return [
      way([{ start: calls, end: text.length, text: '', cause }], finishTrust),
      way([{ start: ends, end: calls, text: '', cause }], finishTrust),
    ];
  const feed = text.indexOf('\n', inputLine);
  const after = feed < 0 || feed > ends ? ends : feed;
  return [
    way([{ start: after, end: text.length, text: '', cause }], markupCauses[cause].trust),
    way([{ start: calls, end: ends, text: '', cause }], finishTrust),
  ];
}

function way(edits: readonly ResponseEdit[], confidence: number, lossy = false): Repairing {
  return { edits, confidence, lossy, parts: [] };
}

/** Where a line begins with a label; -1 where none does. */
function lineOf(text: string, label: string): number {
  if (text.startsWith(label)) return 0;
  const found = text.indexOf(`\n${label}`);
  return found < 0 ? -1 : found + 1;
}
