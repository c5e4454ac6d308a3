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
