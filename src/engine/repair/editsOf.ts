import type { RepairEdit } from './candidate.ts';
import type { Cause } from './causes.ts';
import type { EditLog } from './editLog.ts';

/**
 * The edits of these numbers, the last one first, in the order of the text and without what they leave as it is;
 * `undefined` where two overlap.
 */
export function editsOf(numbers: Int32Array, log: EditLog, text: string): readonly RepairEdit[] | undefined {
  const edits = inOrder(numbers, log);
  const kept: { start: number; end: number; text: string; cause: Cause }[] = [];
  let last = 0;
  for (let i = edits.length - 1; i >= 0; i--) {
    const edit = edits[i]!;
    const given = log.text(edit);
    const cause = log.cause(edit);
    let start = log.start(edit);
    let end = log.end(edit);
    if (start < last) return undefined;
    last = end;
    // What both sides have in common stays.
    let from = 0;
    let to = given.length;
    while (start < end && from < to && text.charCodeAt(start) === given.charCodeAt(from)) {
      start++;
      from++;
    }
    while (end > start && to > from && text.charCodeAt(end - 1) === given.charCodeAt(to - 1)) {
      end--;
      to--;
    }
    if (start === end && from === to) continue;
    const put = from === 0 && to === given.length ? given : given.slice(from, to);
    const before = kept[kept.length - 1];
    if (before && before.end === start && before.cause === cause) {
      before.end = end;
      before.text += put;
    } else kept.push({ start, end, text: put, cause });
  }
  return kept;
}

/** The edits by their places, the last one first; of several at one place the latest noted first. */
function inOrder(numbers: Int32Array, log: EditLog): ArrayLike<number> {
  for (let i = 1; i < numbers.length; i++) {
    const edit = numbers[i - 1]!;
    const before = numbers[i]!;
    const gap = log.start(before) - log.start(edit);
    if (gap > 0 || (gap === 0 && log.end(before) > log.end(edit))) return sorted(numbers, log);
  }
  return numbers;
}

function sorted(numbers: Int32Array, log: EditLog): readonly number[] {
  const edits = Array.from(numbers).reverse();
  edits.sort((one, other) => log.start(one) - log.start(other) || log.end(one) - log.end(other));
  return edits.reverse();
}
