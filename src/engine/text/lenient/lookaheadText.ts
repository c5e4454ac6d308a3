import { partitionPoint } from '../../core/partitionPoint.ts';
import { isWhite } from '../../python/index.ts';

const digit = /[\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468\u2474-\u247c\u2488-\u2490]/u;
const letter = /\p{L}/u;
const letterOrNumber = /[\p{L}\p{N}]/u;

/** White space of this length is not walked through twice. */
const longRun = 32;

/**
 * A text to look far ahead in. Where the reader would search for a delimiter again and again, the places of the
 * delimiter are listed once, so that a whole reading stays linear (times a logarithm).
 */
export class LookaheadText {
  readonly text: string;
  readonly length: number;
  private readonly places = new Map<string, readonly number[]>();
  private runs: number[] | undefined;
  private looks: number;

  constructor(text: string) {
    this.text = text;
    this.length = text.length;
    this.looks = 100_000 + 50 * text.length;
  }

  /** The UTF-16 unit at an index; `''` beyond the end. */
  at(index: number): string {
    return this.text.charAt(index);
  }

  isSpace(index: number): boolean {
    return index < this.length && isWhite(this.text.charCodeAt(index));
  }

  /** Python's `isalpha()` of the character that has a unit at `index`. */
  isLetter(index: number): boolean {
    return letter.test(this.character(index));
  }

  /** Python's `isalnum()`. */
  isAlphanumeric(index: number): boolean {
    return letterOrNumber.test(this.character(index));
  }

  /** Python's `isdigit()`, for the digits that are met. */
  isDigit(index: number): boolean {
    return digit.test(this.at(index));
  }

  /** The first index from `from` on that is not white space. */
  skipSpace(from: number): number {
    let index = from;
    while (this.isSpace(index)) {
      if (++index - from === longRun) return this.endOfRun(index);
    }
    return index;
  }

  /** The end of the line that `from` is in: its line feed or carriage return. */
  lineEnd(from: number): number {
    let index = from;
    while (index < this.length && this.at(index) !== '\n' && this.at(index) !== '\r') index++;
    return index;
  }

  /**
   * The first index from `from` on that holds one of `targets` and stands behind an even number of backslashes, counted
   * from `from` on; the length where there is none.
   */
  find(targets: string, from: number): number {
    if (from >= this.length) return this.length;
    if (targets.includes(this.at(from))) return from;
    if (this.at(from) !== '\\') return this.listed(targets, from);
    let end = from;
    while (this.at(end) === '\\') end++;
    if (targets.includes(this.at(end)) && this.at(end) !== '' && (end - from) % 2 === 0) return end;
    return this.listed(targets, end + 1);
  }

  /** How many of `target` stand behind an even number of backslashes in `[from, to)`. */
  count(target: string, from: number, to: number): number {
    const list = this.listOf(target);
    return partitionPoint(list, place => place < to) - partitionPoint(list, place => place < from);
  }

  /** The first index from `from` on of a `target` that is followed, but for white space, by `,`, `}`, `]` or nothing; the length where there is none. */
  findClosing(target: string, from: number): number {
    const first = this.find(target, from);
    if (first >= this.length || this.isClosing(first)) return first;
    const key = `${target} closing`;
    let list = this.places.get(key);
    if (!list) {
      list = this.listOf(target).filter(index => this.isClosing(index));
      this.places.set(key, list);
    }
    return list[partitionPoint(list, place => place < first)] ?? this.length;
  }

  /** Counts one step of a search that has no list; false when the text has used up its share, so that such searches stay linear together. */
  look(): boolean {
    return --this.looks >= 0;
  }

  /** The end of the long run of white space that `index` is in or at the end of. */
  private endOfRun(index: number): number {
    if (!this.runs) {
      this.runs = [];
      for (let i = 0; i < this.length; i++) {
        const start = i;
        while (this.isSpace(i)) i++;
        if (i - start >= longRun) this.runs.push(i);
      }
    }
    return this.runs[partitionPoint(this.runs, place => place < index)] ?? this.length;
  }

  private isClosing(index: number): boolean {
    return [',', '}', ']', ''].includes(this.at(this.skipSpace(index + 1)));
  }

  private character(index: number): string {
    const code = this.text.charCodeAt(index);
    const isTrailing = (code & 0xfc00) === 0xdc00 && index > 0;
    const start = isTrailing && (this.text.charCodeAt(index - 1) & 0xfc00) === 0xd800 ? index - 1 : index;
    return String.fromCodePoint(this.text.codePointAt(start) ?? 0);
  }

  private listed(targets: string, from: number): number {
    const list = this.listOf(targets);
    return list[partitionPoint(list, place => place < from)] ?? this.length;
  }

  private listOf(targets: string): readonly number[] {
    let list = this.places.get(targets);
    if (!list) {
      list = unescaped(this.text, targets);
      this.places.set(targets, list);
    }
    return list;
  }
}

function unescaped(text: string, targets: string): number[] {
  const codes = new Set([...targets].map(target => target.charCodeAt(0)));
  const list: number[] = [];
  let backslashes = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x5c) {
      backslashes++;
      continue;
    }
    if (backslashes % 2 === 0 && codes.has(code)) list.push(i);
    backslashes = 0;
  }
  return list;
}
