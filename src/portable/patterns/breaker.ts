import { LastUsed } from '../../engine/core/lastUsed.ts';

/** Time-outs after which nobody waits for another. */
const maxTimeouts = 5;
/** How long that lasts after the last of them, in milliseconds; then one more try is made. */
const restTime = 60_000;
/** How many keys it remembers; of more it forgets those that it has not seen for longest. */
const maxKnown = 200;

/** How many tries that end in time make up for one that did not: what hangs once in a while is waited for. */
const forgiving = 1000;

interface Known {
  timeouts: number;
  last: number;
  inTime: number;
}

/**
 * Remembers what did not finish in time, so that a run of ten thousand responses does not wait ten thousand times for
 * the same pattern or module.
 */
export class Breaker {
  readonly #entries = new LastUsed<Known>(maxKnown);
  readonly #now: () => number;

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** How many time-outs there were, where so many that it is not to be tried now; 0: it may be tried. */
  timeouts(key: string): number {
    const entry = this.#entries.get(key);
    return entry && entry.timeouts >= maxTimeouts && this.#now() - entry.last < restTime ? entry.timeouts : 0;
  }

  /** Notes tries. After a rest, one that ends in time makes all good; other than that a thousand make good for one that does not. */
  note(key: string, isTimeout: boolean, count = 1): void {
    const entry = this.#entries.get(key);
    if (isTimeout) {
      const { timeouts, inTime } = entry ?? { timeouts: 0, inTime: 0 };
      this.#entries.set(key, { timeouts: timeouts + count, last: this.#now(), inTime });
      return;
    }
    if (!entry) return;
    entry.inTime += count;
    for (; entry.inTime >= forgiving && entry.timeouts > 0; entry.inTime -= forgiving) entry.timeouts--;
    if (entry.timeouts >= maxTimeouts || entry.timeouts === 0) this.#entries.delete(key);
  }
}
