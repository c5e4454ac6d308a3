import { LastUsed } from '../engine/core/lastUsed.ts';
import {
  type Definition,
  type Edit,
  type Sample,
  type SampleDifference,
  type SamplePart,
  type SampleVerdict,
  updateExpectation,
} from '../engine/index.ts';
import { causeName } from '../views/diagnosisModel.ts';
import type { MadeParser } from '../views/instruction.ts';
import { type SampledFile, type SampleListing, sampledFile } from '../views/sampleListing.ts';
import type { DefinitionCache } from './definitionCache.ts';

/** What a sample's file holds, or why it could not be read. */
export type SampleFile = { readonly text: string } | { readonly error: string };

/** A definition file's text. `version` is another string whenever the text is another. */
export interface SampleSource {
  readonly fileName: string;
  readonly version: string;
  readonly text: string;
}

/** Samples of a file to be judged. */
export interface JudgeRequest {
  readonly fileName: string;
  readonly version: string;
  /** Their numbers in the file, from 0. */
  readonly numbers: readonly number[];
  /** What the files hold that they name. */
  readonly files: Readonly<Record<string, SampleFile>>;
  /** Whether the answer has the differences. */
  readonly details: boolean;
}

/** A sample's verdict, of bounded size. */
export interface JudgedSample {
  /** `error`: it was not judged, because the definition makes no parser or the sample's file cannot be read. */
  readonly verdict: 'pass' | 'fail' | 'error';
  /** Empty for a pass. */
  readonly message: string;
  /** Why it fails, in a line, with the first difference; empty for a pass. */
  readonly detail: string;
  /** The parts that are not as expected. */
  readonly parts: readonly SamplePart[];
  /** In milliseconds. */
  readonly duration: number;
  /** Each value cut at {@link maxValue}. Empty unless the request wants them. */
  readonly differences: readonly SampleDifference[];
}

/** Judges samples, in a thread of their own: they may be thousands. */
export interface SamplesApi {
  /** A page of a file's samples, from number `from` on; the file is kept for `judge`. */
  listSamples(source: SampleSource, from: number): Promise<SampleListing>;
  /** The verdicts of the first few of the samples, as many as a moment allows, at least one; `undefined` when the file must be listed again first. */
  judge(request: JudgeRequest): Promise<readonly JudgedSample[] | undefined>;
  /** The edits that make samples expect what comes out, in text order, none for one that cannot be read; `undefined` when the file must be listed again first. */
  expectationEdits(request: Omit<JudgeRequest, 'details'>): Promise<readonly Edit[] | undefined>;
}

/** The longest detail, in UTF-16 units; a value may be a whole response. */
const maxDetail = 300;

/** The longest value of a difference, in UTF-16 units. */
const maxValue = 100_000;

/** The longest response that is diagnosed, in UTF-16 units: there may be thousands. */
const maxDiagnosed = 20_000;

/** How many samples a page has. */
const pageSize = 1000;

/** How many UTF-16 units of differences one call of `judge` gives, one sample's more. */
const maxDetails = 1_000_000;

/** After this long a call of `judge` returns, in milliseconds. */
const moment = 100;

/** How many files are kept read. */
const keptFiles = 8;

/** The service over the engine. `now`: a clock, in milliseconds. */
export function samplesService(cache: DefinitionCache, now: () => number): SamplesApi {
  const kept = new LastUsed<{ readonly version: string; readonly file: SampledFile }>(keptFiles);
  const keep = ({ fileName, version, text }: SampleSource): SampledFile => {
    const before = kept.get(fileName);
    if (before?.version === version) return before.file;
    return kept.set(fileName, { version, file: sampledFile(text, cache.read(text, fileName)) }).file;
  };
  const judgeOne = async (definition: Definition, sample: Sample, files: JudgeRequest['files']): Promise<Judged> => {
    const file = responseOf(sample, files);
    if (!file || !('text' in file))
      return { verdict: 'fail', unread: true, differences: [], message: file?.error ?? '' };
    const verdict = await cache.judge(definition).judge(sample, file.text);
    const isUnexpected = verdict.verdict === 'fail' && !verdict.unread && sample.expect?.error === undefined;
    return isUnexpected ? withCause(verdict, cache.parser(definition), file.text) : verdict;
  };
  return {
    listSamples: async (source, from) => keep(source).page(from, pageSize),
    async judge({ fileName, version, numbers, files, details }) {
      const sampled = kept.get(fileName);
      if (sampled?.version !== version) return undefined;
      const judged: JudgedSample[] = [];
      const end = now() + moment;
      let size = 0;
      for (const number of numbers) {
        const one = sampled.file.samples[number];
        if (!one) return undefined;
        const start = now();
        const verdict = await judgeOne(one.definition, one.sample, files);
        const answer = judgedSample(verdict, now() - start, details);
        judged.push(answer);
        size += answer.differences.reduce((sum, { expected, actual }) => sum + expected.length + actual.length, 0);
        if (now() > end || size > maxDetails) break;
      }
      return judged;
    },
    async expectationEdits({ fileName, version, numbers, files }) {
      const sampled = kept.get(fileName);
      if (sampled?.version !== version) return undefined;
      const edits: Edit[] = [];
      for (const number of numbers) {
        const one = sampled.file.samples[number];
        if (!one) return undefined;
        const file = responseOf(one.sample, files);
        const actual = file && 'text' in file && (await cache.judge(one.definition).actual(file.text));
        if (actual) edits.push(...updateExpectation(sampled.file.text, one.definition, one.sample, actual));
      }
      return edits.sort((a, b) => a.span.start - b.span.start);
    },
  };
}

/** A verdict, with the cause in words where a response that should read does not. */
type Judged = SampleVerdict & { readonly cause?: string };

async function withCause(verdict: SampleVerdict, parser: MadeParser, text: string): Promise<Judged> {
  if (text.length > maxDiagnosed || 'error' in parser) return verdict;
  const { causes } = await parser.diagnose(text, { limit: 1 });
  if (causes.length === 0) return verdict;
  return { ...verdict, cause: ` Cause: ${causes.map(({ code }) => causeName(code)).join(', ')}.` };
}

function judgedSample(sampleVerdict: Judged, duration: number, details: boolean): JudgedSample {
  const { verdict, message = '', cause = '', unread, differences } = sampleVerdict;
  return {
    verdict: unread ? 'error' : verdict,
    message: clip(message, (details ? maxValue : maxDetail) - cause.length) + cause,
    detail: verdict === 'pass' ? '' : detailOf(sampleVerdict),
    parts: differences.map(({ part }) => part),
    duration,
    differences: details
      ? differences.map(({ part, expected, actual }) => ({
          part,
          expected: clip(expected, maxValue),
          actual: clip(actual, maxValue),
        }))
      : [],
  };
}

/** Why a sample fails. */
function detailOf({ message = '', cause = '', differences }: Judged): string {
  const [first] = differences;
  const words =
    !first || first.part === 'error' ? message : `${first.part}: expected ${first.expected}, got ${first.actual}`;
  return clip(words.replace(/\s+/g, ' '), maxDetail - cause.length) + cause;
}

function responseOf({ text = '', file }: Sample, files: JudgeRequest['files']): SampleFile | undefined {
  if (file === undefined) return { text };
  return Object.hasOwn(files, file) ? files[file] : undefined;
}

function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
