import { EngineError } from '../core/errors.ts';
import type { Host, PatternRisk, PatternShape } from '../core/host.ts';
import { type Problem, problem } from '../core/problem.ts';
import type { Span } from '../core/span.ts';
import type { Definition } from '../parsers/definition.ts';
import { moduleOf } from './definitionFacts.ts';
import { isSurelyQuick } from './isSurelyQuick.ts';
import { createParser } from './responseParser.ts';

/** How long a pattern is looked at, and how long a text may keep it busy before that is a problem, in milliseconds. */
const analysisMs = 5000;
const attackMs = 500;
/** A text on which the steps grow with the square of its length must be long before anybody notices. */
const leastDegree = 3;
/** Patterns of a definition that are looked at; users write one or two. */
const maxPatterns = 20;

/** A pattern of a definition's author, with its place in the definition's file. */
export interface DefinitionPattern extends PatternShape {
  readonly span: Span;
}

/** The patterns of definitions that can be run. */
export function patternsOf(definitions: readonly Definition[]): readonly DefinitionPattern[] {
  return definitions.flatMap(({ parserType, source, invalid }) => {
    if (!parserType.authoring?.patterns || invalid !== undefined || raises(() => parserType.create(source, {})))
      return [];
    const found = parserType.authoring?.patterns(source).slice(0, maxPatterns);
    return found.flatMap(({ path, source: pattern, flags }) => {
      const span = source.spanOf(path);
      return span ? [{ source: pattern, flags, span }] : [];
    });
  });
}

/**
 * How a pattern can be kept busy by an answer of ordinary length; `undefined` where no such answer was found. What the
 * analysis guesses is believed only after the pattern did not finish on its text.
 */
export async function patternRisk({ source, flags }: PatternShape, host: Host): Promise<PatternRisk | undefined> {
  if (!host.runPattern || isSurelyQuick({ source, flags })) return undefined;
  const risk = await host.analyzePattern?.({ source, flags }, analysisMs);
  if (!risk || (risk.growth === 'polynomial' && (risk.degree ?? 0) < leastDegree)) return undefined;
  const outcome = await host.runPattern({ source, flags, text: risk.attack, groups: [], isTrial: true }, attackMs);
  return !outcome.ok && outcome.reason === 'timeout' ? risk : undefined;
}

/** The problem of a pattern that can be kept busy. */
export function riskProblem({ span }: DefinitionPattern, { growth, degree, attack, example }: PatternRisk): Problem {
  const text = example.length > 120 ? `${example.slice(0, 120)}…` : example;
  const steps =
    growth === 'exponential'
      ? 'the steps of this pattern double with every character'
      : `the steps of this pattern grow with the power ${degree} of the length`;
  const message = `On an answer such as \`${text}\` (${attack.length} characters) ${steps}, so that reading it does not end in time. Let repetitions that follow or contain one another match different characters, as in \`[^<]*\`.`;
  return problem(growth === 'exponential' ? 'exponential-pattern' : 'polynomial-pattern', message, span);
}

/**
 * Why the module of a definition cannot be run or gives no instruction, in its own words. `undefined` where it does, and
 * where it may not run or the host runs none: whether it would work is then not known.
 */
export async function moduleFault(definition: Definition, host: Host): Promise<string | undefined> {
  if (!host.runModule || definition.invalid !== undefined || moduleOf(definition) === undefined) return undefined;
  try {
    const parser = createParser(definition, host);
    await parser.prepare();
    parser.formatInstruction();
    return undefined;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (error.class === 'ModuleNotTrusted') return undefined;
    return `${error.class}: ${error.message}`;
  }
}

/** The problem of a definition's module. */
export function moduleProblem(definition: Definition, fault: string): Problem {
  const { parserType, source, span } = definition;
  const module = parserType.modules?.files?.(source).find(({ kind }) => kind === 'module');
  return problem('module-error', fault, (module && source.spanOf(module.at)) ?? span);
}

/** Whether a definition's files are looked at, see `fileProblems`. */
export function hasFileProblems(definition: Definition): boolean {
  const { parserType, invalid, source } = definition;
  return (
    parserType.authoring?.checkFiles !== undefined &&
    invalid === undefined &&
    !raises(() => parserType.create(source, {}))
  );
}

/** The problems that show when the files are read that a definition names. */
export async function fileProblems(definition: Definition, host: Host): Promise<readonly Problem[]> {
  const { parserType, source } = definition;
  return hasFileProblems(definition) && host.readFile ? parserType.authoring!.checkFiles!(source, host) : [];
}

/**
 * The problems of definitions that take a while to find, beside those that `readDefinitions` gives: patterns of the
 * author's that backtrack without end, modules that give no instruction, which are run for it, and what the files say that
 * definitions name. None where the host
 * cannot look for them.
 */
export async function checkDefinitions(definitions: readonly Definition[], host: Host = {}): Promise<Problem[]> {
  const problems: Problem[] = [];
  // What is wrong with a source's own definition is said there.
  const own = definitions.filter(({ linked }) => !linked);
  for (const pattern of patternsOf(own)) {
    const risk = await patternRisk(pattern, host);
    if (risk) problems.push(riskProblem(pattern, risk));
  }
  for (const definition of own) {
    const fault = await moduleFault(definition, host);
    if (fault !== undefined) problems.push(moduleProblem(definition, fault));
    problems.push(...(await fileProblems(definition, host)));
  }
  return problems;
}

function raises(run: () => unknown): boolean {
  try {
    run();
    return false;
  } catch {
    return true;
  }
}
