import { Worker } from 'node:worker_threads';
import type { PatternRisk, PatternShape } from '../engine/index.ts';
import { analysisGraceMs, PatternAnalyses } from '../portable/patterns/patternAnalyses.ts';

/** Enough for any pattern that the user writes. */
const resourceLimits = { maxOldGenerationSizeMb: 512 };

/** How long a worker is kept for the next pattern, in milliseconds: its bundle has megabytes, which take longer to compile than a pattern to analyse. */
const idleMs = 5000;

/** Looks for texts that keep patterns busy: one pattern at a time, in a worker that ends with a pattern that it does not answer. */
export class PatternAnalyzer extends PatternAnalyses {
  /** `workerFile` is the bundle of `patternAnalysis.ts`. */
  constructor(workerFile: () => string) {
    let kept: KeptWorker | undefined;
    super((pattern, limitMs) => {
      if (!kept?.isAlive) kept = new KeptWorker(workerFile());
      return kept.analyze(pattern, limitMs);
    });
  }
}

/** A worker that is asked once more and again; it keeps the process alive only while it is asked. */
class KeptWorker {
  readonly #worker: Worker;
  #settle: ((risk?: PatternRisk) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isAlive = true;

  constructor(file: string) {
    this.#worker = new Worker(file, { execArgv: [], resourceLimits });
    this.#worker.on('message', ({ risk }: { readonly risk?: PatternRisk }) => this.#answer(risk));
    this.#worker.on('error', () => this.#end());
    this.#worker.on('exit', () => this.#end());
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** `undefined` where it found nothing, or did not answer: it is not alive then. */
  analyze({ source, flags }: PatternShape, limitMs: number): Promise<PatternRisk | undefined> {
    clearTimeout(this.#timer);
    this.#worker.ref();
    return new Promise(resolve => {
      this.#settle = resolve;
      this.#timer = setTimeout(() => this.#end(), limitMs + analysisGraceMs);
      this.#worker.postMessage({ source, flags, limitMs });
    });
  }

  #answer(risk: PatternRisk | undefined): void {
    clearTimeout(this.#timer);
    this.#worker.unref();
    this.#timer = setTimeout(() => this.#end(), idleMs).unref();
    this.#settle?.(risk);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#isAlive = false;
    void this.#worker.terminate();
    this.#settle?.();
  }
}
