import { Worker } from 'node:worker_threads';
import { type AnalysisAnswer, type AnalysisWorker, PatternAnalyses } from '../portable/patterns/patternAnalyses.ts';
import { askThread } from './askThread.ts';

/** Enough for any pattern that the user writes. */
const resourceLimits = { maxOldGenerationSizeMb: 512 };

/** Looks for texts that keep patterns busy, in a thread. */
export class PatternAnalyzer extends PatternAnalyses {
  /** `workerFile` is the bundle of `patternAnalysis.ts`. */
  constructor(workerFile: () => string) {
    super(async () => startThread(workerFile()));
  }
}

function startThread(file: string): AnalysisWorker {
  const worker = new Worker(file, { execArgv: [], resourceLimits });
  // Whoever asks hears of errors; one between two questions must not end the process.
  worker.on('error', () => {});
  return {
    ask: (question, limitMs) => askThread<AnalysisAnswer>(worker, question, limitMs),
    terminate: () => void worker.terminate(),
  };
}
