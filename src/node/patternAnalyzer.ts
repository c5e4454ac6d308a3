import { Worker } from 'node:worker_threads';
import type { PatternRisk, PatternShape } from '../engine/index.ts';
import { analysisGraceMs, PatternAnalyses } from '../portable/patterns/patternAnalyses.ts';

/** Enough for any pattern that the user writes. */
const resourceLimits = { maxOldGenerationSizeMb: 512 };

/** Looks for texts that keep patterns busy: one pattern at a time, each in a worker of its own that ends with it. */
export class PatternAnalyzer extends PatternAnalyses {
  /** `workerFile` is the bundle of `patternAnalysis.ts`. */
  constructor(workerFile: () => string) {
    super((pattern, limitMs) => analyzeIn(workerFile(), pattern, limitMs));
  }
}

function analyzeIn(file: string, { source, flags }: PatternShape, limitMs: number): Promise<PatternRisk | undefined> {
  const worker = new Worker(file, { execArgv: [], resourceLimits });
  return new Promise(resolve => {
    const settle = (risk: PatternRisk | undefined) => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(risk);
    };
    const timer = setTimeout(() => settle(undefined), limitMs + analysisGraceMs);
    worker.on('message', ({ risk }: { readonly risk?: PatternRisk }) => settle(risk));
    worker.on('error', () => settle(undefined));
    worker.on('exit', () => settle(undefined));
    worker.postMessage({ source, flags, limitMs });
  });
}
