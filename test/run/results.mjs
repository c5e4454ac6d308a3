// @ts-check
// Where each suite's counts are written (by reporter.cjs), and how they are summed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.mjs';

export const resultsFolder = join(root, 'out/results');

/** @type {(name: string) => string} */
export const resultsFile = name => join(resultsFolder, `${name}.json`);

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * The counts of one run. A suite that left none has crashed, and so has a run that failed though no test did: a failure each.
 * @param {readonly string[]} names the suites that the run was to report
 * @param {number} exitCode the run's
 * @returns {Counts}
 */
export function countsOf(names, exitCode) {
  const counts = sum(
    names.map(name => {
      const file = resultsFile(name);
      return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: 1, skipped: 0 };
    }),
  );
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
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
