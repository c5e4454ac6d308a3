import { constants, type Dirent } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { oneLine } from '../../engine/index.ts';
import { type Io, tell } from '../io.ts';
import { splitReference } from '../loadDefinition.ts';
import { reasonOf, unreadable } from '../readInput.ts';

/** A file to be read. */
export interface FoundFile {
  /** As the user wrote it (with its `#NAME`), or found below the folder that the user wrote. */
  readonly reference: string;
  /** The user named the file itself, and not only a folder above it: its modules may run. */
  readonly isNamed: boolean;
  /** What was found is a link to a file. */
  readonly isLink?: true;
}

/**
 * The definition files of `PATH…`: files as they are, folders with all below that `isWanted` by their names, sorted. What cannot be read below a folder is
 * named on standard error and left out. Throws `UsageError` for a path that cannot be read.
 */
export async function findDefinitionFiles(
  paths: readonly string[],
  io: Io,
  isWanted: (name: string) => boolean = isDefinitionFile,
): Promise<readonly FoundFile[]> {
  const found = new Map<string, FoundFile>();
  const add = (reference: string, isNamed: boolean, isLink = false) => {
    const key = resolve(io.cwd, reference);
    if (isNamed || !found.has(key)) found.set(key, { reference, isNamed, ...(isLink && { isLink }) });
  };
  for (const path of paths) {
    const { file } = splitReference(path, io.cwd);
    try {
      if ((await stat(resolve(io.cwd, file))).isDirectory()) {
        io.reach?.nameFolder(resolve(io.cwd, file));
        await walk(path, await entriesOf(path, io), io, isWanted, (each, isLink) => add(each, false, isLink));
      } else add(path, true);
    } catch (error) {
      throw unreadable(file, error);
    }
  }
  return [...found.values()];
}

/** True for the name of a file that holds definitions. */
export function isDefinitionFile(name: string): boolean {
  return name.endsWith('.parser.json');
}

async function entriesOf(folder: string, { cwd }: Io): Promise<readonly Dirent[]> {
  const entries = await readdir(resolve(cwd, folder), { withFileTypes: true });
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function walk(
  folder: string,
  entries: readonly Dirent[],
  io: Io,
  isWanted: (name: string) => boolean,
  add: (path: string, isLink: boolean) => void,
): Promise<void> {
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (isWanted(entry.name) && (await isFile(entry, resolve(io.cwd, path)))) {
      const isReadable = await tried(path, io, () => access(resolve(io.cwd, path), constants.R_OK));
      if (isReadable) add(path, entry.isSymbolicLink());
    } else if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git') {
      const inner = await tried(path, io, () => entriesOf(path, io));
      if (inner) await walk(path, inner.value, io, isWanted, add);
    }
  }
}

/** The paths that were searched, for a sentence: a lone dot would look like its end. */
export function searchedIn(paths: readonly string[]): string {
  return paths.map(path => (/^\.[\\/]?$/.test(path) ? 'the current folder' : path)).join(', ');
}

/** What reading something gives; `undefined` after a warning where it cannot be read. */
async function tried<T>(path: string, io: Io, read: () => Promise<T>): Promise<{ readonly value: T } | undefined> {
  try {
    return { value: await read() };
  } catch (error) {
    // Each is cut for itself: the reason matters more than the end of a long path.
    const reason = oneLine(reasonOf(error));
    await tell(io.stderr, `${oneLine(path)}: warning: left out, because it cannot be read: ${reason}.\n`);
    return undefined;
  }
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
