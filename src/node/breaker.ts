import { LastUsed } from '../engine/core/lastUsed.ts';

/** Time-outs after which nobody waits for another. */
const maxTimeouts = 5;
/** How long that lasts after the last of them, in milliseconds; then one more try is made. */
const restTime = 60_000;
/** What is remembered; of more what was asked for longest ago is forgotten. */
const maxKnown = 200;

interface Known {
  timeouts: number;
  last: number;
}

/**
 * Remembers what did not finish in time, so that a run of ten thousand responses does not wait ten thousand times for
 * the same pattern or module.
 */
export class Breaker {
  readonly #known = new LastUsed<Known>(maxKnown);
  readonly #now: () => number;

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** How many time-outs there were, where so many that it is not to be tried now; 0: it may be tried. */
  timeouts(key: string): number {
    const known = this.#known.get(key);
    return known && known.timeouts >= maxTimeouts && this.#now() - known.last < restTime ? known.timeouts : 0;
  }

  /** Notes a try. After a rest, one that ends in time makes all good; other than that none does. */
  note(key: string, isTimeout: boolean): void {
    const known = this.#known.get(key);
    if (!isTimeout) {
      if (known && known.timeouts >= maxTimeouts) this.#known.delete(key);
      return;
    }
    this.#known.set(key, { timeouts: (known?.timeouts ?? 0) + 1, last: this.#now() });
  }
}
