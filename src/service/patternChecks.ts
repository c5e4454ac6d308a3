import {
  type Definition,
  type DefinitionPattern,
  type Host,
  type PatternRisk,
  type Problem,
  patternRisk,
  patternsOf,
  riskProblem,
} from '../engine/index.ts';

/** Patterns whose verdicts are kept. */
const maxKept = 200;

/** What is known of the patterns of definitions, and what is not known yet. */
export interface KnownPatterns {
  readonly problems: readonly Problem[];
  /** Whether there are patterns that nobody has looked at. */
  readonly unchecked: boolean;
}

/** The verdicts on patterns, each found once: a pattern that nobody touches is not looked at with every letter typed. */
export class PatternChecks {
  readonly #host: Host;
  readonly #verdicts = new Map<string, PatternRisk | undefined>();

  constructor(host: Host) {
    this.#host = host;
  }

  /** At once: what is known. */
  known(definitions: readonly Definition[]): KnownPatterns {
    const patterns = this.#host.analyzePattern ? patternsOf(definitions) : [];
    return {
      problems: patterns.flatMap(pattern => {
        const risk = this.#verdicts.get(keyOf(pattern));
        return risk ? [riskProblem(pattern, risk)] : [];
      }),
      unchecked: patterns.some(pattern => !this.#verdicts.has(keyOf(pattern))),
    };
  }

  /** Finds out what is not known, which may take seconds. */
  async find(definitions: readonly Definition[]): Promise<readonly Problem[]> {
    for (const pattern of patternsOf(definitions)) {
      const key = keyOf(pattern);
      if (this.#verdicts.has(key)) continue;
      this.#verdicts.set(key, await patternRisk(pattern, this.#host));
      if (this.#verdicts.size > maxKept) this.#verdicts.delete(this.#verdicts.keys().next().value!);
    }
    return this.known(definitions).problems;
  }
}

function keyOf({ source, flags }: DefinitionPattern): string {
  return `${flags}/${source}`;
}
