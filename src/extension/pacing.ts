import type { Clock } from '../service/evaluatedRows.ts';

/** Things that are worked on one after the other, each some time after it was last added. */
export class DelayedQueue<T> {
  readonly #work: (item: T) => Promise<void>;
  readonly #failed: (error: unknown) => void;
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #ready = new Map<string, T>();
  #busy = false;

  /** @param failed called with what `work` rejects with */
  constructor(work: (item: T) => Promise<void>, failed: (error: unknown) => void) {
    this.#work = work;
    this.#failed = failed;
  }

  /** Asks for a thing after a delay in milliseconds, which begins anew where it waits already. */
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

const realClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Shows what grows: for the first time after a while, or by {@link begin}, and from then on as it changes, but not all the time. */
export class PacedUpdates {
  readonly #show: () => void;
  readonly #rest: number;
  readonly #clock: Clock;
  #stop: (() => void) | undefined;
  #hasBegun = false;
  #updatedAt = 0;

  /** @param patience how long the first showing waits, and `rest` each later one after the one before it, in milliseconds */
  constructor(show: () => void, patience: number, rest: number, clock = realClock) {
    this.#show = show;
    this.#rest = rest;
    this.#clock = clock;
    this.#stop = clock.after(patience, () => this.#update());
  }

  /** Shows it now, unless that has happened. */
  begin(): void {
    if (this.#hasBegun) return;
    this.stop();
    this.#update();
  }

  /** Shows it again soon, after the first time. */
  changed(): void {
    if (!this.#hasBegun || this.#stop) return;
    const wait = Math.max(0, this.#updatedAt + this.#rest - this.#clock.now());
    this.#stop = this.#clock.after(wait, () => this.#update());
  }

  /** Shows nothing any more. */
  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #update(): void {
    this.#stop = undefined;
    this.#hasBegun = true;
    this.#show();
    this.#updatedAt = this.#clock.now();
  }
}
