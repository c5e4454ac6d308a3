import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NamedFileError, readNamedFile, statNamedFile } from '../namedFile.ts';

/** Files that are followed from a module. */
const maxFiles = 100;

interface KnownFile {
  readonly stamp: string;
  /** Why it may not be imported though it is there. */
  readonly refused?: string;
  readonly imports: readonly string[];
}

const cached = new Map<string, KnownFile>();

/** What {@link moduleFiles} found. */
export interface ModuleFiles {
  readonly files: readonly string[];
  readonly stamp: string;
  /** Why one of them may not be imported: importing a device or a pipe would not end. */
  readonly refused?: string;
}

/**
 * A module and the files that it imports by relative paths, directly and through each other, with a text that is another
 * one when any of them changed. A file that is not there counts as well: it may come.
 */
export async function moduleFiles(path: string): Promise<ModuleFiles> {
  const files = [path];
  const stamps: string[] = [];
  for (let i = 0; i < files.length; i++) {
    const { stamp, imports, refused } = await look(files[i]!);
    if (refused !== undefined) return { files, stamp, refused: `${files[i]} cannot be read: ${refused}.` };
    stamps.push(stamp);
    for (const each of imports) if (files.length < maxFiles && !files.includes(each)) files.push(each);
  }
  return { files, stamp: stamps.join('\n') };
}

async function look(path: string): Promise<KnownFile> {
  let stamp = `${path} missing`;
  try {
    const { mtimeMs, size, ino } = await statNamedFile(path);
    stamp = `${path} ${mtimeMs} ${size} ${ino}`;
  } catch (error) {
    if (error instanceof NamedFileError) return { stamp: `${path} refused`, imports: [], refused: error.message };
    // Not there, or out of reach: importing it tells.
  }
  const file = cached.get(path);
  if (file?.stamp === stamp) return file;
  const read = { stamp, imports: await relativeImports(path) };
  cached.set(path, read);
  return read;
}

/** Everything that looks like an import of a relative path; one in a comment does no harm. */
async function relativeImports(path: string): Promise<string[]> {
  try {
    const text = new TextDecoder().decode(await readNamedFile(path));
    const found = text.matchAll(/\b(?:from|import|require)\s?\(?\s?(["'])(\.{1,2}\/[^"'\n]{1,500})\1/g);
    return [...found].map(([, , specifier]) => resolve(dirname(path), specifier!.replace(/[?#].*$/, '')));
  } catch {
    return [];
  }
}

/** A path from what a stack or Node calls a file; `undefined` for anything else. */
export function pathOf(url: string): string | undefined {
  try {
    return url.startsWith('file:') ? fileURLToPath(url) : undefined;
  } catch {
    return undefined;
  }
}
