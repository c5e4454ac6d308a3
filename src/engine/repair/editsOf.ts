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
  let left = '';
  let right = '';
  let joined = '';
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
      // Of pairs that come again and again (a quote that closes, one that opens) one text is enough.
      if (before.text !== left || put !== right) {
        left = before.text;
        right = put;
        joined = left + right;
      }
      before.text = joined;
    } else kept.push({ start, end, text: put, cause });
  }
  return kept;
}

/** The edits by their places, the last one first; of several at one place the latest noted first. */
function inOrder(numbers: Int32Array, log: EditLog): ArrayLike<number> {
  // Nearly all are where they belong: the others are moved there, unless they are too many.
  let moves = 0;
  for (let i = 1; i < numbers.length; i++) {
    const edit = numbers[i]!;
    let at = i;
    while (at > 0 && isBefore(numbers[at - 1]!, edit, log)) {
      if (++moves > 2 * numbers.length) return sorted(numbers, log);
      numbers[at] = numbers[at - 1]!;
      numbers[at - 1] = edit;
      at--;
    }
  }
  return numbers;
}

/** Whether the first of two edits stands before the other in the text. */
function isBefore(one: number, other: number, log: EditLog): boolean {
  const gap = log.start(one) - log.start(other);
  return gap < 0 || (gap === 0 && log.end(one) < log.end(other));
}

function sorted(numbers: Int32Array, log: EditLog): readonly number[] {
  const edits = Array.from(numbers).reverse();
  edits.sort((one, other) => log.start(one) - log.start(other) || log.end(one) - log.end(other));
  return edits.reverse();
}
