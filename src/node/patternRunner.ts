import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PatternJob, PatternOutcome } from '../engine/index.ts';
import { Breaker } from './breaker.ts';
import { patternWorkerCode } from './patternWorkerCode.ts';

/** Enough for 10 MB of text; a pattern that wants more fails alone. */
const resourceLimits = { maxOldGenerationSizeMb: 512 };

/**
 * Runs patterns in a worker, one at a time and in order. The worker is kept for the next job unless it had to be ended;
 * it keeps the process alive only while it works.
 */
export class PatternRunner {
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  readonly #breaker = new Breaker();

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
      this.#worker ??= await startWorker();
      this.#worker.ref();
      const outcome = await ask(this.#worker, job, limitMs);
      if (outcome !== undefined) {
        this.#worker.unref();
        return outcome;
      }
      void this.#worker.terminate();
      this.#worker = undefined;
      return { ok: false, reason: 'timeout', message: `The pattern did not finish within ${limitMs} ms.` };
    } catch (error) {
      this.#worker = undefined;
      return { ok: false, reason: 'failed', message: messageOf(error) };
    }
  }
}

async function startWorker(): Promise<Worker> {
  const worker = new Worker(patternWorkerCode(), { eval: true, execArgv: [], resourceLimits });
  await once(worker, 'online');
  // Whoever asks hears of errors; one between two questions must not end the process.
  worker.on('error', () => {});
  return worker;
}

/** The worker's answer; `undefined` when the limit passed. Rejects when the worker dies. */
function ask(worker: Worker, job: PatternJob, limitMs: number): Promise<PatternOutcome | undefined> {
  return new Promise((resolve, reject) => {
    // An answer that has arrived while this thread was busy is still in time: messages are read before the immediate runs.
    const timer = setTimeout(() => setImmediate(() => settle(() => resolve(undefined))), limitMs);
    const onMessage = ({ spans, failed }: Answer): void =>
      settle(() => resolve(spans ? { ok: true, spans } : { ok: false, reason: 'failed', message: failed ?? '' }));
    const onError = (error: unknown): void => settle(() => reject(error));
    const onExit = (): void => settle(() => reject(new Error('The pattern’s worker ended.')));
    function settle(action: () => void): void {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      action();
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(job);
  });
}

interface Answer {
  readonly spans?: Int32Array;
  readonly failed?: string;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
