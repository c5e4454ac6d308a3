import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPython, type ModuleError, type ModuleJob, type ModuleOutcome } from '../../engine/index.ts';
import { callPython } from '../python/callPython.ts';
import { type AskModule, callModule } from './modulePool.ts';

/** Runs what a definition or a conversation names, see `Host.runModule`: the module is looked for beside the file that names it. */
export async function runModule(
  { module, file, ...call }: ModuleJob,
  limitMs: number,
  ask: AskModule,
): Promise<ModuleOutcome> {
  const folder = folderOf(file);
  if (folder === undefined)
    return failure('ModuleNotFound', `\`${module}\` is relative to a file on disk. Save the file to a folder first.`);
  const path = resolve(folder, module);
  if (!isPython(path) && !/\.[cm]?js$/.test(path))
    return failure(
      'ModuleNotFound',
      `\`${module}\` is neither JavaScript nor Python. A module is an .mjs, .js or .py file.`,
    );
  const [outcome] = isPython(path)
    ? await callPython(path, [call], limitMs, ask)
    : [await callModule({ ...call, path }, limitMs, ask)];
  if (!outcome) return failure('ModuleEnded', 'The module was not asked.');
  return outcome.ok ? outcome : { ok: false, error: shownFrom(folder, outcome.error) };
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

/** The error with its place relative to a folder, as the folder's files name the module. */
function shownFrom(folder: string, error: ModuleError): ModuleError {
  if (!error.place) return error;
  const path = relative(folder, error.place.file);
  return { ...error, place: { ...error.place, file: isAbsolute(path) ? path : path.replaceAll('\\', '/') } };
}

function failure(className: string, message: string): ModuleOutcome {
  return { ok: false, error: { class: className, message } };
}
