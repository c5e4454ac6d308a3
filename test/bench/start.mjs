// Starting, as CPU time in multiples of `node -e 0`, threads and children included: the command line, the library, and a check of
// the example definitions. Least of several rounds, taken in turns; the first run of a command keeps its code for the next ones and
// is not counted.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../run/process.mjs';
import { quick } from './quick.mjs';

const rounds = quick(5, 1);
/** Runs of one round: a shell counts in hundredths of a second. */
const runs = quick(10, 1);
const cli = join(root, 'dist/cli.js');
const cache = mkdtempSync(join(tmpdir(), 'parserlens-start-'));
/** @type {readonly { name: string, args: readonly string[], limit?: number, runs?: number }[]} */
const rows = [
  { name: 'node -e 0', args: ['-e', '0'] },
  { name: '--version', args: [cli, '--version'], limit: 1.5 },
  { name: '--help', args: [cli, '--help'], limit: 1.5 },
  { name: 'parse', args: [cli, 'parse', 'numbers.parser.json'], limit: 3 },
  {
    name: "require('parserlens')",
    args: ['-e', `require(${JSON.stringify(join(root, 'dist/engine.js'))})`],
    limit: 1.8,
  },
  { name: 'check, the examples', args: [cli, 'check', '.'], limit: 15, runs: 1 },
];

/** The CPU time of one run, in milliseconds. */
function cpuOf({ args, runs: count = runs }) {
  const script = `for i in $(seq ${count}); do echo '[1]' | "$@" >/dev/null 2>&1; done; times`;
  const { stdout } = spawnSync('sh', ['-c', script, 'sh', process.execPath, ...args], {
    cwd: join(root, 'examples'),
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: cache },
  });
  const [user, system] = stdout.trim().split('\n').at(-1).split(' ').map(secondsOf);
  return ((user + system) * 1000) / count;
}

const secondsOf = text => {
  const [, minutes, seconds] = /(\d+)m([\d.]+)s/.exec(text);
  return Number(minutes) * 60 + Number(seconds);
};

try {
  for (const row of rows) cpuOf({ ...row, runs: 1 });
  const best = rows.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++)
    for (const [i, row] of rows.entries()) best[i] = Math.min(best[i], cpuOf(row));
  for (const [i, { name, limit }] of rows.entries()) {
    const ratio = best[i] / best[0];
    const verdict = limit === undefined ? '' : ratio < limit ? `  (limit ${limit})` : `  TOO MUCH: limit ${limit}`;
    if (limit !== undefined && !(ratio < limit)) process.exitCode = 1;
    console.log(`${name.padEnd(24)} ${best[i].toFixed(0).padStart(6)} ms ${ratio.toFixed(1).padStart(6)}${verdict}`);
  }
} finally {
  rmSync(cache, { recursive: true, force: true });
}
