import { opendir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { LogSource } from './logSource.ts';
import { streamSource } from './logSource.ts';

/** What is in a folder: logs, and texts that are a response each. Paths are sorted. */
export interface FolderContent {
  readonly logs: readonly string[];
  readonly texts: readonly string[];
}

const logName = /\.(?:jsonl|ndjson|traj|csv|tsv|json)$/i;
/** Files of ours are not logs. */
const ownName = /\.(?:parser|messages|evaluation)\.json$/i;
const skipped: ReadonlySet<string> = new Set(['node_modules']);
/** The longest text of a folder, in bytes. */
const maxText = 50 * 1024 * 1024;

/** The files of a folder and of those in it; what is hidden is left out. Rejects with Node's own error. */
export async function folderContent(folder: string): Promise<FolderContent> {
  const found: string[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop())
    for await (const entry of await opendir(next)) {
      if (entry.name.startsWith('.')) continue;
      const path = join(next, entry.name);
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) folders.push(path);
      } else if (entry.isFile() && !ownName.test(entry.name)) found.push(path);
    }
  found.sort();
  return { logs: found.filter(path => logName.test(path)), texts: found.filter(path => !logName.test(path)) };
}

/** The texts of a folder as one log of lines, each `{ id, response }` with the file's path in the folder. */
export function textsSource(folder: string, texts: readonly string[]): LogSource {
  return {
    ...streamSource(async function* lines() {
      for (const path of texts) {
        const id = relative(folder, path).split(sep).join('/');
        yield `${JSON.stringify(await rowOf(path, id))}\n`;
      }
    }),
    offset: undefined,
  };
}

async function rowOf(path: string, id: string): Promise<Readonly<Record<string, string>>> {
  try {
    const bytes = await readFile(path);
    return bytes.length > maxText ? { id, error: 'too long' } : { id, response: new TextDecoder().decode(bytes) };
  } catch (error) {
    // Where it cannot be read any more, the row says so.
    return { id, error: (error as Error).message };
  }
}
