/**
 * A search for a literal in a text that comes whole, in pieces or unit by unit (Knuth, Morris and Pratt), with `indexOf`'s
 * meaning: the first end of the literal behind the place where the search began. Linear, however the text is cut.
 */
export class LiteralSearch {
  readonly #literal: string;
  /** For each length of a match that failed, the next shorter one; made where a piece ends. */
  #shorter: Int32Array | undefined;
  #matched = 0;
  /** The end of the piece before, where the literal may have begun; not looked at before there is more. */
  #unread = '';

  constructor(literal: string) {
    this.#literal = literal;
  }

  /**
   * Reads a piece from an index on, until the literal has ended: the index behind it; or -1, and all of it is read. After a
   * match the search begins anew. An empty literal is found at once.
   */
  find(piece: string, from = 0): number {
    const { length } = this.#literal;
    if (length === 0) return from;
    this.#catchUp();
    let i = from;
    while (i < piece.length && this.#matched > 0) if (this.#step(piece.charCodeAt(i++))) return i;
    const found = piece.length - i < length ? -1 : piece.indexOf(this.#literal, i);
    if (found >= 0) return found + length;
    this.#unread = piece.slice(Math.max(i, piece.length - length + 1));
    return -1;
  }

  /** Whether the literal, which must not be empty, ends with this unit. After a match the search begins anew, behind it. */
  push(unit: number): boolean {
    this.#catchUp();
    return this.#step(unit);
  }

  /** Begins anew. */
  reset(): void {
    this.#matched = 0;
    this.#unread = '';
  }

  #catchUp(): void {
    const unread = this.#unread;
    if (unread === '') return;
    this.#unread = '';
    // It is shorter than the literal, so nothing is found.
    for (let i = 0; i < unread.length; i++) this.#step(unread.charCodeAt(i));
  }

  #step(unit: number): boolean {
    const literal = this.#literal;
    this.#shorter ??= shorterMatches(literal);
    let k = this.#matched;
    while (k > 0 && literal.charCodeAt(k) !== unit) k = this.#shorter[k]!;
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
