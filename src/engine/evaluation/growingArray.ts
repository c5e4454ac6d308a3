type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** A typed array that grows at its end; what was never set is 0. */
export class GrowingArray<T extends Numbers> {
  readonly #type: new (
    size: number,
  ) => T;
  #items: T;
  #length = 0;

  constructor(type: new (size: number) => T) {
    this.#type = type;
    this.#items = new type(64);
  }

  get length(): number {
    return this.#length;
  }

  at(index: number): number {
    return this.#items[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#items[index] = value;
  }

  push(value: number): void {
    this.#reserve(this.#length + 1);
    this.#items[this.#length++] = value;
  }

  append(items: T): void {
    this.#reserve(this.#length + items.length);
    this.#items.set(items as Uint8Array, this.#length);
    this.#length += items.length;
  }

  /** Makes it at least so long. */
  growTo(length: number): void {
    this.#reserve(length);
    this.#length = Math.max(this.#length, length);
  }

  /** A copy of what is in it. */
  toArray(): T {
    return this.#items.slice(0, this.#length) as T;
  }

  #reserve(length: number): void {
    if (length <= this.#items.length) return;
    const wider = new this.#type(Math.max(length, 2 * this.#items.length));
    wider.set(this.#items as Uint8Array);
    this.#items = wider;
  }
}
