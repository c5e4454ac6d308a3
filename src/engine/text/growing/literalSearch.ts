/**
 * A search for a literal in a text that comes unit by unit (Knuth, Morris and Pratt), with `indexOf`'s meaning: the first
 * end of the literal behind the place where the search began. Linear.
 */
export class LiteralSearch {
  readonly #literal: string;
  /** For each length of a match that failed, the next shorter one. */
  readonly #shorter: Int32Array;
  #matched = 0;

  /** `literal` must not be empty: an empty one is found before anything comes. */
  constructor(literal: string) {
    this.#literal = literal;
    this.#shorter = new Int32Array(literal.length + 1);
    for (let i = 1, k = 0; i < literal.length; i++) {
      while (k > 0 && literal.charCodeAt(i) !== literal.charCodeAt(k)) k = this.#shorter[k]!;
      if (literal.charCodeAt(i) === literal.charCodeAt(k)) k++;
      this.#shorter[i + 1] = k;
    }
  }

  /** Whether the literal ends with this unit. After a match the search begins anew, behind it. */
  push(unit: number): boolean {
    let k = this.#matched;
    while (k > 0 && this.#literal.charCodeAt(k) !== unit) k = this.#shorter[k]!;
    if (this.#literal.charCodeAt(k) === unit) k++;
    const isFound = k === this.#literal.length;
    this.#matched = isFound ? 0 : k;
    return isFound;
  }

  /** Begins anew. */
  reset(): void {
    this.#matched = 0;
  }
}
