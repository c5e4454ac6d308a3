import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Io } from '../io.ts';
import { unreadable } from '../readInput.ts';

const names = /\.(messages\.jsonl?|parser\.json)$/;
/** What a migrated file is called. */
const ownNames = /\.agentscope2\.messages\.jsonl?$/;

/**
 * The conversations and definitions of `PATH…`: files as they are, folders with all below, sorted; links are not followed,
 * and what was migrated before is left out. Throws `UsageError` for a path that cannot be read.
 */
export async function findConversationFiles(paths: readonly string[], io: Io): Promise<readonly string[]> {
  const found = new Set<string>();
  const walk = async (folder: string): Promise<void> => {
    const entries: Dirent[] = await readdir(resolve(io.cwd, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && entry.name !== '.git') await walk(path);
      } else if (entry.isFile() && names.test(entry.name) && !ownNames.test(entry.name)) found.add(path);
    }
  };
  for (const path of paths)
    try {
      if ((await stat(resolve(io.cwd, path))).isDirectory()) await walk(path);
      else found.add(path);
    } catch (error) {
      throw unreadable(path, error);
    }
  return [...found];
}
