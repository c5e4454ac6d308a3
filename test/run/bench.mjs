// @ts-check
// `npm run bench`: prints what every script of test/bench measures, on a production build. `npm run bench -- tokens` runs one;
// with `--quick` each measures once, on little, and only that it comes to its end is judged, so as many run at once as there are
// processors; with `--no-windows` those that open VS Code are left out. The last lines say what failed.
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { must, root, run } from './process.mjs';
import { packageExtension } from './setup.mjs';

const isQuick = process.argv.includes('--quick');
const noWindows = process.argv.includes('--no-windows');
const wanted = process.argv.slice(2).filter(word => !word.startsWith('--'));
/** What a script that opens VS Code stands on. */
const window = /run\/embedded\.mjs|ui\/\w+arness\.ts/;
// What a script measures on a build for development is slower, and comes to its end all the same.
if (!isQuick) await packageExtension();
// Some measure the systems' operations.
await must(process.execPath, ['build/adapters.js']);
const scripts = (await readdir(join(root, 'test/bench')))
  .filter(file => file.endsWith('.mjs') && file !== 'quick.mjs')
  .sort();
/** How the exit code of a script that threw is told from that of one over its limits: see quickBench.mjs. */
const crashed = 70;
const chosen = scripts.filter(script => {
  const isWanted = wanted.length === 0 || wanted.includes(script.slice(0, -'.mjs'.length));
  return isWanted && !(noWindows && window.test(readFileSync(join(root, 'test/bench', script), 'utf8')));
});
/** What is wrong with a script, if anything. @param {string} script @returns {Promise<string | undefined>} */
async function measure(script) {
  const name = script.slice(0, -'.mjs'.length);
  process.stdout.write(`\n${name}\n`);
  const args = isQuick ? ['test/run/quickBench.mjs'] : [];
  const code = await run(process.execPath, [...args, join('test/bench', script)], {
    env: { ...process.env, ...(isQuick && { PARSERLENS_QUICK: '1' }) },
    ...(isQuick && { quiet: true, timeout: 240_000 }),
  });
  if (isQuick ? [0, 1].includes(code) : code === 0) return undefined;
  return `${name}: ${code === crashed ? 'threw an error' : code === 124 ? 'came to no end' : 'over a limit, or ended early'}`;
}
const queue = new PQueue({ concurrency: isQuick ? Math.max(2, availableParallelism()) : 1 });
const verdicts = await queue.addAll(chosen.map(script => () => measure(script)));
const failed = verdicts.filter(verdict => verdict !== undefined);
const count = chosen.length;
process.stdout.write(
  `\n${count - failed.length} of ${count} scripts passed\n${failed.map(line => `${line}\n`).join('')}`,
);
process.exit(failed.length > 0 || count === 0 ? 1 : 0);
