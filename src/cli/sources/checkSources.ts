import { checkDefinitions, sourceProblems } from '../../engine/index.ts';
import { type CheckedFile, reportedProblem } from '../../views/checkedFile.ts';
import { positionsIn } from '../../views/position.ts';
import { withSeverities } from '../../views/problems.ts';
import type { FoundFile } from '../check/findDefinitionFiles.ts';
import type { Io } from '../io.ts';
import { splitReference } from '../loadDefinition.ts';
import { unreadable } from '../readInput.ts';
import { type FoundSource, readSources } from './findSources.ts';

/** How sources are checked. */
export interface SourceCheckOptions {
  readonly severities: Readonly<Record<string, string>>;
  /** Is told of each file that a source is read from, absolute. */
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
