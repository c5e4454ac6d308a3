import { LastUsed } from '../../engine/core/lastUsed.ts';
import type { PatternRisk, PatternShape } from '../../engine/index.ts';

/** The pattern of an analysis, and how long it may take, in milliseconds. */
export interface AnalysisQuestion extends PatternShape {
  readonly limitMs: number;
}

/** What it answers; without a risk nothing was found. */
export interface AnalysisAnswer {
  readonly risk?: PatternRisk;
}

/** A worker that analyses one pattern at a time, away from this thread. */
export interface AnalysisWorker {
  /** Its answer; `undefined` when the limit passed, in milliseconds. Rejects when it died. */
  ask(question: AnalysisQuestion, limitMs: number): Promise<AnalysisAnswer | undefined>;
  /** Ends it, whatever it is doing. */
  terminate(): void;
}

/** How long a worker may take to start, beside the limit, in milliseconds. */
const graceMs = 2000;

/** How long a worker is kept for the next pattern, in milliseconds: its bundle has megabytes, which take longer to compile than a pattern to analyse. */
const idleMs = 5000;

/** Patterns whose risks are remembered: `check --watch` asks for the same ones again. */
const maxKnown = 200;

/** Looks for texts that keep patterns busy: one pattern at a time, in a worker that ends with a pattern that it does not answer. */
export class PatternAnalyses {
  readonly #start: () => Promise<AnalysisWorker>;
  readonly #risks = new LastUsed<Promise<PatternRisk | undefined>>(maxKnown);
  #last: Promise<unknown> = Promise.resolve();
  #worker: AnalysisWorker | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  /** `start` starts a worker. */
  constructor(start: () => Promise<AnalysisWorker>) {
    this.#start = start;
  }

  /** `undefined` where no text was found in time, or the pattern is beyond the analysis. Never rejects. */
  analyze(pattern: PatternShape, limitMs: number): Promise<PatternRisk | undefined> {
    const key = `${pattern.flags}/${pattern.source}`;
    const cached = this.#risks.get(key);
    if (cached) return cached;
    const risk = this.#last.then(() => this.#analyzeNow(pattern, limitMs));
    this.#last = risk;
    return this.#risks.set(key, risk);
  }

  async #analyzeNow({ source, flags }: PatternShape, limitMs: number): Promise<PatternRisk | undefined> {
    clearTimeout(this.#idle);
    try {
      this.#worker ??= await this.#start();
      const answer = await this.#worker.ask({ source, flags, limitMs }, limitMs + graceMs);
      if (answer) this.#endLater();
      else this.#end();
      return answer?.risk;
    } catch {
      this.#end();
      return undefined;
    }
  }

  #endLater(): void {
    this.#idle = setTimeout(() => this.#end(), idleMs);
    // On Node a timer keeps the process alive; in a browser it is a number.
    (this.#idle as { unref?(): void }).unref?.();
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
