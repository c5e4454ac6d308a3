import { LastUsed } from '../engine/core/lastUsed.ts';
import {
  type Definition,
  type DefinitionPattern,
  fileProblems,
  type Host,
  hasFileProblems,
  modelTemplates,
  moduleFault,
  moduleOf,
  moduleProblem,
  type PatternRisk,
  type Problem,
  patternRisk,
  patternsOf,
  riskProblem,
  toJsonText,
} from '../engine/index.ts';

/** Verdicts of each kind that are kept. */
const maxKept = 200;

/** What is known of definitions beside what reading them tells, and whether something is not known yet. */
export interface KnownProblems {
  readonly problems: readonly Problem[];
  /** Whether there are patterns or modules that nobody has looked at. */
  readonly unchecked: boolean;
}

/** What definitions are checked with. */
export interface CheckOptions {
  /** Another number whenever modules may give something else; absent: they are not run. */
  readonly revision?: number;
  /** The engines that are to be served, as the user names them. */
  readonly engines?: readonly string[];
}

/**
 * The problems of `checkDefinitions`, each found once: a pattern or a definition with a module that nobody touches is
 * not looked at again with every letter typed elsewhere.
 */
export class DefinitionChecks {
  readonly #host: Host;
  readonly #patterns = new LastUsed<{ readonly risk: PatternRisk | undefined }>(maxKept);
  readonly #modules = new LastUsed<{ readonly fault: string | undefined }>(maxKept);

  constructor(host: Host) {
    this.#host = host;
  }

  /** At once: what is known of patterns. Definitions with modules are always `unchecked`: whether a module changed is not known here. */
  problemsSoFar(definitions: readonly Definition[]): KnownProblems {
    const patterns = this.#host.analyzePattern ? patternsOf(definitions) : [];
    return {
      problems: patterns.flatMap(pattern => {
        const risk = this.#patterns.get(patternKey(pattern))?.risk;
        return risk ? [riskProblem(pattern, risk)] : [];
      }),
      unchecked:
        (this.#host.runModule !== undefined && definitions.some(runsModule)) ||
        (this.#host.readFile !== undefined && definitions.some(hasFileProblems)) ||
        definitions.some(modelTemplates().isServed) ||
        patterns.some(pattern => !this.#patterns.get(patternKey(pattern))),
    };
  }

  /** Finds out what is not known, which may take seconds. Rejects only for a bug. */
  async find(
    definitions: readonly Definition[],
    { revision, engines = [] }: CheckOptions = {},
  ): Promise<readonly Problem[]> {
    for (const pattern of patternsOf(definitions)) {
      const key = patternKey(pattern);
      if (!this.#patterns.get(key)) this.#patterns.set(key, { risk: await patternRisk(pattern, this.#host) });
    }
    const faults: Problem[] = [];
    for (const definition of revision === undefined ? [] : definitions.filter(runsModule)) {
      const key = `${revision} ${moduleKey(definition)}`;
      const { fault } =
        this.#modules.get(key) ?? this.#modules.set(key, { fault: await moduleFault(definition, this.#host) });
      if (fault !== undefined) faults.push(moduleProblem(definition, fault));
    }
    for (const definition of definitions) faults.push(...(await fileProblems(definition, this.#host)));
    faults.push(...(await modelTemplates().definitionProblems(definitions, engines, this.#host)));
    return [...this.problemsSoFar(definitions).problems, ...faults];
  }
}

function runsModule(definition: Definition): boolean {
  return moduleOf(definition) !== undefined;
}

function patternKey({ source, flags }: DefinitionPattern): string {
  return `${flags}/${source}`;
}

/** What the module gets, and where it is. */
function moduleKey({ source }: Definition): string {
  return `${source.file}\n${toJsonText(source.config)}`;
}
