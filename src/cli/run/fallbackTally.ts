import { type Definition, type FileFallback, fallbackCost, fallbackOf } from '../../engine/index.ts';
import type { Io } from '../io.ts';
import type { ReadVerdict } from './readJudge.ts';

/** What a framework would have sent in silence after answers, and how many there were. */
export interface RunFallback {
  readonly fallback: FileFallback;
  readonly of: number;
}

/** Counts the answers of runs after which a framework asks again in silence. */
export class FallbackTally {
  #answers = 0;
  #refused = 0;

  add(verdict: ReadVerdict | undefined): void {
    if (verdict !== undefined) this.#answers++;
    if (verdict === 'error') this.#refused++;
  }

  /** `undefined`: the definition's framework asks nothing in silence. `counter`: of its tokens, `TYPE` or `TYPE:MODEL`. */
  async summary(definition: Definition, { host }: Io, counter?: string): Promise<RunFallback | undefined> {
    const cost = await fallbackCost(definition, host, counter);
    return cost && { fallback: fallbackOf(cost, { error: this.#refused }), of: this.#answers };
  }
}
