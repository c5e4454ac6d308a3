import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { type AnalysisAnswer, type AnalysisWorker, PatternAnalyses } from '../portable/patterns/patternAnalyses.ts';
import { askThread } from './askThread.ts';

/** Enough for any pattern that the user writes. */
const resourceLimits = { maxOldGenerationSizeMb: 512 };

/** Looks for texts that keep patterns busy, in a thread. */
export class PatternAnalyzer extends PatternAnalyses {
  /** `folder` has the bundle of `patternAnalysis.ts`: as it is, or packed, as in the npm package. */
  constructor(folder: () => string) {
    super(async () => startThread(join(folder(), 'patternAnalysis.js')));
  }
}

function startThread(file: string): AnalysisWorker {
  const options = { execArgv: [], resourceLimits };
  const worker = existsSync(file)
    ? new Worker(file, options)
    : new Worker(gunzipSync(readFileSync(`${file}.gz`)).toString(), { ...options, eval: true });
  // Whoever asks hears of errors; one between two questions must not end the process.
  worker.on('error', () => {});
  return {
    ask: (question, limitMs) => askThread<AnalysisAnswer>(worker, question, limitMs),
    terminate: () => void worker.terminate(),
  };
}
