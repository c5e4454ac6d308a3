// What a parser in Python costs beside its work: the first call, with a process that has to start and with one that is
// there, a call with 1 KB, many at once, the first call after a save, and the memory of four processes.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { quick } from './quick.mjs';

const found = spawnSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9); print(sys.executable)']);
if (found.status !== 0) {
  console.log('There is no Python 3.9 or newer.');
  process.exit();
}
const runs = quick(9, 2);
const calls = quick(500, 10);
const batch = quick(20_000, 100);
/** Responses of 600 bytes that a function which does nothing reads in a second, on a machine that has time for it. */
const least = 20_000;

const middle = numbers => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
const folder = await mkdtemp(join(tmpdir(), 'parserlens-bench-'));
try {
  const { PythonPool } = await tsImport('../../src/node/python/pythonPool.ts', import.meta.url);
  const { callPython, callPythonEach } = await tsImport('../../src/node/python/callPython.ts', import.meta.url);
  const named = () => ({ path: String(found.stdout).trim(), by: 'the bench' });
  const pool = () => new PythonPool({ named });
  const path = name => join(folder, `${name}.py`);
  const write = (name, change = '') => writeFile(path(name), `def parse(text): return None\n${change}`);
  const parse = text => ({ export: 'parse', args: [text, {}] });
  const timed = async work => {
    const start = performance.now();
    const outcome = await work();
    if (outcome.ok === false) throw new Error(outcome.error.message);
    return performance.now() - start;
  };

  await write('m');
  const cold = [];
  for (let run = 0; run < runs; run++) {
    const one = pool();
    cold.push(await timed(() => callPython(path('m'), parse('x'), 5000, one.ask)));
    one.dispose();
  }
  const kept = pool();
  await callPython(path('m'), parse('x'), 5000, kept.ask);
  const warm = [];
  for (let call = 0; call < calls; call++)
    warm.push(await timed(() => callPython(path('m'), parse('x'.repeat(1000)), 5000, kept.ask)));
  const many = Array.from({ length: batch }, () => parse('x'.repeat(600)));
  const took = await timed(async () => ({
    ok: (await callPythonEach(path('m'), many, 5000, kept.askEach)).every(({ ok }) => ok),
  }));
  const saved = [];
  for (let run = 0; run < runs; run++) {
    await write('m', `# ${run}${' '.repeat(run)}\n`);
    saved.push(await timed(() => callPython(path('m'), parse('x'), 5000, kept.ask)));
  }
  for (const name of ['a', 'b', 'c', 'd']) {
    await write(name, 'import os\ndef pid(): return os.getpid()\n');
  }
  const pids = [];
  for (const name of ['a', 'b', 'c', 'd'])
    pids.push((await callPython(path(name), { export: 'pid', args: [] }, 5000, kept.ask)).value);
  const memory = await Promise.all(
    pids.map(async pid => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
    }),
  );
  kept.dispose();

  console.log(`the first call, its process started for it: ${middle(cold).toFixed(0)} ms`);
  console.log(`a call with 1 KB: ${middle(warm).toFixed(2)} ms`);
  console.log(`${batch} responses of 600 bytes: ${((1000 * batch) / took).toFixed(0)} a second (limit ${least})`);
  console.log(`the first call after a save: ${middle(saved).toFixed(0)} ms (limit 300 ms)`);
  console.log(`memory of four processes: ${memory.reduce((sum, each) => sum + each, 0).toFixed(0)} MB`);
  if ((1000 * batch) / took < least || middle(saved) > 300) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit();
