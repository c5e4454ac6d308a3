import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ModuleOutcome } from '../../../../src/engine/index.ts';
import { callPython, type PythonCall } from '../../../../src/node/python/callPython.ts';
import { type PythonOptions, PythonPool } from '../../../../src/node/python/pythonPool.ts';
import { skipTest } from '../../../skipTest.ts';

const found = spawnSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9); print(sys.executable)']);

/** The Python of this machine; `undefined`: there is none that is new enough, and tests that need one are skipped. */
export const python3: string | undefined = found.status === 0 ? String(found.stdout).trim() : undefined;

/** Whether the Python of this machine has a package. */
export function pythonHas(name: string): boolean {
  return python3 !== undefined && spawnSync(python3, ['-c', `import ${name}`]).status === 0;
}

/** A folder with Python in it, and the processes that run that. */
export interface PythonFolder {
  readonly pool: PythonPool;
  /** What was printed. */
  printed(): string;
  /** Writes a file and gives its path. */
  write(name: string, text: string): Promise<string>;
  /** Runs a function of a module: its `parse` unless a `parser` is named. */
  parse(path: string, text?: string, definition?: object, limitMs?: number): Promise<ModuleOutcome>;
  call(path: string, call: PythonCall, limitMs?: number): Promise<ModuleOutcome>;
}

/** A folder for the tests of a suite, which are skipped where there is no Python. */
export function pythonFolder(options: PythonOptions = {}): PythonFolder {
  let folder = '';
  let printed = '';
  const pool = new PythonPool({
    ...(python3 !== undefined && { named: () => ({ path: python3, by: 'the test' }) }),
    workspaceFolder: () => folder,
    write: text => {
      printed += text;
    },
    ...options,
  });
  suiteSetup(async function () {
    if (python3 === undefined) skipTest(this, 'without Python 3.9 or newer');
    folder = await mkdtemp(join(tmpdir(), 'parserlens-python-'));
  });
  suiteTeardown(async () => {
    pool.dispose();
    if (folder !== '') await rm(folder, { recursive: true, force: true });
  });
  const call: PythonFolder['call'] = (path, each, limitMs = 20_000) => callPython(path, each, limitMs, pool.ask);
  return {
    pool,
    printed: () => printed,
    async write(name, text) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
      return path;
    },
    parse: (path, text = '', definition = {}, limitMs = undefined) =>
      call(path, { export: 'parse', args: [text, definition] }, limitMs),
    call,
  };
}
