import type { Host } from '../../core/host.ts';
import type { Problem } from '../../core/problem.ts';
import { seededRandom } from '../../core/random.ts';
import { createParser, type ResponseParser } from '../../definition/index.ts';
import type { Definition, Sample } from '../../parsers/definition.ts';
import { verdictOf } from '../judgeSample.ts';
import { cutOutcomes } from './cutOutcomes.ts';
import { type MutationTargets, mutationTargetsOf } from './mutationTargets.ts';
import type { Mutation, MutationOperator } from './operator.ts';
import { mutationOperators } from './operators.ts';
import {
  holdsAnything,
  type MutationOutcome,
  type MutationResult,
  resultOf,
  toolErrorClass,
  withProse,
} from './outcome.ts';

/** An operator that was not tried, and why. */
export interface SkippedOperator {
  readonly operator: string;
  readonly summary: string;
  readonly reason: string;
}

/** How robust a definition is with one response. */
export type RobustnessReport =
  | {
      readonly ok: true;
      readonly seed: number;
      /** In the order of the operators; then what becomes of it when its stream is cut. */
      readonly outcomes: readonly MutationOutcome[];
      readonly skipped: readonly SkippedOperator[];
    }
  /** The response cannot be mutated: the definition does not read it as it should, or it is too long. */
  | { readonly ok: false; readonly reason: string };

/** Options of {@link robustnessOf}. */
export interface RobustnessOptions {
  /** Decides where mutations take place; default 0. An integer of 32 bits. */
  readonly seed?: number;
  /** Ends the work before the next mutation; what was tried until then is in the report. */
  readonly signal?: { readonly aborted: boolean };
}

/** The longest response that is mutated, in UTF-16 units: it is parsed up to a hundred times. */
const maxRobustnessLength = 1_000_000;
const tooLong = 'It is longer than a million characters.';

/** How many parses may run into their time limit before the others are not tried. */
const maxTimeouts = 2;
const timeouts: ReadonlySet<string> = new Set(['PatternTimeoutError', 'ModuleTimeout']);

/**
 * Mutates a good response with every operator that applies, and compares what the definition makes of each with the value
 * that it reads from the response itself. A mutation passes when the value is the same; where the mutation takes
 * something of the answer away, an error passes as well. What is compared is the value, without its splits, repairs and
 * warnings. Same seed, same mutations. Patterns and modules of the user's run with their time limits; after two that
 * reached theirs nothing more is tried. Never throws.
 */
export function robustnessOf(
  definition: Definition,
  response: string,
  options: RobustnessOptions = {},
  host: Host = {},
): Promise<RobustnessReport> {
  return reportOf(definition, response, options, host);
}

/** The same for a sample, which must pass, and be read without repairs and warnings. `text`: the sample's text, or what its file holds. */
export async function robustnessOfSample(
  definition: Definition,
  sample: Sample,
  text: string,
  options: RobustnessOptions = {},
  host: Host = {},
): Promise<RobustnessReport> {
  if (sample.expect?.error !== undefined) return unusable('It expects an error.');
  if (text.length > maxRobustnessLength) return unusable(tooLong);
  return reportOf(definition, text, options, host, sample);
}

async function reportOf(
  definition: Definition,
  response: string,
  options: RobustnessOptions,
  host: Host,
  sample?: Sample,
): Promise<RobustnessReport> {
  if (response.length > maxRobustnessLength) return unusable(tooLong);
  let parser: ResponseParser;
  try {
    parser = createParser(definition, host);
  } catch (error) {
    return unusable(`The definition does not make a parser. ${String(error)}`);
  }
  const good = await parser.parse(response);
  const { verdict = 'pass', message } = sample ? verdictOf(definition, sample, good) : {};
  if (verdict === 'fail') return unusable(`It fails. ${message}`);
  if (!good.ok) return unusable(`It does not parse. ${good.error.class}: ${good.error.message}`);
  if (good.toolError === true || !holdsAnything(good.exact)) return unusable('Nothing is found in it.');
  const [repair] = good.repairs;
  if (sample && repair) return unusable(`It is read only with a repair: ${repair.name}.`);
  // That a response is a provider's message is said in a warning as well, and is nothing bad.
  const [warning] = definition.parserType.responses?.messageParts ? [] : good.warnings;
  if (sample && warning !== undefined) return unusable(`It is read only with a warning: ${warning}`);
  const instruction = await instructionOf(parser);
  const { seed = 0, signal } = options;
  const targets = mutationTargetsOf(definition, response, good.fields, instruction);
  const prose = definition.parserType.responses?.prose ?? [];
  const outcomes: MutationOutcome[] = [];
  const skipped: SkippedOperator[] = [];
  let timedOut = 0;
  for (const operator of mutationOperators) {
    const { name, summary, needs } = operator;
    const skip = (reason: string) => skipped.push({ operator: name, summary, reason });
    if (signal?.aborted || timedOut >= maxTimeouts) {
      skip(signal?.aborted ? 'Cancelled.' : `${maxTimeouts} mutations ran into the time limit.`);
      continue;
    }
    const mutations = mutationsOf(targets, operator, seed).filter(({ text }) => text !== response);
    if (mutations.length === 0) {
      skip(`Needs ${needs}.`);
      continue;
    }
    for (const { text, twin: wellFormed, member } of mutations) {
      if (signal?.aborted || timedOut >= maxTimeouts) break;
      const twin = wellFormed === undefined ? good : await parser.parse(wellFormed);
      if (!twin.ok) {
        skip(`The definition does not read a text of good form in its place: ${twin.error.class}.`);
        continue;
      }
      const result = resultOf(twin.exact, await parser.parse(text), prose);
      if (isTimeout(result)) timedOut++;
      outcomes.push({
        ...result,
        operator: member === undefined ? name : memberName(name, member, outcomes),
        family: operator.family,
        summary: member === undefined ? summary : `${summary}: ${member}`,
        passed:
          result.outcome === 'same' || (result.outcome === 'error' && operator.isLossy === true && !isTimeout(result)),
        response: text,
        ...(!operator.isLossy && {
          expect:
            sample?.expect && wellFormed === undefined
              ? sample.expect
              : { value: withProse(twin.exact, result.outcome === 'changed' ? result.value : undefined, prose) },
        }),
      });
    }
  }
  if (!signal?.aborted) outcomes.push(...(await cutOutcomes(definition, response, good.exact, host)));
  return { ok: true, seed, outcomes: withErrorExpected(outcomes), skipped };
}

/** The mutated responses, with the member that each is about; none where the operator does not apply. */
function mutationsOf(
  targets: MutationTargets,
  operator: MutationOperator,
  seed: number,
): readonly (Mutation & { readonly member?: string })[] {
  const part = targets[operator.on];
  if (!part) return [];
  if (operator.each)
    return operator.each(part.anatomy).map(({ path, text }) => ({ text: part.embed(text), member: path }));
  const mutated = operator.mutate(part.anatomy, seededRandom(seed, operator.name));
  if (mutated === undefined) return [];
  const { text, twin }: Mutation = typeof mutated === 'string' ? { text: mutated } : mutated;
  return [{ text: part.embed(text), ...(twin !== undefined && { twin: part.embed(twin) }) }];
}

/** The name of an outcome that is about one member, which no other one has: what a file may be called. */
function memberName(operator: string, path: string, others: readonly MutationOutcome[]): string {
  const name = `${operator}${path.replace(/[^\p{L}\p{N}_]+/gu, '.')}`;
  const same = others.filter(each => each.operator === name || each.operator.startsWith(`${name}~`)).length;
  return same === 0 ? name : `${name}~${same + 1}`;
}

/** Whether a pattern or a module was ended: nothing was found out then. */
function isTimeout(result: MutationResult): boolean {
  return result.outcome === 'error' && timeouts.has(result.error.class);
}

/** What is lost must be an error: of the class that the definition gives where it sees that something is lost. */
function withErrorExpected(outcomes: readonly MutationOutcome[]): readonly MutationOutcome[] {
  const seen = outcomes.find(each => each.expect === undefined && each.outcome === 'error' && !isTimeout(each));
  if (seen?.outcome !== 'error' || seen.error.class === toolErrorClass) return outcomes;
  const expect = { error: seen.error.class };
  return outcomes.map(each => (each.expect === undefined ? { ...each, expect } : each));
}

/** The text that the model was told; empty where the framework raises instead. */
async function instructionOf(parser: ResponseParser): Promise<string> {
  await parser.prepare();
  try {
    return parser.formatInstruction();
  } catch {
    return '';
  }
}

function unusable(reason: string): RobustnessReport {
  return { ok: false, reason };
}

/**
 * The problems of a definition whose framework does not read what it writes itself for values of the definition’s own, of its
 * types, examples and demos: no mutation is needed to break it. `problems`: those of its file.
 */
export function unreadOwn(problems: readonly Problem[], { span: { start, end } }: Definition): readonly Problem[] {
  return problems.filter(({ code, span }) => code === 'cannot-read-itself' && span.start >= start && span.end <= end);
}
