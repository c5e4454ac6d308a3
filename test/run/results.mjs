// @ts-check
// Where each suite's counts are written (by reporter.cjs, when mocha has come to its end), and how they are summed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './process.mjs';

export const resultsFolder = join(root, 'out/results');

/** @type {(name: string) => string} */
export const resultsFile = name => join(resultsFolder, `${name}.json`);

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/**
 * What the reporter writes. Of failures: the titles of the outermost suites that had one, the files, and each in words;
 * `passedLater` are those of a first run that did not come again in a second; `durations` in milliseconds, by file.
 * @typedef {Counts & {
 *   failedSuites: string[], failedFiles: string[], failures: string[], passedLater?: string[],
 *   durations?: { [file: string]: number },
 * }} Record
 */

/**
 * What mocha wrote at its end; `undefined` where it never came to it.
 * @type {(name: string, folder?: string) => Record | undefined}
 */
export function recordOf(name, folder = resultsFolder) {
  try {
    return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The counts of one run. A suite that left none has crashed, and so has a run that failed though no test did: a failure each.
 * @param {readonly string[]} names the suites that the run was to report
 * @param {number} exitCode the run's
 * @returns {Counts}
 */
export function countsOf(names, exitCode) {
  const counts = sum(names.map(name => recordOf(name) ?? { passed: 0, failed: 1, skipped: 0 }));
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/**
 * The failures of all suites that wrote their counts, in words: a log that is cut keeps its end.
 * @param {string} [folder] which is not there when no suite was come to
 * @returns {string[]}
 */
export function failuresOfAll(folder = resultsFolder) {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const names = files.flatMap(file => (file.endsWith('.json') ? [file.slice(0, -5)] : []));
  return names.sort().flatMap(name => {
    const { failures = [], passedLater = [] } = recordOf(name, folder) ?? {};
    return [
      ...failures.map(failure => `${name}: ${failure}`),
      ...passedLater.map(failure => `${name}, not again: ${failure}`),
    ];
  });
}

/**
 * What the suites left out on this machine, each reason once with what it concerns; `skipTest` writes it.
 * @param {string} [folder] which is not there when no suite was come to
 * @returns {string[]}
 */
export function skipsOfAll(folder = resultsFolder) {
  const files = existsSync(folder) ? readdirSync(folder).filter(file => file.endsWith('.skipped')) : [];
  /** @type {Map<string, Set<string>>} */
  const titles = new Map();
  for (const line of files.flatMap(file => readFileSync(join(folder, file), 'utf8').split('\n')).filter(Boolean)) {
    const [reason = '', ...title] = line.split(': ');
    titles.set(reason, (titles.get(reason) ?? new Set()).add(title.join(': ')));
  }
  return [...titles].sort().map(([reason, all]) => `${reason}: ${[...all].join('; ')}`);
}

/**
 * Runs a suite. An exit code of 0 is not believed: a process that dies of `process.exit()`, or an extension host that VS
 * Code lost, ends with 0 as well. Good is a run of which mocha itself has written that it ended, with tests, none failed.
 * @param {string} name of the suite, under which its reporter writes
 * @param {() => Promise<number>} run resolves with the exit code
 * @returns {Promise<number>} the exit code to end with
 */
export async function runSuite(name, run) {
  await rm(resultsFile(name), { force: true });
  await rm(`${resultsFile(name)}.skipped`, { force: true });
  const code = await run();
  const counts = recordOf(name);
  if (!counts) process.stderr.write(`${name}: the tests did not come to their end.\n`);
  else if (counts.passed + counts.failed + counts.skipped === 0 && !process.env.PARSERLENS_NO_TEST)
    process.stderr.write(`${name}: there was no test.\n`);
  else if (code !== 0 || counts.failed === 0) return code;
  return code || 1;
}

/**
 * Runs a suite, and those of its parts that failed once more in a new process: a machine that is busy with other suites may
 * be late, a fault stays one. The record is then what the second run says of those parts.
 * @param {string} name as for `runSuite`
 * @param {(failed?: Record) => Promise<number>} run all, or what failed
 * @returns {Promise<number>} the exit code to end with
 */
export async function runSuiteAgain(name, run) {
  const code = await runSuite(name, run);
  const first = recordOf(name);
  if (!first?.failed) return code;
  process.stdout.write(`\nOnce more: ${first.failedSuites.join(', ')}\n`);
  const again = await runSuite(name, () => run(first));
  await mergeRecord(name, first);
  return again;
}

/**
 * Makes the record of a run of what failed one of the whole suite.
 * @param {string} name of the suite
 * @param {Record} first of the run before
 */
export async function mergeRecord(name, first) {
  const second = recordOf(name) ?? first;
  const merged = { ...first, ...second, passed: first.passed + first.failed - second.failed, skipped: first.skipped };
  if (!second.failed) merged.passedLater = first.failures;
  await writeFile(resultsFile(name), JSON.stringify(merged));
}

/**
 * @param {readonly Counts[]} all
 * @returns {Counts}
 */
export const sum = all =>
  all.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );

/** @type {(counts: Counts) => string} */
export const inWords = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
