import type { Span } from '../../core/span.ts';
import { LiteralSearch } from './literalSearch.ts';

/**
 * The search for a pair of literals, such as tags or fences: the first opener, and the first closer behind it. What reads a
 * whole response gives it the whole, what reads one that grows each piece as it comes: so both find the same. Linear.
 */
export class PairSearch {
  readonly #opener: string;
  readonly #closer: string;
  /** What has come of the literal that is looked for; absent: nothing of it in front of the piece. */
  #search: LiteralSearch | undefined;
  /** Where the content begins, and where the pair ends; -1: not yet come. */
  #from = -1;
  #end = -1;

  constructor(opener: string, closer: string) {
    this.#opener = opener;
    this.#closer = closer;
  }

  /**
   * Reads the piece that stands `at` in the text from an index on, until the opener, or else its closer, has ended: the
   * index behind that; or -1, and all of it is read. Not to be called once the pair is closed.
   */
  find(piece: string, from: number, at: number): number {
    const isOpen = this.#from >= 0;
    const literal = isOpen ? this.#closer : this.#opener;
    const behind = this.#search ? this.#search.find(piece, from) : this.#first(literal, piece, from);
    if (behind < 0) return -1;
    this.#search = undefined;
    if (isOpen) this.#end = at + behind;
    else this.#from = at + behind;
    return behind;
  }

  /** Reads a whole text: its first pair. */
  readWhole(text: string): this {
    const behind = this.find(text, 0, 0);
    if (behind >= 0) this.find(text, behind, 0);
    return this;
  }

  /** Looks for a literal of which nothing stands in front of the piece; what its end has of it is kept. */
  #first(literal: string, piece: string, from: number): number {
    const found = piece.indexOf(literal, from);
    if (found >= 0) return found + literal.length;
    this.#search = new LiteralSearch(literal);
    return this.#search.find(piece, Math.max(from, piece.length - literal.length + 1));
  }

  /** The opener; `undefined`: it has not come. */
  get opened(): Span | undefined {
    return this.#from < 0 ? undefined : { start: this.#from - this.#opener.length, end: this.#from };
  }

  /** Whether both have come. */
  get isClosed(): boolean {
    return this.#end >= 0;
  }

  /** The pair, and what stands in it; `undefined`: it is not closed. */
  get closed(): { readonly span: Span; readonly inner: Span } | undefined {
    if (this.#end < 0) return undefined;
    return {
      span: { start: this.#from - this.#opener.length, end: this.#end },
      inner: { start: this.#from, end: this.#end - this.#closer.length },
    };
  }

  /** Looks for another pair behind the one that was closed. */
  next(): void {
    this.#from = this.#end = -1;
  }
}
