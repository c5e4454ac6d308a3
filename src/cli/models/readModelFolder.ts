import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { modelFileNames, moreTemplatesFolder } from '../../engine/index.ts';
import type { Io } from '../io.ts';
import { readInput } from '../readInput.ts';

/** The largest file of a model that is read: configurations with a vocabulary in them are large. */
const maxBytes = 64 * 2 ** 20;

/** Whether a path is a folder of a model, which has a `tokenizer_config.json`. */
export function isModelFolder(path: string, { cwd }: Io): boolean {
  return existsSync(resolve(cwd, path, modelFileNames[0]));
}

/** The files of a model's folder that say how it is asked and read, by their paths in it. Throws `UsageError` for what cannot be read. */
export async function readModelFolder(path: string, io: Io): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const read = async (name: string) => {
    const text = await readInput(join(path, name), io, maxBytes);
    // As Python reads text.
    files.set(name, name.endsWith('.jinja') ? text.replace(/\r\n?/g, '\n') : text);
  };
  for (const name of modelFileNames) if (existsSync(resolve(io.cwd, path, name))) await read(name);
  for (const name of await moreTemplates(resolve(io.cwd, path, moreTemplatesFolder)))
    await read(`${moreTemplatesFolder}/${name}`);
  return files;
}

/** The further chat templates in a folder, if there is one. */
async function moreTemplates(folder: string): Promise<readonly string[]> {
  if (!existsSync(folder)) return [];
  const names = await readdir(folder);
  return names.filter(name => name.endsWith('.jinja')).sort();
}
