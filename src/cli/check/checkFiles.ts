import { dirname, resolve } from 'node:path';
import {
  type CutSafety,
  checkDefinitions,
  constraintProblems,
  createSampleJudge,
  type Definition,
  EngineError,
  type Fix,
  type Host,
  modelTemplates,
  moduleOf,
  readDefinitions,
  type Sample,
  type SampleJudge,
  type SampleVerdict,
  toJsonText,
  unjudgedKey,
  withoutModules,
} from '../../engine/index.ts';
import { whyNotRun } from '../../node/moduleRights.ts';
import { type Confines, NamedFileError, readNamedFile } from '../../node/namedFile.ts';
import { maxNamedFile } from '../../portable/maxNamedFile.ts';
import { type CheckedFile, type CheckedFix, type CheckedSample, reportedProblem } from '../../views/checkedFile.ts';
import { type Position, positionsIn } from '../../views/position.ts';
import { withSeverities } from '../../views/problems.ts';
import type { Io } from '../io.ts';
import { splitReference } from '../loadDefinition.ts';
import { readInput, unreadable } from '../readInput.ts';
import { currentFolder } from '../sharedOptions.ts';
import { linkedText } from '../sources/readDefinitionFile.ts';

/** How a definition file is checked. */
export interface CheckOptions {
  /** The severities that the user wants, by code, see `withSeverities`. */
  readonly severities?: Readonly<Record<string, string>>;
  /** Is told of each file that the definition file names and that is read for it, absolute. */
  onFile?(path: string): void;
  /** Where files must be that samples name; the current folder unless said otherwise. */
  readonly confines?: Confines;
  /** `false`: samples that a module would read are skipped. */
  readonly runModules?: boolean;
  /** The file's text, where it is not saved yet. */
  readonly text?: string;
  /** Whether the answers of samples are cut, too, see `cutSample`. */
  readonly cuts?: boolean;
  /** The engines that definitions are to serve, and that are to hold models to them. */
  readonly engines?: readonly string[];
  /** Whether the user named the file itself, see `Reach`. */
  readonly isNamed?: boolean;
}

/** Reads a definition file and judges the samples of all its definitions, or of the one that `#NAME` names. */
export async function checkFile(
  reference: string,
  io: Io,
  {
    severities = {},
    onFile = () => {},
    runModules = true,
    isNamed = false,
    cuts = false,
    engines = [],
    confines = currentFolder(io.cwd),
    text: ownText,
  }: CheckOptions = {},
): Promise<CheckedFile> {
  const { file, name } = splitReference(reference, io.cwd);
  const text = await linkedText(ownText ?? (await readInput(file, io)), resolve(io.cwd, file), io, onFile);
  const read = readDefinitions(text, resolve(io.cwd, file));
  const definitions = read.definitions.filter(definition => name === undefined || definition.name === name);
  if (name !== undefined && definitions.length === 0)
    throw unreadable(reference, new Error(`there is no definition \`${name}\` in it`));
  if (isNamed) for (const each of definitions) io.reach?.nameDefinition(resolve(io.cwd, file), each);
  const found = read.problems.filter(
    ({ span }) =>
      name === undefined || definitions.some(({ span: own }) => span.start >= own.start && span.end <= own.end),
  );
  found.push(...(await checkDefinitions(definitions, runModules ? io.host : withoutModules(io.host, 'unavailable'))));
  found.push(...(await modelTemplates().definitionProblems(definitions, engines, io.host)));
  found.push(...constraintProblems(definitions, engines));
  const notRun = new Set(definitions.filter(definition => !runModules && moduleOf(definition) !== undefined));
  const placeOf = positionsIn(text);
  const problems = withSeverities(found, severities).map(({ fixes, ...problem }) => ({
    ...reportedProblem(problem, placeOf),
    ...(fixes && { fixes: fixes.map(fix => fixOf(fix, text, placeOf)) }),
  }));
  const samples: CheckedSample[] = [];
  const folder = resolve(io.cwd, dirname(file));
  for (const definition of definitions) {
    if (notRun.has(definition)) {
      samples.push(...definition.samples.map(sample => skipped(definition, sample, placeOf)));
      continue;
    }
    const open = unjudgedKey(definition);
    if (open !== undefined) {
      samples.push(...definition.samples.map(sample => skipped(definition, sample, placeOf, unjudgedMessage(open))));
      continue;
    }
    const module = moduleOf(definition);
    if (module !== undefined) onFile(besideDefinition(folder, module));
    const judge = createSampleJudge(definition, io.host);
    for (const sample of definition.samples) {
      const response = await sampleText(sample, folder, confines);
      if (sample.file !== undefined && !('outside' in response)) onFile(besideDefinition(folder, sample.file));
      const verdict = await verdictOf(judge, sample, response);
      const span = verdict.verdict === 'fail' ? (sample.expectSpan ?? sample.span) : sample.span;
      samples.push({ definition: definition.name, name: sample.name, ...verdict, ...placeOf(span.start) });
      if (cuts && !('error' in response)) {
        const cut = await cutSample(definition, sample, response.text, io.host);
        if (cut) samples.push({ ...cut, ...placeOf(sample.span.start) });
      }
    }
  }
  return {
    file,
    definitions: definitions.map(({ name, type }) => ({ name, type })),
    problems,
    samples,
    notRun: [...notRun].map(({ name: each }) => each),
  };
}

function fixOf({ title, edits }: Fix, text: string, placeOf: (offset: number) => Position): CheckedFix {
  return {
    title,
    edits: edits.map(({ span: { start, end }, text: after }) => ({
      ...placeOf(start),
      start,
      end,
      before: text.slice(start, end),
      after,
    })),
  };
}

function skipped(
  definition: Definition,
  { name, span }: Sample,
  placeOf: (offset: number) => Position,
  message = `Skipped: ${whyNotRun}`,
): CheckedSample {
  return { definition: definition.name, name, verdict: 'skipped', message, differences: [], ...placeOf(span.start) };
}

/** Why samples are not judged that rest on a key that only a run can know. */
export function unjudgedMessage(key: string): string {
  return `Skipped: \`${key}\` is known only when the program runs.`;
}

async function verdictOf(judge: SampleJudge, sample: Sample, response: SampleText): Promise<SampleVerdict> {
  if ('error' in response) return { verdict: 'fail', unread: true, message: response.error, differences: [] };
  return judge.judge(sample, response.text);
}

/** A sample's response, or why its file cannot be read. `outside`: it leads out of the confines. */
export type SampleText = { readonly text: string } | { readonly error: string; readonly outside?: true };

/** The response of a sample, whose definition is in a folder. */
export async function sampleText({ text = '', file }: Sample, folder: string, confines: Confines): Promise<SampleText> {
  if (file === undefined) return { text };
  try {
    const bytes = await readNamedFile(besideDefinition(folder, file), maxNamedFile, confines);
    return { text: new TextDecoder().decode(bytes) };
  } catch (error) {
    const isOutside = error instanceof NamedFileError && error.code === 'ERR_FILE_OUTSIDE';
    return { error: unreadable(file, error).message, ...(isOutside && { outside: true }) };
  }
}

/** A path in a definition, which may be written with either kind of slash. */
function besideDefinition(folder: string, path: string): string {
  return resolve(folder, path.replaceAll('\\', '/'));
}

/** Whether a sample's answer gives the same wherever its stream is cut; `undefined` for types that do not read answers as they come. */
async function cutSample(
  { name, parserType, source }: Definition,
  sample: Sample,
  text: string,
  host: Host,
): Promise<Omit<CheckedSample, 'line' | 'column'> | undefined> {
  const cuts = parserType.streams?.cuts;
  if (!cuts) return undefined;
  const message = wordsOf(await attempt(() => cuts(source, text, host)), text);
  return {
    definition: name,
    name: `${sample.name}, cut`,
    verdict: message === undefined ? 'pass' : 'fail',
    ...(message !== undefined && { message }),
    differences: [],
  };
}

async function attempt(run: () => Promise<CutSafety>): Promise<CutSafety | EngineError> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}

/** What is not safe, in a sentence; `undefined`: nothing. */
function wordsOf(safety: CutSafety | EngineError, text: string): string | undefined {
  if (safety instanceof EngineError) return `${safety.class}: ${safety.message}`;
  const { differs, passes } = safety;
  if (differs) {
    const { cut, outcome } = differs;
    const streamed =
      'message' in outcome ? toJsonText(outcome.message, 0) : `${outcome.error.class}: ${outcome.error.message}`;
    return `Cut behind ${JSON.stringify(text.slice(Math.max(0, cut - 20), cut))}, the stream gives something else: ${streamed}`;
  }
  if (!passes) return undefined;
  const { end, message } = passes;
  return `An answer that ends behind ${JSON.stringify(text.slice(Math.max(0, end - 20), end))} passes for a complete one, with less in it: ${toJsonText(message, 0)}`;
}
