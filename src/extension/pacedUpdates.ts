import type { Clock } from '../service/evaluatedRows.ts';

const realClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Shows what grows: for the first time after a while, or when asked to begin, and from then on as it changes, but not all the time. */
export class PacedUpdates {
  readonly #show: () => void;
  readonly #rest: number;
  readonly #clock: Clock;
  #stop: (() => void) | undefined;
  #hasBegun = false;
  #shown = 0;

  /** @param patience how long the first showing waits, and `rest` each later one after the one before it, in milliseconds */
  constructor(show: () => void, patience: number, rest: number, clock = realClock) {
    this.#show = show;
    this.#rest = rest;
    this.#clock = clock;
    this.#stop = clock.after(patience, () => this.#update());
  }

  /** Shows it for the first time now, unless it is shown. */
  begin(): void {
    if (this.#hasBegun) return;
    this.stop();
    this.#update();
  }

  /** Shows it again soon, once it was shown at all. */
  changed(): void {
    if (!this.#hasBegun || this.#stop) return;
    const wait = Math.max(0, this.#shown + this.#rest - this.#clock.now());
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
    this.#shown = this.#clock.now();
  }
}
