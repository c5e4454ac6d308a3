import { type Dirent, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type Definition,
  EngineError,
  modelFileNames,
  modelTemplates,
  moreTemplatesFolder,
  readDefinitions,
  toJsonText,
} from '../../engine/index.ts';
import { type CheckedFile, reportedProblem } from '../../views/checkedFile.ts';
import { positionsIn } from '../../views/position.ts';
import { withSeverities } from '../../views/problems.ts';
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

/** The definition that reads the answers of a model; none for one without a response template. */
export async function readModelDefinitions(folder: string, io: Io): Promise<readonly Definition[]> {
  try {
    const text = toJsonText(modelTemplates().definitionOf(await readModelFolder(folder, io)));
    return readDefinitions(text, resolve(io.cwd, folder)).definitions;
  } catch (error) {
    if (error instanceof EngineError) return [];
    throw error;
  }
}

/** A folder of a model: one that was named, or that lies below such a one. */
interface FoundModel {
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

/**
 * What is wrong with the templates of a model's folder: each file of it that was read, with its problems. Of a folder that
 * was not named nothing, where it has no templates: the model is not asked by chats.
 */
export async function checkModel(
  { path, isNamed }: FoundModel,
  io: Io,
  severities: Readonly<Record<string, string>>,
  engines: readonly string[] = [],
): Promise<readonly CheckedFile[]> {
  const files = await readModelFolder(path, io);
  const templates = modelTemplates();
  const found = [...templates.problems(files), ...templates.servingProblems(files, engines)];
  if (!isNamed && found.length === 0 && !hasTemplates(files)) return [];
  return [...files]
    .filter(([name]) => name === 'tokenizer_config.json' || found.some(({ file }) => file === name))
    .map(([name, text]) => {
      const placeOf = positionsIn(text);
      const own = found.filter(({ file }) => file === name);
      const problems = withSeverities(own, severities).map(each => reportedProblem(each, placeOf));
      return { file: join(path, name), definitions: [], problems, samples: [], notRun: [] };
    });
}

function hasTemplates(files: ReadonlyMap<string, string>): boolean {
  const isTemplate = (name: string) => name.endsWith('.jinja') || name === 'chat_template.json';
  return (
    [...files.keys()].some(isTemplate) ||
    /"(?:chat|response)_template"\s*:/.test(files.get('tokenizer_config.json') ?? '')
  );
}
