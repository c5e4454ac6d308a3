// @ts-check
// mocha's reporter of every suite: prints as usual, and writes what came out to the file that PARSERLENS_RESULTS names:
// a run that leaves none has died. Names the tests that took longer than PARSERLENS_LONG_TEST milliseconds.
const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname } = require('node:path');
const { reporters, Runner } = require('mocha');
const { describeFailure } = require('./failure.cjs');

const { EVENT_RUN_END, EVENT_TEST_FAIL, EVENT_TEST_PASS } = Runner.constants;
// Dots for the thousands of unit tests; one line each where a console takes whole lines only, or the tests are few.
const Shown = process.env.PARSERLENS_REPORTER === 'dot' ? reporters.Dot : reporters.Spec;

class Reporter extends Shown {
  /**
   * @param {import('mocha').Runner} runner
   * @param {import('mocha').MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    const limit = Number(process.env.PARSERLENS_LONG_TEST) || Number.POSITIVE_INFINITY;
    /** @type {string[]} */
    const long = [];
    /** In milliseconds, by file. @type {Record<string, number>} */
    const durations = {};
    runner.on(EVENT_TEST_PASS, test => {
      const { duration = 0, file = '' } = test;
      durations[file] = (durations[file] ?? 0) + duration;
      if (duration > limit && !test.fullTitle().includes('@slow'))
        long.push(`  ${(duration / 1000).toFixed(1)} s  ${test.fullTitle()}`);
    });
    /** @type {Set<string>} */
    const failedSuites = new Set();
    /** @type {Set<string>} */
    const failedFiles = new Set();
    /** @type {[test: import('mocha').Test, error: unknown][]} */
    const failed = [];
    runner.on(EVENT_TEST_FAIL, (test, error) => {
      failedSuites.add(test.titlePath()[0] ?? '');
      if (test.file) failedFiles.add(test.file);
      failed.push([test, error]);
    });
    runner.once(EVENT_RUN_END, () => {
      if (long.length > 0)
        reporters.Base.consoleLog(
          `  These took long (@slow in a title moves it to the slow tests):\n${long.join('\n')}\n`,
        );
      const file = process.env.PARSERLENS_RESULTS;
      if (!file) return;
      const { passes: passed = 0, failures: failedCount = 0, pending: skipped = 0 } = runner.stats ?? {};
      // Pictures are taken after a test has failed.
      const failures = failed.map(([test, error]) => describeFailure(test, error));
      const parts = { failedSuites: [...failedSuites], failedFiles: [...failedFiles], failures, durations };
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ passed, failed: failedCount, skipped, ...parts }));
    });
  }
}

module.exports = Reporter;
