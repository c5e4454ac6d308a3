import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { describe, it } from 'vitest';
import { oneLine, visible } from '../engine/index.ts';
import { nodeHost } from '../node/nodeHost.ts';
import type { CheckedFile, CheckedSample } from '../views/checkedFile.ts';
import { checkFile } from './check/checkFiles.ts';
import { type FoundFile, findDefinitionFiles, searchedIn } from './check/findDefinitionFiles.ts';
import type { Io } from './io.ts';
import { Reach } from './reach.ts';
import { currentFolder } from './sharedOptions.ts';
import { checkSources, isSourceReference } from './sources/findSources.ts';
import { samplesOfSource } from './sources/samplesOfSource.ts';

/** How samples become tests, see {@link testSamples}. */
export interface SampleTestOptions {
  /** Relative paths start here, and files that samples name must be in it. Default: the current folder. */
  readonly cwd?: string;
  /** Runs the modules of all definitions, which are code, if they are below `cwd` or a folder that is searched; otherwise only those of files that are named, not just found in a folder. */
  readonly runModules?: boolean;
}

/**
 * `parserlens/vitest`: makes every sample of definitions a test of Vitest's, in a suite for each file; an error in a
 * definition is a test that fails. To be awaited at the top of a test file. Judges as `parserlens check` does.
 * @param paths definition files, sources, `FILE#NAME`, or folders, which are searched for definition files. The samples of a
 * source's parser are those of the definitions below `cwd` that name it
 * @throws where a path cannot be read, and where there is no sample at all
 */
export async function testSamples(
  paths: string | readonly string[] = '.',
  { cwd = process.cwd(), runModules = false }: SampleTestOptions = {},
): Promise<void> {
  const list = typeof paths === 'string' ? [paths] : paths;
  const { stdout, stderr, env } = process;
  const folder = resolve(cwd);
  const reach = new Reach({ confines: currentFolder(folder), runModules });
  const io = { stdin: Readable.from([]), stdout, stderr, cwd: folder, env, host: reach.guard(nodeHost), reach };
  const files: CheckedFile[] = [];
  for (const found of await findDefinitionFiles(list, io))
    files.push(
      ...(isSourceReference(found.reference, io)
        ? await sourceFiles(found, io, runModules)
        : [await definitionFile(found, io, runModules)]),
    );
  if (!files.some(({ samples }) => samples.length > 0)) throw new Error(`No samples found in ${searchedIn(list)}.`);
  // Vitest fails a suite without tests.
  for (const file of files.filter(hasTests)) describe(oneLine(file.file), () => register(file));
}

function definitionFile({ reference, isNamed }: FoundFile, io: Io, runModules: boolean): Promise<CheckedFile> {
  return checkFile(reference, io, { isNamed, runModules: runModules || isNamed });
}

/** What is wrong with a source's parsers, and their samples, which stand in the definitions that name it. */
async function sourceFiles(found: FoundFile, io: Io, runModules: boolean): Promise<readonly CheckedFile[]> {
  const files = [...(await checkSources([found], [], io, { severities: {} }))];
  for (const { file, name } of await samplesOfSource(found.reference, io))
    files.push(await definitionFile({ reference: `${file}#${name}`, isNamed: false }, io, runModules));
  return files;
}

function hasTests({ problems, samples }: CheckedFile): boolean {
  return samples.length > 0 || problems.some(({ severity }) => severity === 'error');
}

function register({ file, problems, samples }: CheckedFile): void {
  for (const { code, severity, message, line, column } of problems)
    if (severity === 'error') it(code, () => fail(`${file}:${line}:${column}: ${message}`));
  for (const { definition, name, verdict, message, differences, line, column } of samples)
    (verdict === 'skipped' ? it.skip : it)(oneLine(`${definition}: ${name}`), () => {
      if (verdict === 'pass') return;
      fail(`${file}:${line}:${column}: ${message ?? 'This is not what the sample expects.'}`, differences);
    });
}

/** An error whose stack would lead nowhere: the place is in the message. Vitest shows how `expected` and `actual` differ. */
function fail(message: string, differences: CheckedSample['differences'] = []): never {
  const details = differences.map(
    ({ part, expected, actual }) => `${part}\nexpected: ${expected}\nactual:   ${actual}`,
  );
  const error = new Error(visible(message));
  error.stack = visible([message, ...details].join('\n'));
  const side = (name: 'expected' | 'actual') =>
    visible(differences.map(each => `${each.part}: ${each[name]}`).join('\n'));
  if (differences.length > 0) Object.assign(error, { expected: side('expected'), actual: side('actual') });
  throw error;
}
