import { type Cause, causes } from './causes.ts';

/** A list of edits: the number of its last one in its {@link EditLog}, or {@link noEdits}. */
export type EditList = number;

/** The list without edits. */
export const noEdits: EditList = -1;

// Five numbers for each edit: where it starts and ends, the number of its cause, the edit before it, and what it puts in.
const perEdit = 5;
/** What an edit puts in when that is nothing; a single character is its code, a longer text the negative of its rank in `texts`. */
const nothing = 0xffff + 1;
/** So many edits are kept: more of them, as objects, would take a gigabyte. */
const mostEdits = 5_000_000;

/**
 * The edits of all readings of one text. A list goes from its last edit to the one before it, so that readings that parted
 * share what they had in common. A text may need a million of them, and so many objects would cost more than to find them:
 * they are numbers in an array.
 */
export class EditLog {
  private numbers = new Int32Array(perEdit * 64);
  private count = 0;
  private readonly texts: string[] = [];

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
