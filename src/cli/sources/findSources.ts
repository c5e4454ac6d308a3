import { resolve } from 'node:path';
import {
  acrossFiles,
  checkDefinitions,
  isSource,
  readSource,
  type SourceReading,
  sourceProblems,
  sourcesWithParsers,
} from '../../engine/index.ts';
import { leadsOutside } from '../../node/namedFile.ts';
import { nodeSourceHost } from '../../node/nodeSourceHost.ts';
import { type CheckedFile, reportedProblem } from '../../views/checkedFile.ts';
import { positionsIn } from '../../views/position.ts';
import { withSeverities } from '../../views/problems.ts';
import { type FoundFile, findDefinitionFiles } from '../check/findDefinitionFiles.ts';
import type { Io } from '../io.ts';
import { splitReference } from '../loadDefinition.ts';
import { readInput, unreadable } from '../readInput.ts';

/** A source with its parsers, as the user named it or found below a named folder. */
interface FoundSource {
  readonly reference: string;
  readonly isNamed: boolean;
  readonly text: string;
  readonly reading: SourceReading;
}

/** Files that are read side by side: reading is mostly waiting. */
const readAtOnce = 32;

/** Bytes of a source: larger ones are made by programs. */
const maxSource = 5 * 1024 * 1024;

/** The sources of `PATH…` that make parsers: those that are named, and those below a folder that name a class of one or import a file that does. */
export async function findSources(paths: readonly string[], io: Io): Promise<readonly FoundSource[]> {
  const files = await findDefinitionFiles(paths, io, isSource);
  return readSources(
    files.filter(({ reference }) => isSourceReference(reference, io)),
    paths,
    io,
  );
}

/** Whether `FILE[#NAME]` names a source. */
export function isSourceReference(reference: string, io: Io): boolean {
  return isSource(splitReference(reference, io.cwd).file);
}

/** Of sources that were found or named, those that make parsers; what was only found in an environment of installed packages is left out. */
export async function readSources(
  found: readonly FoundFile[],
  paths: readonly string[],
  io: Io,
): Promise<readonly FoundSource[]> {
  const files = found.filter(({ reference, isNamed }) => isNamed || !isInstalled(reference));
  const searched = [io.cwd, ...paths.map(path => resolve(io.cwd, path))];
  const texts = new Map<string, { readonly text: string; readonly reference: string; readonly isNamed: boolean }>();
  for (let i = 0; i < files.length; i += readAtOnce) {
    const some = files.slice(i, i + readAtOnce).map(async each => {
      const { file } = splitReference(each.reference, io.cwd);
      // A link that was only found does not lead out of the folders that are searched.
      const isMeant = !each.isLink || !(await leadsOutside(resolve(io.cwd, file), searched));
      return { ...each, file, text: isMeant ? await readOrNone(file, each.isNamed, io) : undefined };
    });
    for (const { file, text, ...each } of await Promise.all(some))
      if (text !== undefined && (each.isNamed || !isMinified(file, text)))
        texts.set(resolve(io.cwd, file), { text, ...each });
  }
  const making = sourcesWithParsers(new Map([...texts].map(([path, { text }]) => [path, text])));
  const readings = new Map<string, SourceReading>();
  for (const [path, { text, isNamed }] of texts)
    if (isNamed || making.has(path))
      readings.set(path, await readSource(text, path, nodeSourceHost(path, rootOf(path, paths, io))));
  return [...acrossFiles(readings)].map(([path, reading]) => ({ ...texts.get(path)!, reading }));
}

/** Whether a file stands among installed packages, or in a folder of tools: `.venv`, `site-packages`. */
function isInstalled(reference: string): boolean {
  return /(?:^|[\\/])(?:site-packages|venv|\.[^.\\/][^\\/]*)[\\/]/.test(reference);
}

/** Whether a file is minified JavaScript, by the length of its lines: its parsers stand in the files that it was made of. */
function isMinified(file: string, text: string): boolean {
  return /\.[cm]?js$/i.test(file) && text.length > 1000 * text.split('\n').length;
}

/** The named folder that a file is below, if it is not the current one. */
function rootOf(path: string, paths: readonly string[], io: Io): string {
  const folders = paths.map(each => resolve(io.cwd, each));
  return folders.find(folder => path.startsWith(folder) && !io.cwd.startsWith(folder) && path !== folder) ?? io.cwd;
}

async function readOrNone(reference: string, isNamed: boolean, io: Io): Promise<string | undefined> {
  try {
    return await readInput(reference, io, maxSource);
  } catch (error) {
    if (isNamed) throw error;
    return undefined;
  }
}

/** How sources are checked. */
export interface SourceCheckOptions {
  readonly severities: Readonly<Record<string, string>>;
  /** Hears of each file that a source is read from, absolute. */
  onFile?(path: string): void;
}

/** The problems of the parsers that sources make, at their places in the sources. A source that makes none is left out. */
export async function checkSources(
  files: readonly FoundFile[],
  paths: readonly string[],
  io: Io,
  options: SourceCheckOptions,
): Promise<readonly CheckedFile[]> {
  const checked: CheckedFile[] = [];
  for (const source of await readSources(files, paths, io)) {
    for (const path of source.reading.files) options.onFile?.(path);
    const one = await checkSource(source, io, options);
    if (one.definitions.length > 0) checked.push(one);
  }
  return checked;
}

async function checkSource(
  { reference, text, reading }: FoundSource,
  io: Io,
  { severities }: SourceCheckOptions,
): Promise<CheckedFile> {
  const { file, name } = splitReference(reference, io.cwd);
  const isMeant = (each: { readonly name: string }) => name === undefined || each.name === name;
  const [definitions, found] = [reading.definitions.filter(isMeant), reading.found.filter(isMeant)];
  if (name !== undefined && found.length === 0)
    throw unreadable(reference, new Error(`there is no definition \`${name}\` in it`));
  const own = [...reading.problems, ...(await checkDefinitions(definitions, io.host))];
  const placeOf = positionsIn(text);
  const problems = withSeverities(sourceProblems({ ...reading, definitions, found }, own), severities);
  return {
    file,
    definitions: found.map(({ name, type }) => ({ name, type })),
    problems: problems.map(each => reportedProblem(each, placeOf)),
    samples: [],
    notRun: [],
  };
}
