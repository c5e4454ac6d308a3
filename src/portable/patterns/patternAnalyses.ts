import { LastUsed } from '../../engine/core/lastUsed.ts';
import type { PatternRisk, PatternShape } from '../../engine/index.ts';

/** Looks at one pattern away from this thread; `undefined` where nothing was found. */
export type AnalyzePattern = (pattern: PatternShape, limitMs: number) => Promise<PatternRisk | undefined>;

/** How long whoever analyses may take to start, beside the limit, in milliseconds. */
export const analysisGraceMs = 2000;

/** Patterns whose risks are remembered: `check --watch` asks for the same ones again. */
const maxKnown = 200;

/** Looks for texts that keep patterns busy: one pattern at a time. */
export class PatternAnalyses {
  readonly #analyze: AnalyzePattern;
  readonly #known = new LastUsed<Promise<PatternRisk | undefined>>(maxKnown);
  #last: Promise<unknown> = Promise.resolve();

  constructor(analyze: AnalyzePattern) {
    this.#analyze = analyze;
  }

  /** `undefined` where no text was found in time, or the pattern is beyond the analysis. Never rejects. */
  analyze(pattern: PatternShape, limitMs: number): Promise<PatternRisk | undefined> {
    const key = `${pattern.flags}/${pattern.source}`;
    const known = this.#known.get(key);
    if (known) return known;
    const risk = this.#last.then(() => this.#analyze(pattern, limitMs)).catch(() => undefined);
    this.#last = risk;
    return this.#known.set(key, risk);
  }
}
