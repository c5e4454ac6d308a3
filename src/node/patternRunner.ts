import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type PatternAnswer, PatternQueue, type PatternWorker } from '../portable/patterns/patternQueue.ts';
import { patternCode } from './patternCode.ts';

/** Enough for 10 MB of text; a pattern that wants more fails alone. */
const resourceLimits = { maxOldGenerationSizeMb: 512 };

/** Runs patterns in a thread, which keeps the process alive only while it works. */
export class PatternRunner extends PatternQueue {
  constructor() {
    super(startWorker);
  }
}

async function startWorker(): Promise<PatternWorker> {
  const worker = new Worker(patternCode(), { eval: true, execArgv: [], resourceLimits });
  await once(worker, 'online');
  // Whoever asks hears of errors; one between two questions must not end the process.
  worker.on('error', () => {});
  return {
    ask(job, limitMs) {
      worker.ref();
      return new Promise((resolve, reject) => {
        // An answer that has arrived while this thread was busy is still in time: messages are read before the immediate runs.
        const timer = setTimeout(() => setImmediate(() => settle(() => resolve(undefined))), limitMs);
        const onMessage = (answer: PatternAnswer): void => {
          worker.unref();
          settle(() => resolve(answer));
        };
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
    },
    terminate: () => void worker.terminate(),
  };
}
