import {
  addSample,
  type Definition,
  type Edit,
  type Host,
  type MutationOutcome,
  mutationDetail,
  robustnessOfSample,
  robustnessTotals,
  shortMessage,
  unreadOwn,
} from '../engine/index.ts';
import type {
  MutatedSampleView,
  MutationView,
  UnmutatedSampleView,
  UnreadOwnView,
} from '../protocol/robustnessProtocol.ts';
import type { MadeParser } from '../views/instruction.ts';
import type { DefinitionCache, DefinitionRef } from './definitionCache.ts';

/** A sample of a definition file. */
export interface SampleRequest extends DefinitionRef {
  /** The sample's number in the definition, from 0. */
  readonly sample: number;
  /** What its file holds, where it names one. */
  readonly response?: string;
  /** An integer that decides where it is mutated; 0 when left out. */
  readonly seed?: number;
}

/** One mutation of a sample. */
export interface MutationRequest extends SampleRequest {
  readonly operator: string;
}

/** The samples of a definition, as far as is needed to mutate them. */
export interface SampleEntry {
  readonly file?: string;
  /** The length of its text, in UTF-16 units. */
  readonly length: number;
}

/** Mutates samples, where samples are judged. */
export interface RobustnessApi {
  /** What the framework does not read as it writes it, of the definition's own values. */
  unreadOwn(request: DefinitionRef): Promise<readonly UnreadOwnView[]>;
  /** The samples in their order; `undefined`: there is no such definition. */
  sampleEntries(request: DefinitionRef): Promise<readonly SampleEntry[] | undefined>;
  /** How the definition takes one sample's mutations; `undefined`: there is no such sample. */
  mutateSample(request: SampleRequest): Promise<MutatedSampleView | UnmutatedSampleView | undefined>;
  /** A mutated response, whole; `undefined`: there is none. */
  mutatedResponse(request: MutationRequest): Promise<string | undefined>;
  /** The edits that add a mutated response to the samples, and the new sample's name; `undefined`: there is none, or no place for it. */
  mutationEdits(
    request: MutationRequest,
  ): Promise<{ readonly name: string; readonly edits: readonly Edit[] } | undefined>;
}

/** The longest mutated response that is diagnosed, in UTF-16 units: there are dozens. */
const maxDiagnosed = 100_000;

/** How many values of a definition's own the answer lists. */
const maxOwn = 20;

/** The service over the engine. */
export function robustnessService(host: Host, cache: DefinitionCache): RobustnessApi {
  const reportOf = async (request: SampleRequest) => {
    const definition = cache.definition(request);
    const sample = definition?.samples[request.sample];
    if (!definition || !sample) return undefined;
    const { response = '', seed = 0 } = request;
    const text = sample.text ?? response;
    return { definition, sample, report: await robustnessOfSample(definition, sample, text, { seed }, host) };
  };
  const outcomeOf = async ({ operator, ...request }: MutationRequest) => {
    const found = await reportOf(request);
    const outcome = found?.report.ok ? found.report.outcomes.find(each => each.operator === operator) : undefined;
    return found && outcome && { ...found, outcome };
  };
  return {
    async unreadOwn(request) {
      const definition = cache.definition(request);
      const own = definition ? unreadOwn(cache.read(request.text, request.fileName).problems, definition) : [];
      return own.slice(0, maxOwn).map(({ message, span }) => ({ message: shortMessage(message), span }));
    },
    async sampleEntries(request) {
      return cache.definition(request)?.samples.map(({ file, text = '' }) => ({
        ...(file !== undefined && { file }),
        length: text.length,
      }));
    },
    async mutateSample(request) {
      const found = await reportOf(request);
      if (!found) return undefined;
      const { report } = found;
      const { name, span } = found.sample;
      const head = { sample: request.sample, name, span };
      if (!report.ok) return { ...head, reason: shortMessage(report.reason) };
      return {
        ...head,
        ...robustnessTotals(report.outcomes),
        mutations: await Promise.all(
          report.outcomes.map(async outcome => {
            const causes = outcome.passed ? [] : await causesOf(cache.parser(found.definition), outcome);
            return { ...viewOf(outcome), ...(causes.length > 0 && { causes }) };
          }),
        ),
        skipped: report.skipped.map(({ summary, reason }) => ({ summary, reason })),
      };
    },
    mutatedResponse: async request => (await outcomeOf(request))?.outcome.response,
    async mutationEdits(request) {
      const found = await outcomeOf(request);
      if (!found) return undefined;
      const { definition, sample, outcome } = found;
      const { response, expect, summary } = outcome;
      const name = freeName(definition, `${sample.name}, ${summary}`);
      const edits = addSample(request.text, definition, { name, text: response, ...(expect && { expect }) });
      return edits.length > 0 ? { name, edits } : undefined;
    },
  };
}

function viewOf(outcome: MutationOutcome): MutationView {
  const { operator, summary, passed } = outcome;
  const common = { operator, summary, outcome: outcome.outcome, passed };
  if (outcome.outcome !== 'error') return { ...common, detail: mutationDetail(outcome) };
  const { class: error, message } = outcome.error;
  return { ...common, error, detail: shortMessage(message) };
}

/** Why a mutated response does not read, by its diagnosis. */
async function causesOf(parser: MadeParser, outcome: MutationOutcome): Promise<readonly string[]> {
  const { response } = outcome;
  if (outcome.outcome !== 'error' || response.length > maxDiagnosed || 'error' in parser) return [];
  return (await parser.diagnose(response, { limit: 1 })).causes.map(({ code }) => code);
}

function freeName({ samples }: Definition, wish: string): string {
  const used = new Set(samples.map(({ name }) => name));
  let name = wish;
  for (let number = 2; used.has(name); number++) name = `${wish} ${number}`;
  return name;
}
