import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  type Definition,
  isSource,
  readDefinitions,
  type SourceDefinition,
  type SourceObject,
} from '../../engine/index.ts';
import { importRoot } from '../../node/python/importRoot.ts';
import { positionAt } from '../../views/position.ts';
import { type Io, UsageError } from '../io.ts';
import { loadDefinition, splitReference } from '../loadDefinition.ts';
import { isModelFolder } from '../models/readModelFolder.ts';
import { readInput } from '../readInput.ts';
import { findSources } from '../sources/findSources.ts';
import { readDefinitionFile, tellUnknown } from '../sources/readDefinitionFile.ts';

/** A definition that is compared, and what its source makes. */
export interface Compared {
  readonly definition: Definition;
  /** As the user named it, or below the named folder. */
  readonly file: string;
  readonly object?: SourceObject;
}

/**
 * The definition that is named; without a name all of the file that can be used, or of the sources of a folder, which are imported
 * only with `--run-modules`. Throws `UsageError` where there is none.
 */
export async function comparedDefinitions(reference: string, runsFound: boolean, io: Io): Promise<readonly Compared[]> {
  const { file, name } = splitReference(reference, io.cwd);
  if (isModelFolder(file, io)) return [await loadDefinition(reference, io)];
  if (isFolder(resolve(io.cwd, file))) return ofFolder(file, runsFound, io);
  if (isSource(file)) return ofSource(file, name, reference, io);
  if (name !== undefined) return [await loadDefinition(reference, io)];
  const { definitions } = readDefinitions(await readInput(file, io), resolve(io.cwd, file === '-' ? 'stdin' : file));
  // What is wrong with a file without definitions, loading says.
  return definitions.length === 0
    ? [await loadDefinition(reference, io)]
    : definitions.map(definition => ({ definition, file }));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

async function ofFolder(folder: string, runsFound: boolean, io: Io): Promise<readonly Compared[]> {
  if (!runsFound)
    throw new UsageError(
      `parserlens compare: to be compared, the sources of ${folder} are imported, which runs them. Name one as FILE#NAME, or add --run-modules.`,
    );
  const compared: Compared[] = [];
  for (const { reference, text, reading } of await findSources([folder], io)) {
    const { file } = splitReference(reference, io.cwd);
    for (const each of reading.found) await tellUnknown(file, each, io);
    compared.push(...together(file, text, reading.definitions, reading.found, io));
  }
  if (compared.length === 0) throw new UsageError(`parserlens compare: no source in ${folder} makes a parser.`);
  return compared;
}

async function ofSource(
  file: string,
  name: string | undefined,
  reference: string,
  io: Io,
): Promise<readonly Compared[]> {
  const { definitions, found = [], source = '' } = await readDefinitionFile(file, io);
  // What is wrong with what is named, loading says, and what of it is unknown.
  if (name !== undefined || definitions.length === 0) {
    const { definition } = await loadDefinition(reference, io);
    return together(file, source, [definition], found, io);
  }
  for (const each of found) await tellUnknown(file, each, io);
  return together(file, source, definitions, found, io);
}

function together(
  file: string,
  text: string,
  definitions: readonly Definition[],
  found: readonly SourceDefinition[],
  io: Io,
): readonly Compared[] {
  const path = resolve(io.cwd, file);
  const root = importRoot(path, io.cwd);
  return definitions.map(definition => {
    const own = found.find(({ name }) => name === definition.name);
    if (!own) return { definition, file };
    const same = found.filter(({ line, type }) => line === own.line && type === own.type);
    const object: SourceObject = {
      file: path,
      name: own.name,
      line: own.line,
      endLine: positionAt(text, own.span.end).line,
      number: same.indexOf(own),
      folders: [...root.folders, dirname(path)],
      unknown: own.unknown.map(({ argument }) => argument),
    };
    return { definition, file, object };
  });
}
