// Activation in the extension host: loading the bundle and running activate(), in a host that has not loaded it before.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInHost } from '../run/embedded.mjs';
import { root } from '../run/process.mjs';
import { versions } from '../run/vscode.mjs';
import { quick } from './quick.mjs';

const runs = quick(5, 1);
const limit = 50;

/** The median. */
const middle = numbers => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

const folder = await mkdtemp(join(tmpdir(), 'parserlens-bench-'));
try {
  for (const version of versions()) {
    const times = [];
    const busy = [];
    for (let index = 0; index < runs; index++) {
      const results = join(folder, `${version}-${index}.json`);
      const tests = join(root, 'test/bench/activationInHost.cjs');
      const logFile = join(folder, 'console.log');
      const code = await runInHost({
        version,
        workspace: folder,
        tests,
        logFile,
        env: { PARSERLENS_RESULTS: results },
      });
      if (code !== 0) throw new Error(await readFile(logFile, 'utf8'));
      const result = JSON.parse(await readFile(results, 'utf8'));
      times.push(result.milliseconds);
      busy.push(result.busy);
    }
    const median = middle(times);
    const all = times.map(time => time.toFixed(1)).join(', ');
    console.log(`VS Code ${version}: ${median.toFixed(1)} ms (limit ${limit} ms), median of ${all}`);
    console.log(`  of processor time, which a busy machine hardly lengthens: ${middle(busy).toFixed(1)} ms`);
    if (median >= limit) process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();
