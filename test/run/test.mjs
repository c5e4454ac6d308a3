// @ts-check
// `npm test`: everything, from nothing. The last line says how many tests passed and failed, whatever happened before it.
import { rm } from 'node:fs/promises';
import { logged, run } from './process.mjs';
import { countsOf, failuresOfAll, inWords, resultsFolder, sum } from './results.mjs';
import { prepare } from './setup.mjs';
import { UiQueue } from './uiQueue.mjs';
import { embeddable, installEmbedded, versions } from './vscode.mjs';

const minute = 60_000;
const node = process.execPath;
const prepared = { ...process.env, PARSERLENS_PREPARED: '1' };

/** @type {import('./results.mjs').Counts[]} */
const counts = [];
/** @type {string[]} */
const lines = [];

/**
 * Adds what came out of one run.
 * @param {string} title
 * @param {import('./results.mjs').Counts} result
 */
function add(title, result) {
  counts.push(result);
  lines.push(`${title}: ${inWords(result)}`);
}

/**
 * Runs a script whose exit code is its whole result.
 * @param {string} title
 * @param {() => Promise<number>} job
 */
async function step(title, job) {
  const code = await job();
  add(title, { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 });
  return code === 0;
}

/** Lint, types and what is not slow, one after the other. */
async function calculate() {
  await step('lint and types', () => run(node, ['test/run/check.mjs'], { env: prepared }));
  process.stdout.write('\nUnit and conformance tests\n');
  const unit = await run(node, ['test/run/unit.mjs', '--again'], { env: prepared, timeout: 20 * minute });
  add('unit and conformance', countsOf(['unit'], unit));
}

/** The slow tests, which wait for limits and processes now and then; what they print comes later. */
const runSlow = () =>
  logged('slow', stdio => runLast(['test/run/unit.mjs', '--slow', '--again'], { timeout: 20 * minute, stdio }));

/**
 * Runs a script with what a window leaves of the processors.
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { timeout?: number }} options
 */
function runLast(args, options) {
  const nice = process.platform === 'win32' ? [] : ['nice', '-n', '5'];
  const [command = node, ...rest] = [...nice, node, ...args];
  return run(command, rest, { ...options, env: prepared });
}

/** What failed where nobody could wait for it yet. @param {unknown} error */
function report(error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  return undefined;
}

try {
  await rm(resultsFolder, { recursive: true, force: true });
  // VS Code comes from the network meanwhile.
  const embedded = embeddable
    ? installEmbedded().then(
        () => undefined,
        error => error,
      )
    : Promise.resolve(undefined);
  const built = await step('build', async () => {
    try {
      await prepare();
      return 0;
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
      return 1;
    }
  });
  const names = versions().map(version => `${embeddable ? 'host' : 'desktop'}-${version}`);
  const ui = embeddable ? new UiQueue(30 * minute) : undefined;
  // What calculates has all processors. Of what follows, each part hands its place to a lane of windows as it ends: windows
  // beside what calculates were late, and no sooner done.
  await calculate();
  const problem = await embedded;
  if (problem) process.stderr.write(`${problem instanceof Error ? problem.message : problem}\n`);
  const canShow = built && !problem;
  const slowly = runSlow().then(async slow => {
    if (canShow) await ui?.help();
    return slow;
  });
  const windows = canShow
    ? logged('host', stdio =>
        run(node, ['test/run/host.mjs', '--quick', '--again'], { env: prepared, timeout: 27 * minute, stdio }),
      ).then(async host => {
        await ui?.help();
        return host;
      })
    : Promise.resolve(undefined);
  const [slow, host] = await Promise.all([slowly.catch(report), windows.catch(report)]);
  process.stdout.write(`\nSlow tests\n${slow?.output ?? ''}${host?.output ?? ''}`);
  add('slow', countsOf(['slow'], slow?.code ?? 1));
  add('extension host', countsOf(names, host?.code ?? 1));
  if (ui && host) {
    await ui.again();
    process.stdout.write(`\nWorkbench\n${ui.output}`);
    add('workbench', ui.counts);
  } else if (ui) add('workbench', countsOf(['ui'], 1));
} catch (error) {
  report(error);
  add('npm test', { passed: 0, failed: 1, skipped: 0 });
}
const total = sum(counts);
const failures = failuresOfAll();
if (failures.length > 0) process.stdout.write(`\nWhat failed\n\n${failures.join('\n\n')}\n`);
process.stdout.write(`\n${lines.join('\n')}\n\n${inWords(total)}\n`, () => process.exit(total.failed ? 1 : 0));
