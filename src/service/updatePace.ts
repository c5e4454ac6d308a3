import type { Clock } from './evaluatedRows.ts';

/** What is told follows what was told before by so many milliseconds at least. */
const pause = 250;
/** No more than this share of the time goes into making updates while rows arrive. */
const maxShare = 0.2;

/** When what changes is told: soon, and never so often that telling takes the time away from reading. */
export class UpdatePace {
  readonly #clock: Clock;
  #revision = 1;
  #isClosed = false;
  #last = Number.NEGATIVE_INFINITY;
  #cost = 0;
  #wake: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Grows with every change. */
  get revision(): number {
    return this.#revision;
  }

  changed(): void {
    this.#revision++;
    const waiting = this.#wake;
    this.#wake = [];
    for (const wake of waiting) wake();
  }

  /** What comes next is told at once, whatever was told before. */
  hurry(): void {
    this.#cost = 0;
    this.#last = Number.NEGATIVE_INFINITY;
  }

  /** Ends all waiting. */
  close(): void {
    this.#isClosed = true;
    this.changed();
  }

  /**
   * Resolves with an update as soon as there is something newer than `seen`; `undefined` when it was closed.
   * `isRunning`: whether more will come soon, which is when updates are held back.
   */
  async next<T>(seen: number, isRunning: () => boolean, update: () => T): Promise<T | undefined> {
    for (;;) {
      if (this.#isClosed) return undefined;
      const now = this.#clock.now();
      const wait = this.#last + Math.max(isRunning() ? pause : 0, this.#cost / maxShare) - now;
      if (this.#revision > seen && wait <= 0) {
        const made = update();
        this.#last = this.#clock.now();
        this.#cost = isRunning() ? this.#last - now : 0;
        return made;
      }
      await this.#change(this.#revision > seen ? wait : undefined);
    }
  }

  /** Waits for a change, or for some time to pass. */
  #change(wait: number | undefined): Promise<void> {
    return new Promise(resolve => {
      const stop = wait === undefined ? () => {} : this.#clock.after(wait, resolve);
      this.#wake.push(() => {
        stop();
        resolve();
      });
    });
  }
}
