// @ts-check
// mocha's reporter of every suite: prints as usual, and writes what came out to the file that PARSERLENS_RESULTS names.
const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname } = require('node:path');
const { reporters, Runner } = require('mocha');

const { EVENT_RUN_END } = Runner.constants;
// Dots for the thousands of unit tests; one line each where a console takes whole lines only, or the tests are few.
const Shown = process.env.PARSERLENS_REPORTER === 'dot' ? reporters.Dot : reporters.Spec;

class Reporter extends Shown {
  /**
   * @param {import('mocha').Runner} runner
   * @param {import('mocha').MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    const file = process.env.PARSERLENS_RESULTS;
    if (!file) return;
    runner.once(EVENT_RUN_END, () => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ passed: passes, failed: failures, skipped: pending }));
    });
  }
}

module.exports = Reporter;
