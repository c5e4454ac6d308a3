import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { PatternAnalyses } from '../portable/patterns/patternAnalyses.ts';
import { PatternQueue, type PatternWorker } from '../portable/patterns/patternQueue.ts';
import { patternCode } from './patternCode.ts';

/** Memory enough for 10 MB of text, and for any pattern that the user writes; what wants more fails alone. */
const options = { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 512 } };

/** Runs patterns in a thread, which keeps the process alive only while it works. */
export class PatternRunner extends PatternQueue {
  constructor() {
    super(startRunner);
  }
}

async function startRunner(): Promise<PatternWorker> {
  const worker = new Worker(patternCode(), { ...options, eval: true });
  await once(worker, 'online');
  return askable(worker);
}

/** Looks for texts that keep patterns busy, in a thread. */
export class PatternAnalyzer extends PatternAnalyses {
  /** `folder` has the bundle of `patternAnalysis.ts`: as it is, or packed, as in the npm package. */
  constructor(folder: () => string) {
    super(async () => askable(startAnalyzer(join(folder(), 'patternAnalysis.js'))));
  }
}

function startAnalyzer(file: string): Worker {
  if (existsSync(file)) return new Worker(file, options);
  return new Worker(gunzipSync(readFileSync(`${file}.gz`)).toString(), { ...options, eval: true });
}

function askable(worker: Worker) {
  // Whoever asks hears of errors; one between two questions must not end the process.
  worker.on('error', () => {});
  return {
    ask: <Answer>(question: unknown, limitMs: number) => askThread<Answer>(worker, question, limitMs),
    terminate: () => void worker.terminate(),
  };
}

/**
 * A thread's answer to a question; `undefined` when the limit passed, in milliseconds. Rejects when the thread fails or ends. The
 * thread keeps the process alive only until it has answered. One question at a time.
 */
function askThread<T>(worker: Worker, question: unknown, limitMs: number): Promise<T | undefined> {
  if (worker.threadId === -1) return Promise.reject(new Error(ended));
  worker.ref();
  return new Promise((resolve, reject) => {
    // An answer that has arrived while this thread was busy is still in time: messages are read before the immediate runs.
    const timer = setTimeout(() => setImmediate(() => settle(() => resolve(undefined))), limitMs);
    const onMessage = (answer: T): void => {
      worker.unref();
      settle(() => resolve(answer));
    };
    const onError = (error: unknown): void => settle(() => reject(error));
    const onExit = (): void => settle(() => reject(new Error(ended)));
    function settle(action: () => void): void {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      action();
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(question);
  });
}

const ended = 'The pattern’s worker ended.';
