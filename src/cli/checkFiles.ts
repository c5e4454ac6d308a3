import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  checkDefinitions,
  createParser,
  type Definition,
  EngineError,
  judgeSample,
  type Problem,
  readDefinitions,
  type Sample,
  type SampleVerdict,
} from '../engine/index.ts';
import { withSeverities } from '../views/problems.ts';
import { type Io, UsageError } from './io.ts';
import { splitReference } from './loadDefinition.ts';
import { type Position, positionsIn } from './position.ts';
import { unreadable } from './readInput.ts';

/** A problem of a definition file, or a sample's verdict, at its place in that file. */
export interface CheckedProblem extends Position {
  readonly code: Problem['code'];
  readonly severity: Problem['severity'];
  readonly message: string;
}

/** A sample's verdict. A failure is placed at what was expected, else at the sample. */
export interface CheckedSample extends Position, SampleVerdict {
  readonly definition: string;
  readonly name: string;
}

/** What checking a definition file gave. */
export interface CheckedFile {
  /** As the user wrote it, or found below the folder that the user wrote. */
  readonly file: string;
  readonly definitions: readonly { readonly name: string; readonly type: string }[];
  readonly problems: readonly CheckedProblem[];
  readonly samples: readonly CheckedSample[];
}

/** The definition files of `PATH…`: files as they are (with their `#NAME`), folders with all below, sorted. Throws `UsageError` for a path that cannot be read. */
export async function findDefinitionFiles(paths: readonly string[], cwd: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const { file } = splitReference(path, cwd);
    try {
      if ((await stat(resolve(cwd, file))).isDirectory()) found.push(...(await walk(path, cwd)));
      else found.push(path);
    } catch (error) {
      throw unreadable(file, error);
    }
  }
  return [...new Set(found)];
}

async function walk(folder: string, cwd: string): Promise<string[]> {
  const entries = await readdir(resolve(cwd, folder), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.name.endsWith('.parser.json') && (await isFile(entry, resolve(cwd, path)))) found.push(path);
    else if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git')
      found.push(...(await walk(path, cwd)));
  }
  return found;
}

/** Whether an entry of a folder is a file, or a link to one. */
async function isFile(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isFile();
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/**
 * Reads a definition file and judges the samples of all its definitions, or of the one that `#NAME` names. `severities`
 * are those that a person wants, by code, see `withSeverities`. `onFile` is told of each file that it names, absolute.
 */
export async function checkFile(
  reference: string,
  io: Io,
  severities: Readonly<Record<string, string>> = {},
  onFile: (path: string) => void = () => {},
): Promise<CheckedFile> {
  const { file, name } = splitReference(reference, io.cwd);
  const text = await readText(resolve(io.cwd, file), file);
  const read = readDefinitions(text, resolve(io.cwd, file));
  const definitions = read.definitions.filter(definition => name === undefined || definition.name === name);
  if (name !== undefined && definitions.length === 0)
    throw unreadable(reference, new Error(`there is no definition \`${name}\` in it`));
  const found = read.problems.filter(
    ({ span }) =>
      name === undefined || definitions.some(({ span: own }) => span.start >= own.start && span.end <= own.end),
  );
  found.push(...(await checkDefinitions(definitions, io.host)));
  for (const definition of definitions) found.push(...(await checkModule(definition, io)));
  const placeOf = positionsIn(text);
  const problems = withSeverities(found, severities).map(({ code, severity, message, span }) => ({
    ...{ code, severity, message },
    ...placeOf(span.start),
  }));
  const samples: CheckedSample[] = [];
  const folder = resolve(io.cwd, dirname(file));
  for (const definition of definitions) {
    const module = definition.type === 'custom' ? definition.source.config.get('module') : undefined;
    if (typeof module === 'string') onFile(besideDefinition(folder, module));
    for (const sample of definition.samples) {
      if (sample.file !== undefined) onFile(besideDefinition(folder, sample.file));
      const verdict = await judge(definition, sample, folder, io);
      const span = verdict.verdict === 'fail' ? (sample.expectSpan ?? sample.span) : sample.span;
      samples.push({ definition: definition.name, name: sample.name, ...verdict, ...placeOf(span.start) });
    }
  }
  return { file, definitions: definitions.map(({ name, type }) => ({ name, type })), problems, samples };
}

/** Whether the module of a definition of one's own gives an instruction. */
async function checkModule(definition: Definition, { host }: Io): Promise<Problem[]> {
  const span = definition.source.spanOf(['module']);
  if (definition.type !== 'custom' || definition.invalid !== undefined || !span) return [];
  try {
    const parser = createParser(definition, host);
    await parser.prepare();
    parser.formatInstruction();
    return [];
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const message = `${error.class}: ${error.message}`;
    return [{ code: 'module-error', severity: 'error', message, span }];
  }
}

async function judge(definition: Definition, sample: Sample, folder: string, io: Io): Promise<SampleVerdict> {
  const response = await sampleText(sample, folder);
  if ('error' in response) return { verdict: 'fail', unread: true, message: response.error, differences: [] };
  return judgeSample(definition, sample, response.text, io.host);
}

/** The response of a sample, whose definition is in a folder, or why its file cannot be read. */
export async function sampleText(
  { text = '', file }: Sample,
  folder: string,
): Promise<{ readonly text: string } | { readonly error: string }> {
  if (file === undefined) return { text };
  try {
    return { text: await readText(besideDefinition(folder, file), file) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { error: error.message };
  }
}

/** A path in a definition, which may be written with either kind of slash. */
function besideDefinition(folder: string, path: string): string {
  return resolve(folder, path.replaceAll('\\', '/'));
}

async function readText(path: string, file: string): Promise<string> {
  try {
    return new TextDecoder().decode(await readFile(path));
  } catch (error) {
    throw unreadable(file, error);
  }
}
