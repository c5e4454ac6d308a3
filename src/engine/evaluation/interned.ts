/** Texts by number: each once, counted from 1. */
export class Interned {
  readonly #limit: number;
  readonly #numbers = new Map<string, number>();
  readonly #values: string[] = [];

  /** Takes at most `limit` different texts. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The texts in the order of their numbers. */
  get values(): readonly string[] {
    return this.#values;
  }

  /** The number of a text; 0: there are too many. */
  add(text: string): number {
    const number = this.#numbers.get(text);
    if (number !== undefined) return number;
    if (this.#values.length >= this.#limit) return 0;
    this.#values.push(text);
    this.#numbers.set(text, this.#values.length);
    return this.#values.length;
  }
}
