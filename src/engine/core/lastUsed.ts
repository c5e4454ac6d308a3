/** Values by their keys, of which those stay that were used last: the one cache of services and of Node's half. */
export class LastUsed<T> {
  readonly #size: number;
  /** In the order of their last use. */
  readonly #kept = new Map<string, T>();

  /** @param size how many values stay */
  constructor(size: number) {
    this.#size = size;
  }

  /** The value of a key, if it is still there. */
  get(key: string): T | undefined {
    const value = this.#kept.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  /** Forgets a value. */
  delete(key: string): void {
    this.#kept.delete(key);
  }

  /** Keeps a value; of too many the one goes whose last use is longest ago. */
  set(key: string, value: T): T {
    this.#kept.delete(key);
    this.#kept.set(key, value);
    if (this.#kept.size > this.#size) this.#kept.delete(this.#kept.keys().next().value!);
    return value;
  }
}
