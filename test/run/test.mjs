// @ts-check
// `npm test`: everything, from nothing. The last line says how many tests passed and failed, whatever happened before it.
import { rm } from 'node:fs/promises';
import { run } from './process.mjs';
import { countsOf, failuresOfAll, inWords, resultsFolder, sum } from './results.mjs';
import { prepare } from './setup.mjs';
import { UiQueue } from './uiQueue.mjs';
import { embeddable, installEmbedded, versions } from './vscode.mjs';

const minute = 60_000;
const node = process.execPath;

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

try {
  await rm(resultsFolder, { recursive: true, force: true });
  // VS Code comes from the network while the processors are busy with the unit tests.
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
  const env = { ...process.env, PARSERLENS_PREPARED: '1' };
  await step('lint and types', () =>
    run('npm', ['run', '--silent', 'check'], { env, shell: process.platform === 'win32' }),
  );

  process.stdout.write('\nUnit and conformance tests\n');
  const unit = await run(node, ['test/run/unit.mjs', '--again'], { env, timeout: 10 * minute });
  add('unit and conformance', countsOf(['unit'], unit));
  process.stdout.write('\nSlow tests\n');
  const slow = await run(node, ['test/run/unit.mjs', '--slow', '--again'], { env, timeout: 10 * minute });
  add('slow', countsOf(['slow'], slow));

  const problem = await embedded;
  if (problem) process.stderr.write(`${problem instanceof Error ? problem.message : problem}\n`);
  const names = versions().map(version => `${embeddable ? 'host' : 'desktop'}-${version}`);
  if (built && !problem) {
    // Both mostly wait for VS Code, so they run side by side; what the second prints follows the first.
    const ui = embeddable ? new UiQueue(30 * minute) : undefined;
    const first = ui?.lane();
    const host = await run(node, ['test/run/host.mjs', '--quick', '--again'], { env, timeout: 27 * minute });
    add('extension host', countsOf(names, host));
    if (ui) {
      await Promise.all([first, ui.lane()]);
      await ui.again();
      process.stdout.write(`\nWorkbench\n${ui.output}`);
      add('workbench', ui.counts);
    }
  } else {
    add('extension host', countsOf(names, 1));
    if (embeddable) add('workbench', countsOf(['ui'], 1));
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  add('npm test', { passed: 0, failed: 1, skipped: 0 });
}
const total = sum(counts);
const failures = failuresOfAll();
if (failures.length > 0) process.stdout.write(`\nWhat failed\n\n${failures.join('\n\n')}\n`);
process.stdout.write(`\n${lines.join('\n')}\n\n${inWords(total)}\n`, () => process.exit(total.failed ? 1 : 0));
