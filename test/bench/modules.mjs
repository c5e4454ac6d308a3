// What a module of one's own costs beside its work: its process's start, a call, and a change of the module, with and
// without a process that is kept warm. A call must cost little beside a start, which a warm process hides.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { quick } from './quick.mjs';

const runs = quick(15, 2);
const calls = quick(2000, 20);
/** A call may cost this part of a start at most. */
const limit = 0.1;

const middle = numbers => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
const folder = await mkdtemp(join(tmpdir(), 'parserlens-bench-'));
try {
  const { ModulePool, callModule } = await tsImport('../../src/node/modules/modulePool.ts', import.meta.url);
  const path = join(folder, 'module.mjs');

  /** Milliseconds of the first call of a module that was just written. */
  const firstCalls = async (pool, pause) => {
    const times = [];
    for (let run = 0; run < runs; run++) {
      await writeFile(path, `export const f = text => text.length + ${run} - ${run};`);
      // The time in which its author looks at what came of the last change.
      await new Promise(resolve => setTimeout(resolve, pause));
      const start = performance.now();
      const outcome = await callModule({ path, export: 'f', args: ['x'] }, 5000, pool.ask);
      times.push(performance.now() - start);
      if (!outcome.ok) throw new Error(outcome.error.message);
    }
    return middle(times.slice(1));
  };

  const cold = new ModulePool(false);
  const start = await firstCalls(cold, 0);
  const begin = performance.now();
  for (let call = 0; call < calls; call++)
    await callModule({ path, export: 'f', args: ['x'.repeat(1000)] }, 5000, cold.ask);
  const each = (performance.now() - begin) / calls;
  const large = ['x'.repeat(10_000_000)];
  const largeBegin = performance.now();
  await callModule({ path, export: 'f', args: large }, 5000, cold.ask);
  const megabyte = (performance.now() - largeBegin) / 10;
  cold.dispose();
  const kept = new ModulePool(true);
  const warm = await firstCalls(kept, 400);
  kept.dispose();

  console.log(`a changed module, its process started for it: ${start.toFixed(0)} ms`);
  console.log(
    `a changed module, a process kept warm: ${warm.toFixed(1)} ms (${(start / warm).toFixed(0)} times faster)`,
  );
  console.log(
    `a call with 1 KB: ${each.toFixed(2)} ms (${((100 * each) / start).toFixed(1)} % of a start, limit ${100 * limit} %)`,
  );
  console.log(`a text of 10 MB: ${megabyte.toFixed(1)} ms for each MB`);
  if (each >= limit * start || warm >= start) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit();
