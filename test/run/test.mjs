// @ts-check
// `npm test`: from nothing, what tells most. `npm run test:all` (`--all`): everything, as CI runs it; with `--long`, property
// tests with new seeds and many more runs, and the engine without each system. `--only TEXT` runs the tests whose title or path has the text. The last line says
// how many tests passed and failed, whatever happened before it.
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { installProject } from './install.mjs';
import { runOnly } from './only.mjs';
import { logged, run } from './process.mjs';
import { countsOf, failuresOfAll, inWords, resultsFolder, skipsOfAll, sum } from './results.mjs';
import { prepare } from './setup.mjs';
import { lanesOfWindows, UiQueue } from './uiQueue.mjs';
import { embeddable, installEmbedded, versions } from './vscode.mjs';

const minute = 60_000;
const node = process.execPath;
const { values } = parseArgs({
  options: { all: { type: 'boolean' }, long: { type: 'boolean' }, only: { type: 'string' } },
});
const { all = false, only } = values;
/** When this run ends at the latest, whatever hangs: twice what it takes on a slow machine, and before what runs CI ends it. */
const deadline = Date.now() + (values.long ? 240 : 60) * minute;
/** What a part may take of what is left. @param {number} milliseconds */
const within = milliseconds => Math.max(1, Math.min(milliseconds, deadline - Date.now()));
const prepared = { ...process.env, PARSERLENS_PREPARED: '1', ...(values.long && { PARSERLENS_LONG: '1' }) };

/** @type {import('./results.mjs').Counts[]} */
const counts = [];
/** @type {string[]} */
const lines = [];
/** What this machine lacks, in words. @type {string[]} */
const leftOut = [];

/**
 * Adds what came out of one run.
 * @param {string} title
 * @param {import('./results.mjs').Counts} result
 * @param {number} [start] of the run, to say how long it took
 */
function add(title, result, start) {
  counts.push(result);
  const seconds = start === undefined ? '' : `, ${Math.round((Date.now() - start) / 1000)} s`;
  lines.push(`${title}: ${inWords(result)}${seconds}`);
}

/**
 * Runs a script whose exit code is its whole result.
 * @param {string} title
 * @param {() => Promise<number>} job
 */
async function step(title, job) {
  const start = Date.now();
  const code = await job();
  add(title, { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }, start);
  return code === 0;
}

/** Builds what the tests run. */
const build = () =>
  step('build', async () => {
    try {
      await prepare();
      return 0;
    } catch (error) {
      process.stderr.write(`${wordsOf(error)}\n`);
      return 1;
    }
  });

const check = () => step('lint and types', () => run(node, ['test/run/check.mjs'], { env: prepared }));

/** What needs no window, one after the other. */
async function calculate() {
  process.stdout.write('\nUnit and conformance tests\n');
  const start = Date.now();
  const args = ['test/run/unit.mjs', '--again', ...(all ? ['--all'] : [])];
  const unit = await run(node, args, { env: prepared, timeout: within((values.long ? 60 : 25) * minute) });
  add('unit and conformance', countsOf(['unit'], unit), start);
  if (values.long)
    await step('bench, each row once', () =>
      run(node, ['test/run/bench.mjs', '--quick', '--no-windows'], {
        env: prepared,
        quiet: true,
        timeout: within(6 * minute),
      }),
    );
  if (all) await takeSystemsAway();
}

/** Whether a system is its room and nothing else: the types without the room that changed last; `--long`, each of them whole, and the toy. */
async function takeSystemsAway() {
  const without = (/** @type {string[]} */ ...options) =>
    run(node, ['test/run/withoutSystem.mjs', ...options], { env: prepared });
  if (!values.long) await step('types without the system that changed last', () => without('--last', '--types'));
  else {
    await step('the engine without each system', () => without());
    await step('the engine with the toy', () => without('--toy'));
  }
}

/**
 * The windows: the suite in the extension host of each version of VS Code, and the workbench. As many windows at once as
 * there are processors, since each keeps one of them busy.
 */
async function openWindows() {
  const options = all ? ['--quick', '--again'] : ['--main', '--again'];
  const hosts = versions().map(version => async () => {
    const name = `host-${version}`;
    const start = Date.now();
    const env = { ...prepared, PARSERLENS_VSCODE: version };
    const host = await logged(`${name}-output`, stdio =>
      run(node, ['test/run/host.mjs', ...options], { env, timeout: within(20 * minute), stdio }),
    );
    process.stdout.write(host.output);
    add(`extension host ${version}`, countsOf([name], host.code), start);
  });
  const start = Date.now();
  const ui = new UiQueue(within(50 * minute), !all);
  const waiting = [...hosts, ...Array.from({ length: lanesOfWindows }, () => () => ui.help())];
  const lane = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job();
  };
  await Promise.all(Array.from({ length: lanesOfWindows }, lane));
  await ui.again();
  process.stdout.write(`\nWorkbench\n${ui.output}\nSeconds of each file: ${ui.seconds}\n`);
  add('workbench, and all windows', ui.counts, start);
}

/** A machine on which no window opens runs the rest; CI must not take that for good. @param {string} reason */
function leaveOutWindows(reason) {
  process.stdout.write(`\nNo window of VS Code: ${reason}\n`);
  if (process.env.CI) add('windows of VS Code', { passed: 0, failed: 1, skipped: 0 });
  else leftOut.push(`extension host and workbench: ${reason.split('\n')[0]}`);
}

/** @param {unknown} error */
const wordsOf = error => (error instanceof Error ? error.message : String(error));

try {
  await rm(resultsFolder, { recursive: true, force: true });
  // VS Code comes from the network meanwhile.
  const embedded = embeddable
    ? installEmbedded().then(() => undefined, wordsOf)
    : Promise.resolve('the embedded VS Code is there for Linux on x64 only (npm run test:desktop has the host suite)');
  // What fails here the build says.
  await installProject().catch(() => undefined);
  // The build is for the most part one thread, and nothing that is checked is built.
  const [built] = await Promise.all([build(), ...(only === undefined ? [check()] : [])]);
  if (only !== undefined)
    add(`only ${only}`, await runOnly(only, prepared, (await embedded) === undefined && built === true));
  else {
    // What calculates has all processors: windows beside it were late, and no sooner done.
    await calculate();
    const problem = await embedded;
    if (problem) leaveOutWindows(problem);
    else if (built) await openWindows();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  add('npm test', { passed: 0, failed: 1, skipped: 0 });
}
const total = sum(counts);
const skips = [...skipsOfAll(), ...leftOut];
if (skips.length > 0) process.stdout.write(`\nWhat was left out\n\n${skips.join('\n')}\n`);
const failures = failuresOfAll();
if (failures.length > 0) process.stdout.write(`\nWhat failed\n\n${failures.join('\n\n')}\n`);
process.stdout.write(`\n${lines.join('\n')}\n\n${inWords(total)}\n`, () => process.exit(total.failed ? 1 : 0));
