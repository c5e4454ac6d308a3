import type { PatternJob, PatternOutcome } from '../../engine/index.ts';
import { Breaker } from './breaker.ts';

/** What a pattern's worker answers. */
export interface PatternAnswer {
  readonly spans?: Int32Array;
  readonly failed?: string;
}

/** A worker that runs one pattern at a time. */
export interface PatternWorker {
  /** Its answer; `undefined` when the limit passed, in milliseconds from when it takes the job up. Rejects when it died. */
  ask(job: PatternJob, limitMs: number): Promise<PatternAnswer | undefined>;
  /** Ends it, whatever it is doing. */
  terminate(): void;
}

/** Runs patterns in a worker, one at a time and in order. The worker is kept for the next job unless it had to be ended. */
export class PatternQueue {
  readonly #start: () => Promise<PatternWorker>;
  #worker: PatternWorker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  readonly #breaker = new Breaker();

  /** `start` starts a worker, and resolves when it runs. */
  constructor(start: () => Promise<PatternWorker>) {
    this.#start = start;
  }

  /**
   * Runs a job after those before it. The limit, in milliseconds, counts from when the worker takes it up. A pattern that
   * did not finish several times is not run again for a while.
   */
  run(job: PatternJob, limitMs: number): Promise<PatternOutcome> {
    const outcome = this.#last.then(() => this.#runNow(job, limitMs));
    this.#last = outcome;
    return outcome;
  }

  async #runNow({ isTrial, ...job }: PatternJob, limitMs: number): Promise<PatternOutcome> {
    const key = `${job.flags}/${job.source}`;
    const timeouts = isTrial ? 0 : this.#breaker.timeouts(key);
    if (timeouts > 0) return { ok: false, reason: 'timeout', message: 'The pattern was not tried again.', timeouts };
    const outcome = await this.#find(job, limitMs);
    if (!isTrial) this.#breaker.note(key, !outcome.ok && outcome.reason === 'timeout');
    return outcome;
  }

  async #find(job: PatternJob, limitMs: number): Promise<PatternOutcome> {
    try {
      this.#worker ??= await this.#start();
      const answer = await this.#worker.ask(job, limitMs);
      if (answer?.spans) return { ok: true, spans: answer.spans };
      if (answer) return { ok: false, reason: 'failed', message: answer.failed ?? '' };
      this.#worker.terminate();
      this.#worker = undefined;
      return { ok: false, reason: 'timeout', message: `The pattern did not finish within ${limitMs} ms.` };
    } catch (error) {
      this.#worker?.terminate();
      this.#worker = undefined;
      return { ok: false, reason: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }
}
