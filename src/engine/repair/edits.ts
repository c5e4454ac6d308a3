import type { Span } from '../core/span.ts';
import type { ViolationCause } from '../core/violation.ts';
import { type Cause, causes } from './costs.ts';

/** One edit: `text` replaces what stands at `[start, end)` of the given text (UTF-16 offsets, half-open). */
export interface RepairEdit extends Span {
  readonly text: string;
  /** Why: what is not JSON, or what breaks the schema. */
  readonly cause: Cause | ViolationCause;
}

/** An edit of what is not JSON. */
export interface SyntaxEdit extends RepairEdit {
  readonly cause: Cause;
}

/** One way to read a text as JSON. */
export interface Candidate {
  /** Plain data; integers past 2^53 are `bigint`. */
  readonly value: unknown;
  /** How likely this is what was meant, 0…1: of candidates at 0.9, about nine of ten are right. */
  readonly confidence: number;
  /**
   * In the order of the text, never overlapping. Applied to the text, or to its part `span`, they give strict JSON that
   * reads to `value`. Several edits may insert at one place: in this order.
   */
  readonly edits: readonly RepairEdit[];
  /** Whether part of the answer is missing, because the text is cut off. */
  readonly lossy: boolean;
  /** What the text says and the value does not, where something was left out that the schema does not take: a unit, a member. */
  readonly lost?: readonly string[];
  /** The part of the text that holds the value, when that is not all of it. */
  readonly span?: Span;
  /** Every cause once, in the order of the text: those of the edits, and of what stands around the value. */
  readonly causes: readonly (Cause | ViolationCause)[];
}

/** A list of edits: the number of its last one in its {@link EditLog}, or {@link noEdits}. */
export type EditList = number;

/** The list without edits. */
export const noEdits: EditList = -1;

// Five numbers for each edit: where it starts and ends, the number of its cause, the edit before it, and what it puts in.
const perEdit = 5;
/** What an edit puts in when that is nothing; a single character is its code, a longer text the negative of its rank in `texts`. */
const nothing = 0xffff + 1;
/** How many edits are kept: more of them, as objects, would take a gigabyte. */
const mostEdits = 5_000_000;

/** The room of the last log, where it is not in use: what is made anew for each text is as dear as reading a short one. */
let spare: Int32Array | undefined;

/**
 * The edits of all readings of one text. A list goes from its last edit to the one before it, so that readings that parted
 * share what they had in common. A text may need a million of them, and so many objects would cost more than to find them:
 * they are numbers in an array.
 */
export class EditLog {
  private numbers: Int32Array;
  private count = 0;
  private readonly texts: string[] = [];

  constructor() {
    this.numbers = spare ?? new Int32Array(perEdit * 64);
    spare = undefined;
  }

  /** Gives its room to the next log: nothing is asked of this one any more. */
  release(): void {
    if (this.numbers.length === perEdit * 64) spare = this.numbers;
  }

  /** The list with one edit more: `text` replaces `[start, end)`. */
  add(before: EditList, start: number, end: number, text: string, cause: number): EditList {
    const at = this.count * perEdit;
    if (at === this.numbers.length) {
      const grown = new Int32Array(at * 2);
      grown.set(this.numbers);
      this.numbers = grown;
    }
    const { numbers } = this;
    numbers[at] = start;
    numbers[at + 1] = end;
    numbers[at + 2] = cause;
    numbers[at + 3] = before;
    const { length } = text;
    numbers[at + 4] = length === 1 ? text.charCodeAt(0) : length === 0 ? nothing : -this.texts.push(text);
    return this.count++;
  }

  /** Whether there are so many edits that the text is better refused. */
  get isFull(): boolean {
    return this.count > mostEdits;
  }

  /** Where the last edit of a list starts; -1 where there is none. */
  start(list: EditList): number {
    return list < 0 ? -1 : this.numbers[list * perEdit]!;
  }

  /** Where the last edit of a list that has one ends. */
  end(list: EditList): number {
    return this.numbers[list * perEdit + 1]!;
  }

  /** What the last edit of a list that has one puts in. */
  text(list: EditList): string {
    const put = this.numbers[list * perEdit + 4]!;
    if (put < 0) return this.texts[-put - 1]!;
    return put === nothing ? '' : String.fromCharCode(put);
  }

  /** Why the last edit of a list that has one is made: the place of its cause among all. */
  causeNumber(list: EditList): number {
    return this.numbers[list * perEdit + 2]!;
  }

  /** Why the last edit of a list that has one is made. */
  cause(list: EditList): Cause {
    return causes[this.causeNumber(list)]!;
  }

  /** The list without its last edit. */
  before(list: EditList): EditList {
    return this.numbers[list * perEdit + 3]!;
  }

  /** The list without the last edits that start at `position` or behind it. */
  upTo(list: EditList, position: number): EditList {
    let rest = list;
    while (rest >= 0 && this.start(rest) >= position) rest = this.before(rest);
    return rest;
  }

  /** The list without the edit that replaces what starts at `position`, if there is one. */
  withoutAt(list: EditList, position: number): EditList {
    const later: EditList[] = [];
    for (let edit = list; edit >= 0 && this.start(edit) >= position; edit = this.before(edit)) {
      if (this.start(edit) > position || this.end(edit) === position) later.push(edit);
      else {
        let kept = this.before(edit);
        for (const each of later.reverse())
          kept = this.add(kept, this.start(each), this.end(each), this.text(each), this.causeNumber(each));
        return kept;
      }
    }
    return list;
  }

  /** The edits of a list down to `met`, and then those of `rest`: their numbers, the last one first. */
  numbersOf(list: EditList, met: EditList = noEdits, rest: EditList = noEdits): Int32Array {
    let count = 0;
    for (let i = list; i !== met && i >= 0; i = this.before(i)) count++;
    for (let i = rest; i >= 0; i = this.before(i)) count++;
    const found = new Int32Array(count);
    let at = 0;
    for (let i = list; i !== met && i >= 0; i = this.before(i)) found[at++] = i;
    for (let i = rest; i >= 0; i = this.before(i)) found[at++] = i;
    return found;
  }
}

/**
 * The edits of these numbers, the last one first, in the order of the text and without what they leave as it is;
 * `undefined` where two overlap.
 */
export function editsOf(numbers: Int32Array, log: EditLog, text: string): readonly SyntaxEdit[] | undefined {
  const edits = inOrder(numbers, log);
  const kept: { start: number; end: number; text: string; cause: Cause }[] = [];
  let last = 0;
  let left = '';
  let right = '';
  let joined = '';
  for (let i = edits.length - 1; i >= 0; i--) {
    const edit = edits[i]!;
    const original = log.text(edit);
    const cause = log.cause(edit);
    let start = log.start(edit);
    let end = log.end(edit);
    if (start < last) return undefined;
    last = end;
    // What both sides have in common stays.
    let from = 0;
    let to = original.length;
    while (start < end && from < to && text.charCodeAt(start) === original.charCodeAt(from)) {
      start++;
      from++;
    }
    while (end > start && to > from && text.charCodeAt(end - 1) === original.charCodeAt(to - 1)) {
      end--;
      to--;
    }
    if (start === end && from === to) continue;
    const put = from === 0 && to === original.length ? original : original.slice(from, to);
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
