import { Worker } from 'node:worker_threads';
import { LastUsed } from '../engine/core/lastUsed.ts';
import type { PatternRisk, PatternShape } from '../engine/index.ts';

/** Enough for any pattern that the user writes. */
const resourceLimits = { maxOldGenerationSizeMb: 512 };
/** How long the worker may take to start, beside its own limit, in milliseconds. */
const graceMs = 2000;

/** Patterns whose risks are remembered: `check --watch` asks for the same ones again. */
const maxKnown = 200;

/** Looks for texts that keep patterns busy: one pattern at a time, each in a worker of its own that ends with it. */
export class PatternAnalyzer {
  readonly #workerFile: () => string;
  readonly #known = new LastUsed<Promise<PatternRisk | undefined>>(maxKnown);
  #last: Promise<unknown> = Promise.resolve();

  /** `workerFile` is the bundle of `patternAnalysis.ts`. */
  constructor(workerFile: () => string) {
    this.#workerFile = workerFile;
  }

  /** `undefined` where no text was found in time, or the pattern is beyond the analysis. Never rejects. */
  analyze(pattern: PatternShape, limitMs: number): Promise<PatternRisk | undefined> {
    const key = `${pattern.flags}/${pattern.source}`;
    const known = this.#known.get(key);
    if (known) return known;
    const risk = this.#last.then(() => this.#run(pattern, limitMs)).catch(() => undefined);
    this.#last = risk;
    return this.#known.set(key, risk);
  }

  #run({ source, flags }: PatternShape, limitMs: number): Promise<PatternRisk | undefined> {
    const worker = new Worker(this.#workerFile(), {
      workerData: { source, flags, limitMs },
      execArgv: [],
      resourceLimits,
    });
    return new Promise(resolve => {
      const settle = (risk: PatternRisk | undefined) => {
        clearTimeout(timer);
        void worker.terminate();
        resolve(risk);
      };
      const timer = setTimeout(() => settle(undefined), limitMs + graceMs);
      worker.on('message', settle);
      worker.on('error', () => settle(undefined));
      worker.on('exit', () => settle(undefined));
    });
  }
}
