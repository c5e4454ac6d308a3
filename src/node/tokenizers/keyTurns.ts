/**
 * Lets no more than so many keys be at work at once; each for as many jobs as it likes. A pool that ends an idle process
 * for the next key would otherwise end one between two questions that belong together.
 */
export class KeyTurns {
  readonly #max: number;
  /** How many jobs each key has at work. */
  readonly #working = new Map<string, number>();
  #waiting: (() => void)[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  /** Does a job of a key as soon as there is room. Rejects when the job does. */
  async take<T>(key: string, job: () => Promise<T>): Promise<T> {
    while (!this.#working.has(key) && this.#working.size >= this.#max)
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    this.#working.set(key, (this.#working.get(key) ?? 0) + 1);
    try {
      return await job();
    } finally {
      this.#leave(key);
    }
  }

  #leave(key: string): void {
    const left = this.#working.get(key)! - 1;
    if (left > 0) {
      this.#working.set(key, left);
      return;
    }
    this.#working.delete(key);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
