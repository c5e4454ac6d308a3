import { existsSync, readdirSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { sourceModule } from '../../engine/index.ts';
import type { ChildFailure } from '../../portable/moduleQuestions.ts';
import { type ChildProgram, childEnv, maxWait } from '../child/childProgram.ts';
import { type End, interrupted, timeout } from '../child/epitaph.ts';
import type { PythonInterpreter } from './findPython.ts';
import type { ImportRoot } from './importRoot.ts';

/** What a process may hold, in megabytes; enough for a module that imports a framework. */
const maxMb = 1536;
/** How long a module may take to load, in milliseconds: an interpreter that imports large packages takes seconds. */
export const loadMs = 30_000;
const idleMs = 120_000;

/** What of the parent's environment a Python process gets beside that of every child: where packages are. */
const pythonVariables = ['PYTHONPATH', 'VIRTUAL_ENV', 'CONDA_PREFIX'];

/** A module's Python with `bridge.py`. `passed`: variables of the environment that the user lets through by name. */
export function pythonProgram(
  { command, args }: PythonInterpreter,
  path: string,
  { root, own, isProject, folders }: ImportRoot,
  passed: readonly string[],
): ChildProgram {
  const bridge = bridgeFile();
  const hasFile = basename(path) !== sourceModule;
  const setup = JSON.stringify({
    maxBytes: maxMb * 1024 * 1024,
    maxWait,
    path,
    hasFile,
    kinds: kindFiles(bridge),
    root: own,
    isProject,
    // What is asked of the framework that is installed must not find files of its name here.
    folders: hasFile ? folders : [],
  });
  return {
    command,
    args: [...args, '-X', 'utf8', '-u', bridge, setup],
    env: pythonEnv(passed, hasFile),
    cwd: root,
    loadMs,
    idleMs,
    epitaph: end => epitaph(end, command),
  };
}

/** Beside the bundle that runs; from source, beside this file. */
function bridgeFile(): string {
  const bundled = join(__dirname, 'bridge.py');
  return existsSync(bundled) ? bundled : join(__dirname, '..', 'bridge.py');
}

/** The kinds of parsers that each system has: in a folder beside the bridge, in which pip may keep them compiled; from source, each in its system's room. */
function kindFiles(bridge: string): readonly string[] {
  const bundled = join(dirname(bridge), 'kinds');
  if (existsSync(bundled))
    return readdirSync(bundled)
      .filter(name => name.endsWith('.py'))
      .sort()
      .map(name => join(bundled, name));
  const rooms = join(dirname(bridge), '../../engine/systems');
  return readdirSync(rooms)
    .sort()
    .map(name => join(rooms, name, 'kind.py'))
    .filter(file => existsSync(file));
}

/** The environment of a Python process: no keys, unless the user names them. */
function pythonEnv(
  passed: readonly string[],
  hasFile: boolean,
  env: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _, ...base } = childEnv(env);
  const more = [...pythonVariables, ...passed].flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]]));
  const made = { ...base, ...Object.fromEntries(more), PYTHONDONTWRITEBYTECODE: '1' };
  if (hasFile || made.PYTHONPATH === undefined) return made;
  // A relative place would be the folder's own.
  return { ...made, PYTHONPATH: made.PYTHONPATH.split(delimiter).filter(isAbsolute).join(delimiter) };
}

const crashes = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'];

function epitaph({ code, signal, reason, limitMs, isTaken, hasLoaded }: End, command: string): ChildFailure {
  // A timer of the system's counts what no other thread of Python's sees.
  if (reason === 't' || (signal === 'SIGPROF' && isTaken))
    return hasLoaded
      ? timeout(limitMs)
      : { class: 'ModuleTimeout', message: `The module did not load within ${loadMs / 1000} s.` };
  if (reason === 'm') {
    const message = `The module needs more memory than it may use: ${maxMb} MB.`;
    return { class: 'ModuleOutOfMemory', message };
  }
  if (reason === 'x') {
    const message = 'The module changed what Python needs to answer for it. What Python said last is in the output.';
    return { class: 'ModuleEnded', message };
  }
  // Windows has numbers in place of signals.
  const crash = signal !== null && crashes.includes(signal) ? signal : (code ?? 0) > 255 ? `code ${code}` : undefined;
  if (crash !== undefined) {
    const message = `Python crashed (${crash}) while it ran the module: code in C failed, or the recursion was too deep. What Python said last is in the output.`;
    return { class: 'ModuleCrashed', message };
  }
  if (!isTaken && signal === null) {
    const message = `${command} ended with code ${code} before it ran anything. Is it Python 3.9 or newer?`;
    return { class: 'PythonUnavailable', message };
  }
  if (signal !== null) return interrupted(`its process was ended by ${signal}.`);
  return { class: 'ModuleEnded', message: `The module ended its process with os._exit(${code}).` };
}
