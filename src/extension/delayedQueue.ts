/** Things that are worked on one after the other, each some time after it was last asked for. */
export class DelayedQueue<T> {
  readonly #work: (item: T) => Promise<void>;
  readonly #failed: (error: unknown) => void;
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #ready = new Map<string, T>();
  #busy = false;

  /** @param failed told what `work` rejects with */
  constructor(work: (item: T) => Promise<void>, failed: (error: unknown) => void) {
    this.#work = work;
    this.#failed = failed;
  }

  /** Asks for a thing after a delay in milliseconds, which begins anew where it was asked for already. */
  add(key: string, item: T, delay: number): void {
    clearTimeout(this.#waiting.get(key));
    const begin = () => {
      this.#waiting.delete(key);
      this.#ready.set(key, item);
      void this.#run();
    };
    this.#waiting.set(key, setTimeout(begin, delay));
  }

  /** Whether a thing's delay has not passed yet. */
  isWaiting(key: string): boolean {
    return this.#waiting.has(key);
  }

  /** Forgets what is waiting for its delay: one thing, or all. */
  clear(key?: string): void {
    for (const each of key === undefined ? [...this.#waiting.keys()] : [key]) {
      clearTimeout(this.#waiting.get(each));
      this.#waiting.delete(each);
    }
  }

  async #run(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    for (const [key, item] of this.#ready) {
      this.#ready.delete(key);
      try {
        await this.#work(item);
      } catch (error) {
        this.#failed(error);
      }
    }
    this.#busy = false;
  }
}
