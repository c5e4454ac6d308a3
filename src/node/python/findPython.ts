import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import type { ChildFailure } from '../../portable/moduleQuestions.ts';
import { foldersUp } from './importRoot.ts';

/** A Python and how it is started. `from`: what names it, in words. */
export interface PythonInterpreter {
  readonly command: string;
  readonly args: readonly string[];
  readonly from: string;
}

/** Where an interpreter may come from. */
export interface PythonPlaces {
  /** The one that the user names, and where. */
  readonly named?: { readonly path: string; readonly by: string };
  /** The one that the editor has selected. */
  readonly selected?: string;
  /** Whether environments beside the module are passed over: nobody named them. */
  readonly isAsked?: boolean;
  /** Folders with environments are looked for from the module's folder up to this one; absent: in the module's alone. */
  readonly top?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
}

/** The Python that runs a module; see `docs/python.md` for the order. Nothing is started. */
export async function findPython(path: string, places: PythonPlaces): Promise<PythonInterpreter | ChildFailure> {
  const { named, selected, top, env = process.env, platform = process.platform } = places;
  const isWindows = platform === 'win32';
  const inEnvironment = (folder: string) => programsIn(folder, isWindows);
  if (named) {
    const command = await firstThere([named.path, ...inEnvironment(named.path)], isWindows, env);
    if (command !== undefined) return { command, args: [], from: named.by };
    return notFound(`There is no Python ${named.path}, which ${named.by} names.`);
  }
  if (selected !== undefined && (await isProgram(selected)))
    return { command: selected, args: [], from: 'selected in the editor' };
  const folder = dirname(path);
  const beside = places.isAsked ? undefined : await pythonBeside(path, { top, platform });
  if (beside) return beside;
  for (const name of ['VIRTUAL_ENV', 'CONDA_PREFIX'])
    for (const command of env[name] ? inEnvironment(env[name]) : [])
      if (await isProgram(command)) return { command, args: [], from: `$${name}` };
  const programs = isWindows ? [['py', '-3'], ['python3'], ['python']] : [['python3'], ['python']];
  for (const [program, ...args] of programs) {
    const command = await onPath(program!, isWindows, env);
    if (command !== undefined) return { command, args, from: 'PATH' };
  }
  return notFound(
    `There is no Python: no environment \`.venv\` or \`venv\` above ${folder}, no $VIRTUAL_ENV or $CONDA_PREFIX, no \`python3\` or \`python\` on the PATH. Install Python 3.9 or newer, or name one: the setting \`parserlens.python.interpreter\`, on the command line \`--python\`.`,
  );
}

/** The Python of an environment, `.venv` or `venv`, in the folder of a file or in one above it up to `top`. Nothing is started. */
export async function pythonBeside(
  path: string,
  { top, platform = process.platform }: Pick<PythonPlaces, 'top' | 'platform'> = {},
): Promise<PythonInterpreter | undefined> {
  const folder = dirname(path);
  for (const above of foldersUp(folder, top ?? folder))
    for (const name of ['.venv', 'venv'])
      for (const command of programsIn(join(above, name), platform === 'win32'))
        if (await isProgram(command)) return { command, args: [], from: `${name} in ${above}` };
  return undefined;
}

function programsIn(environment: string, isWindows: boolean): readonly string[] {
  return isWindows
    ? [join(environment, 'Scripts', 'python.exe'), join(environment, 'python.exe')]
    : [join(environment, 'bin', 'python')];
}

function notFound(message: string): ChildFailure {
  return { class: 'PythonNotFound', message };
}

async function firstThere(paths: readonly string[], isWindows: boolean, env: NodeJS.ProcessEnv) {
  for (const path of paths) {
    if (!/[\\/]/.test(path)) return onPath(path, isWindows, env);
    if (await isProgram(path)) return path;
  }
  return undefined;
}

async function onPath(name: string, isWindows: boolean, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const path = Object.entries(env).find(([key]) => key.toUpperCase() === 'PATH')?.[1] ?? '';
  for (const folder of path.split(delimiter)) {
    // A relative one leads to another file in every folder.
    if (!isAbsolute(folder)) continue;
    for (const file of isWindows ? [`${name}.exe`] : [name])
      if (await isProgram(join(folder, file))) return join(folder, file);
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
