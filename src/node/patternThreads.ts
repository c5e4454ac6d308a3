import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { PatternAnalyses } from '../portable/patterns/patternAnalyses.ts';
import { PatternQueue, type PatternWorker } from '../portable/patterns/patternQueue.ts';
import { askThread } from './askThread.ts';
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
