import { LiteralSearch } from './literalSearch.ts';

/** The search for several literals, none of them empty, in the same pieces: their ends in the order in which they come. */
export class LiteralsSearch {
  readonly #searches: readonly LiteralSearch[];
  /** Where in the piece each ends next; -1: not in this piece. */
  readonly #ends: number[];
  #found = 0;

  constructor(literals: readonly string[]) {
    this.#searches = literals.map(literal => new LiteralSearch(literal));
    this.#ends = literals.map(() => -1);
  }

  /** The number of the literal that was found last. */
  get found(): number {
    return this.#found;
  }

  /**
   * Reads a piece until one of the literals has ended, of several the first in their order: the index behind it; or -1, and
   * all of it is read. `from` is 0 for a new piece, else what was given before. Linear, however the text is cut.
   */
  find(piece: string, from: number): number {
    const ends = this.#ends;
    const searches = this.#searches;
    let first = -1;
    for (let i = 0; i < ends.length; i++) {
      if (from === 0 || i === this.#found) ends[i] = searches[i]!.find(piece, from);
      const end = ends[i]!;
      if (end >= 0 && (first < 0 || end < ends[first]!)) first = i;
    }
    if (first < 0) return -1;
    this.#found = first;
    return ends[first]!;
  }
}
