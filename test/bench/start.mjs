// Starting, as CPU time in multiples of `node -e 0`, threads and children included: the command line, the library, a check of the
// example definitions, and the editor's first thread up to a preview. Least of several rounds, taken in turns; the first run of a
// command keeps its code for the next ones and is not counted.
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
  { name: 'parse', args: [cli, 'parse', 'numbers.parser.json'], limit: 2.2 },
  {
    name: "require('parserlens')",
    args: ['-e', `require(${JSON.stringify(join(root, 'dist/engine.js'))})`],
    limit: 1.8,
  },
  { name: 'the library: an answer', args: ['-e', firstAnswer('MarkdownJsonObjectParser')], limit: 3 },
  { name: '  of another system', args: ['-e', firstAnswer('CommaSeparatedListOutputParser')], limit: 5 },
  { name: 'check, the examples', args: [cli, 'check', '.'], limit: 15, runs: 1 },
  { name: 'the editor: a preview', args: ['-e', firstPreview()], limit: 3 },
];

/** A program that reads an answer by the library. @param {string} type */
function firstAnswer(type) {
  return `const { createParser, readDefinitions } = require(${JSON.stringify(join(root, 'dist/engine.js'))});
    const { definitions } = readDefinitions('{ "type": "${type}" }', 'a.parser.json');
    createParser(definitions[0]).parse('[1]');`;
}

/** A program that starts a thread as the editor does, asks it for a preview, and ends. `KEEP`: it waits until the thread's code is kept. */
function firstPreview() {
  const workerData = { bundle: 'worker.js', codeCache: cache, tempFolder: cache };
  const request = {
    id: 0,
    method: 'instruction',
    args: [{ text: '{ "type": "MarkdownJsonDictParser" }', fileName: 'a.parser.json' }],
  };
  return `const { Worker } = require('node:worker_threads');
    const worker = new Worker(${JSON.stringify(join(root, 'dist/thread.js'))}, { workerData: ${JSON.stringify(workerData)} });
    worker.on('message', ({ channel, message }) => {
      if (channel !== 'instruction') return;
      if (message.value.view === undefined) throw new Error('There is no preview');
      setTimeout(() => worker.terminate(), process.env.KEEP ? 2500 : 0);
    });
    worker.postMessage(${JSON.stringify({ channel: 'instruction', message: request })});`;
}

/** The CPU time of one run, in milliseconds. */
function cpuOf({ args, runs: count = runs }, env = {}) {
  const script = `for i in $(seq ${count}); do echo '[1]' | "$@" >/dev/null 2>&1; done; times`;
  const { stdout } = spawnSync('sh', ['-c', script, 'sh', process.execPath, ...args], {
    cwd: join(root, 'examples'),
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: cache, ...env },
  });
  const [user, system] = stdout.trim().split('\n').at(-1).split(' ').map(secondsOf);
  return ((user + system) * 1000) / count;
}

const secondsOf = text => {
  const [, minutes, seconds] = /(\d+)m([\d.]+)s/.exec(text);
  return Number(minutes) * 60 + Number(seconds);
};

try {
  for (const row of rows) cpuOf({ ...row, runs: 1 }, { KEEP: '1' });
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
