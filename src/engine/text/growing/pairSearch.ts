import type { Span } from '../../core/span.ts';
import { LiteralSearch } from './literalSearch.ts';

/**
 * The search for a pair of literals, such as tags or fences: the first opener, and the first closer behind it. What reads a
 * whole response gives it the whole, what reads one that grows each piece as it comes: so both find the same. Linear.
 */
export class PairSearch {
  readonly opener: string;
  readonly closer: string;
  /** Made when something of their literal may stand at the end of a piece. */
  #opens: LiteralSearch | undefined;
  #closes: LiteralSearch | undefined;
  /** Where the content begins, and where the pair ends; -1: not yet come. */
  #from = -1;
  #end = -1;

  constructor(opener: string, closer: string) {
    this.opener = opener;
    this.closer = closer;
  }

  /**
   * Reads the piece that stands `at` in the text from an index on, until the opener, or else its closer, has ended: the
   * index behind that; or -1, and all of it is read. Not to be called once the pair is closed.
   */
  find(piece: string, from: number, at: number): number {
    if (this.#from < 0) {
      const behind = this.#findOpener(piece, from);
      if (behind >= 0) this.#from = at + behind;
      return behind;
    }
    const behind = this.#findCloser(piece, from);
    if (behind >= 0) this.#end = at + behind;
    return behind;
  }

  #findOpener(piece: string, from: number): number {
    if (this.#opens) return this.#opens.find(piece, from);
    const found = piece.indexOf(this.opener, from);
    if (found >= 0) return found + this.opener.length;
    this.#opens = new LiteralSearch(this.opener);
    return this.#opens.findRest(piece, from);
  }

  #findCloser(piece: string, from: number): number {
    if (this.#closes) return this.#closes.find(piece, from);
    const found = piece.indexOf(this.closer, from);
    if (found >= 0) return found + this.closer.length;
    this.#closes = new LiteralSearch(this.closer);
    return this.#closes.findRest(piece, from);
  }

  /** Reads a whole text: its first pair. */
  readWhole(text: string): this {
    const behind = this.find(text, 0, 0);
    if (behind >= 0) this.find(text, behind, 0);
    return this;
  }

  /** The opener; `undefined`: it has not come. */
  get opened(): Span | undefined {
    return this.#from < 0 ? undefined : { start: this.#from - this.opener.length, end: this.#from };
  }

  /** Whether both have come. */
  get isClosed(): boolean {
    return this.#end >= 0;
  }

  /** Where the pair that has closed begins, where its content ends, and where it ends itself. */
  get ends(): readonly [start: number, contentEnd: number, end: number] {
    return [this.#from - this.opener.length, this.#end - this.closer.length, this.#end];
  }

  /** The pair, and what stands in it; `undefined`: it is not closed. */
  get closed(): { readonly span: Span; readonly inner: Span } | undefined {
    if (this.#end < 0) return undefined;
    return {
      span: { start: this.#from - this.opener.length, end: this.#end },
      inner: { start: this.#from, end: this.#end - this.closer.length },
    };
  }

  /** Looks for another pair behind the one that was closed, or behind the opener. */
  next(): void {
    this.#from = this.#end = -1;
    this.#closes?.reset();
  }
}
