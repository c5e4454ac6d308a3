import { anchorHolds, type CodeText } from './codeText.ts';
import { endSlot, type ScanInstruction } from './scanProgram.ts';

/** A match, or the beginning of one; positions are code points of the text. */
export interface RegexMatch {
  readonly start: number;
  readonly end: number;
  /** The text ended before the match was complete. */
  readonly partial: boolean;
  /** The place of each named group that took part. */
  readonly groups: ReadonlyMap<string, readonly [start: number, end: number]>;
}

/** A place that a thread kept, and those before it. */
interface Kept {
  readonly slot: number;
  readonly position: number;
  readonly before: Kept | undefined;
}

/** Ways to match, the first choice first: where each goes on, where it began, what it kept. */
class Threads {
  readonly at: number[] = [];
  readonly starts: number[] = [];
  readonly kept: (Kept | undefined)[] = [];

  add(at: number, start: number, kept: Kept | undefined): void {
    this.at.push(at);
    this.starts.push(start);
    this.kept.push(kept);
  }

  clear(): void {
    this.at.length = 0;
    this.starts.length = 0;
    this.kept.length = 0;
  }
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly kept: Kept | undefined;
}

/**
 * A search over a text that grows, which looks at each character once: all ways to match go on side by side, in the order
 * in which backtracking would try them. Linear in the text, times the length of the pattern.
 */
export class RegexScan {
  readonly #code: readonly ScanInstruction[];
  /** Whether what an anchor says may depend on text that is still to come. */
  readonly #looksAhead: boolean;
  /** The position of {@link #threads}, whose character was not looked at yet. */
  #position = -1;
  #from = 0;
  #threads = new Threads();
  #spare = new Threads();
  readonly #runnable = new Threads();
  #found: Found | undefined;
  readonly #seen: Int32Array;
  #round = 0;

  constructor(code: readonly ScanInstruction[]) {
    this.#code = code;
    this.#looksAhead = code.some(({ type }) => type === 'anchor');
    this.#seen = new Int32Array(code.length);
  }

  /** As `Regex.search`, always from the same place and on the same text, which may have grown. */
  search(text: CodeText, from: number, partial: boolean, names: ReadonlyMap<string, number>): RegexMatch | undefined {
    if (this.#position < 0) {
      this.#position = from;
      this.#from = from;
    }
    const { length } = text;
    const settled = this.#looksAhead ? length - 1 : length;
    while (this.#position < settled && !this.#isDecided) {
      const next = this.#spare;
      next.clear();
      this.#found = this.#step(text, this.#position, this.#threads, this.#found, next);
      this.#spare = this.#threads;
      this.#threads = next;
      this.#position++;
    }
    return this.#rest(text, partial, names);
  }

  get #isDecided(): boolean {
    return this.#found !== undefined && this.#threads.at.length === 0;
  }

  /** What would be found if the text ended here. */
  #rest(text: CodeText, partial: boolean, names: ReadonlyMap<string, number>): RegexMatch | undefined {
    const { length } = text;
    let found = this.#found;
    if (!this.#isDecided) {
      let threads = this.#threads;
      for (let position = this.#position; position < length; position++) {
        const next = new Threads();
        found = this.#step(text, position, threads, found, next);
        threads = next;
      }
      const last = new Threads();
      found = this.#step(text, length, threads, found, last);
      if (!found && partial) {
        let start = length;
        for (const each of last.starts) if (each < start) start = each;
        return { start, end: length, partial: true, groups: new Map() };
      }
    }
    return found && asMatch(found, names);
  }

  /**
   * Goes over the character at a position: `next` are the ways that are left behind it. At the end of the text these are
   * the ways that would need more.
   */
  #step(
    text: CodeText,
    position: number,
    threads: Threads,
    before: Found | undefined,
    next: Threads,
  ): Found | undefined {
    const runnable = this.#runnable;
    runnable.clear();
    this.#round++;
    for (let i = 0; i < threads.at.length; i++)
      this.#follow(text, position, threads.at[i] as number, threads.starts[i] as number, threads.kept[i]);
    // Ways that begin here come after all others, and not behind a match.
    if (!before) this.#follow(text, position, 0, position, undefined);
    const isEnd = position >= text.length;
    const code = text.codes[position] as number;
    for (let i = 0; i < runnable.at.length; i++) {
      const at = runnable.at[i] as number;
      const instruction = this.#code[at] as ScanInstruction;
      const start = runnable.starts[i] as number;
      const kept = runnable.kept[i];
      if (instruction.type === 'match') return { start, end: position, kept };
      const goesOn =
        isEnd ||
        (instruction.type === 'char'
          ? instruction.code === code
          : instruction.type === 'set' && instruction.set.has(code));
      if (goesOn) next.add(at + 1, start, kept);
    }
    return before;
  }

  /** Follows a way to the characters that it wants, or to its end. */
  #follow(text: CodeText, position: number, from: number, start: number, initial: Kept | undefined): void {
    const stack: { readonly at: number; readonly kept: Kept | undefined }[] = [];
    let at = from;
    let kept = initial;
    for (;;) {
      if (this.#seen[at] !== this.#round) {
        this.#seen[at] = this.#round;
        const instruction = this.#code[at] as ScanInstruction;
        switch (instruction.type) {
          case 'split':
            stack.push({ at: instruction.second, kept });
            at = instruction.first;
            continue;
          case 'jump':
            at = instruction.to;
            continue;
          case 'save':
            kept = { slot: instruction.slot, position, before: kept };
            at++;
            continue;
          case 'anchor':
            if (!anchorHolds(instruction.anchor, text, position, this.#from, instruction.isAscii)) break;
            at++;
            continue;
          default:
            this.#runnable.add(at, start, kept);
        }
      }
      const other = stack.pop();
      if (!other) return;
      at = other.at;
      kept = other.kept;
    }
  }
}

function asMatch({ start, end, kept }: Found, names: ReadonlyMap<string, number>): RegexMatch {
  const slots = new Map<number, number>();
  for (let each = kept; each; each = each.before) if (!slots.has(each.slot)) slots.set(each.slot, each.position);
  const groups = new Map<string, readonly [number, number]>();
  for (const [name, index] of names) {
    const [from, to] = [slots.get(2 * index), slots.get(2 * index + 1)];
    if (from !== undefined && to !== undefined) groups.set(name, [from, to]);
  }
  return { start, end: slots.get(endSlot) ?? end, partial: false, groups };
}
