import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Io } from '../io.ts';
import { isModelFolder } from './readModelFolder.ts';

/** A folder of a model: one that was named, or that lies below such a one. */
export interface FoundModel {
  readonly path: string;
  readonly isNamed: boolean;
}

/** The folders of models among `PATH…` and below them, sorted. What cannot be read is left out: whoever looks for definitions says so. */
export async function findModelFolders(paths: readonly string[], io: Io): Promise<readonly FoundModel[]> {
  const found = new Map<string, FoundModel>();
  const walk = async (folder: string, isNamed: boolean): Promise<void> => {
    const key = resolve(io.cwd, folder);
    if (isModelFolder(folder, io) && (isNamed || !found.has(key))) found.set(key, { path: folder, isNamed });
    const entries: Dirent[] = await readdir(key, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1)))
      if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git')
        await walk(join(folder, entry.name), false);
  };
  for (const path of paths) await walk(path, true);
  return [...found.values()];
}
