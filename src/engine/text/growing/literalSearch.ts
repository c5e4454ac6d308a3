import type { Span } from '../../core/span.ts';

/** Below so many units `indexOf` takes longer than looking at each. */
const shortPiece = 16;

/**
 * A search for a literal in a text that comes whole, in pieces or unit by unit (Knuth, Morris and Pratt), with `indexOf`'s
 * meaning: the first end of the literal behind the place where the search began. Linear, however the text is cut.
 */
export class LiteralSearch {
  readonly #literal: string;
  readonly #first: number;
  /** For each length of a match that failed, the next shorter one; made when the first one fails. */
  #shorter: Int32Array | undefined;
  /** How much of the literal stands in front of what comes next. */
  #matched = 0;

  constructor(literal: string) {
    this.#literal = literal;
    this.#first = literal.charCodeAt(0);
  }

  /**
   * Reads a piece from an index on, until the literal has ended: the index behind it; or -1, and all of it is read. After a
   * match the search begins anew. An empty literal is found at once.
   */
  find(piece: string, from = 0): number {
    const literal = this.#literal;
    const { length } = literal;
    if (length === 0) return from;
    let i = from;
    while (this.#matched > 0 && i < piece.length) if (this.#step(piece.charCodeAt(i++))) return i;
    if (piece.length - i >= Math.max(length, shortPiece)) {
      const found = piece.indexOf(literal, i);
      if (found >= 0) return found + length;
      i = piece.length - length + 1;
    }
    while (i < piece.length) if (this.push(piece.charCodeAt(i++))) return i;
    return -1;
  }

  /** Reads the end of a piece in which, from an index on, the literal does not stand: -1. */
  findRest(piece: string, from: number): -1 {
    const start = Math.max(from, piece.length - this.#literal.length + 1);
    for (let i = start; i < piece.length; i++) this.push(piece.charCodeAt(i));
    return -1;
  }

  /** Whether the literal, which must not be empty, ends with this unit. After a match the search begins anew, behind it. */
  push(unit: number): boolean {
    return (this.#matched > 0 || unit === this.#first) && this.#step(unit);
  }

  /** Begins anew. */
  reset(): void {
    this.#matched = 0;
  }

  #step(unit: number): boolean {
    const literal = this.#literal;
    let k = this.#matched;
    while (k > 0 && literal.charCodeAt(k) !== unit) {
      this.#shorter ??= shorterMatches(literal);
      k = this.#shorter[k]!;
    }
    if (literal.charCodeAt(k) === unit) k++;
    const isFound = k === literal.length;
    this.#matched = isFound ? 0 : k;
    return isFound;
  }
}

function shorterMatches(literal: string): Int32Array {
  const shorter = new Int32Array(literal.length + 1);
  for (let i = 1, k = 0; i < literal.length; i++) {
    while (k > 0 && literal.charCodeAt(i) !== literal.charCodeAt(k)) k = shorter[k]!;
    if (literal.charCodeAt(i) === literal.charCodeAt(k)) k++;
    shorter[i + 1] = k;
  }
  return shorter;
}

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
