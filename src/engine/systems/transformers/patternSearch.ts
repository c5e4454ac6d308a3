import {
  asksForSearchStart,
  type CodeText,
  type Regex,
  type RegexMatch,
  type RegexProgress,
} from '../../python/index.ts';

/** A pattern that is looked for in one text, which may grow: what was found is not looked for again. */
export class PatternSearch {
  readonly #regex: Regex;
  /** What matches at a place does not depend on where the search began. */
  readonly #isFree: boolean;
  readonly #progress: RegexProgress = { from: -1, spent: 0, scan: undefined };
  #last: { from: number; length: number; partial: boolean; match: RegexMatch | undefined } | undefined;

  constructor(regex: Regex) {
    this.#regex = regex;
    this.#isFree = !asksForSearchStart(regex.tree);
  }

  /** As `Regex.search`, and raises alike. A region that ends before the next match does not make the way to that match be gone again. */
  search(text: CodeText, from: number, partial: boolean): RegexMatch | undefined {
    const last = this.#last;
    const { length } = text;
    const isKnown =
      last &&
      this.#isFree &&
      last.length === length &&
      last.partial === partial &&
      from >= last.from &&
      (last.match === undefined || last.match.start >= from);
    if (isKnown) return last.match;
    const match = this.#regex.search(text, from, partial, this.#progress);
    this.#last = { from, length, partial, match };
    return match;
  }
}
