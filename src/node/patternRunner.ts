import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type PatternAnswer, PatternQueue, type PatternWorker } from '../portable/patterns/patternQueue.ts';
import { askThread } from './askThread.ts';
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
    ask: (job, limitMs) => askThread<PatternAnswer>(worker, job, limitMs),
    terminate: () => void worker.terminate(),
  };
}
