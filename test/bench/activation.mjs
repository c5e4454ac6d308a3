// Activation in the extension host: loading the bundle and running activate(), in a host that has not loaded it before.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInHost } from '../run/embedded.mjs';
import { root } from '../run/process.mjs';
import { versions } from '../run/vscode.mjs';

const runs = 5;
const limit = 50;

const folder = await mkdtemp(join(tmpdir(), 'parserlens-bench-'));
try {
  for (const version of versions()) {
    const times = [];
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
      times.push(JSON.parse(await readFile(results, 'utf8')).milliseconds);
    }
    const median = times.sort((one, other) => one - other)[Math.floor(runs / 2)];
    console.log(
      `VS Code ${version}: ${median.toFixed(1)} ms, median of ${times.map(time => time.toFixed(1)).join(', ')} (limit ${limit} ms)`,
    );
    if (median >= limit) process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();
