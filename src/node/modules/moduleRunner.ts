import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPython, type ModuleJob, type ModuleOutcome } from '../../engine/index.ts';
import type { AskModule, AskModuleEach } from '../../portable/moduleQuestions.ts';
import { callPython, callPythonEach } from '../python/callPython.ts';
import { callModule, callModuleEach } from './modulePool.ts';

/** Runs what a definition or a conversation names, see `Host.runModule`: the module is looked for beside the file that names it. */
export async function runModule(
  { module, file, ...call }: ModuleJob,
  limitMs: number,
  ask: AskModule,
): Promise<ModuleOutcome> {
  const found = placeOf(module, file);
  if ('error' in found) return found;
  const { folder, path } = found;
  const outcome = isPython(path)
    ? await callPython(path, call, limitMs, ask)
    : await callModule({ ...call, path }, limitMs, ask);
  return shownFrom(folder, outcome);
}

/** Runs many calls, see `Host.runModules`: those of one module at once, in their order. */
export async function runModules(
  jobs: readonly ModuleJob[],
  limitMs: number,
  ask: AskModuleEach,
  mostTimeouts?: number,
): Promise<readonly ModuleOutcome[]> {
  const places = jobs.map(({ module, file }) => placeOf(module, file));
  const outcomes: ModuleOutcome[] = [];
  const byPath = new Map<string, { readonly index: number; readonly folder: string }[]>();
  for (const [index, place] of places.entries()) {
    if ('error' in place) {
      outcomes[index] = place;
      continue;
    }
    const { path, folder } = place;
    const others = byPath.get(path);
    if (others) others.push({ index, folder });
    else byPath.set(path, [{ index, folder }]);
  }
  for (const [path, ofPath] of byPath) {
    const calls = ofPath.map(({ index }) => callOf(jobs[index]!));
    const replies = await (isPython(path) ? callPythonEach : callModuleEach)(path, calls, limitMs, ask, mostTimeouts);
    for (const [i, { index, folder }] of ofPath.entries()) outcomes[index] = shownFrom(folder, replies[i]!);
  }
  return outcomes;
}

function callOf({ module: _, file: __, ...call }: ModuleJob) {
  return call;
}

/** Where the module is that a file names. */
function placeOf(module: string, file: string) {
  const folder = folderOf(file);
  if (folder === undefined)
    return failure('ModuleNotFound', `\`${module}\` is relative to a file on disk. Save the file to a folder first.`);
  const path = resolve(folder, module);
  if (!isPython(path) && !/\.[cm]?js$/.test(path))
    return failure(
      'ModuleNotFound',
      `\`${module}\` is neither JavaScript nor Python. A module is an .mjs, .js or .py file.`,
    );
  return { folder, path };
}

/** The folder of a file that a path or a `file:` URI names; `undefined` for what is on no disk. */
function folderOf(file: string): string | undefined {
  if (isAbsolute(file) || !/^[\w+.-]{2,}:/.test(file)) return dirname(resolve(file));
  try {
    return dirname(fileURLToPath(file));
  } catch {
    return undefined;
  }
}

/** The outcome with the place of its error relative to a folder, as the folder's files name the module. */
function shownFrom(folder: string, outcome: ModuleOutcome): ModuleOutcome {
  if (outcome.ok) return outcome;
  const { error } = outcome;
  const { place } = error;
  if (!place) return outcome;
  const path = relative(folder, place.file);
  return {
    ok: false,
    error: { ...error, place: { ...place, file: isAbsolute(path) ? path : path.replaceAll('\\', '/') } },
  };
}

function failure(className: string, message: string) {
  return { ok: false, error: { class: className, message } } as const;
}
