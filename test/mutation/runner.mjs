// @ts-check
// The process in which tests run. Told by messages; tells which mutants a test file meets, or which test noticed a mutant.
import { pathToFileURL } from 'node:url';
import Mocha from 'mocha';
import './switch.mjs';

/**
 * @typedef {{ type: 'record', bundle: string }} Recording
 * @typedef {{ bundle: string, tests: readonly string[] }} Tests by title
 * @typedef {{ type: 'judge', mutant: number, limit: number, timeout: number, files: readonly Tests[], verify: boolean }} Judge
 *
 * @typedef {readonly (readonly [mutant: number, times: number])[]} Met
 * @typedef {{ load: Met, tests: Record<string, { ms: number, met: Met }>, failed: Record<string, string> }} Recorded
 * @typedef {{ killed?: { bundle: string, test: string, error: string }, polluted?: boolean }} Judged
 */

/** @type {import('./switch.mjs').State} */
const state = /** @type {any} */ (globalThis).parserlensMutation;

/** @type {Map<string, Mocha>} */
const loaded = new Map();

/**
 * Loads a test file once. Its suites are kept, to be run again and again.
 * @param {string} bundle
 */
async function load(bundle) {
  const known = loaded.get(bundle);
  if (known) return known;
  const mocha = new Mocha({ ui: 'tdd', reporter: 'min', timeout: 60_000 });
  mocha.cleanReferencesAfterRun(false);
  mocha.suite.emit('pre-require', globalThis, bundle, mocha);
  loaded.set(bundle, mocha);
  await import(pathToFileURL(bundle).href);
  return mocha;
}

/**
 * Runs the tests that are wanted.
 * @param {Mocha} mocha
 * @param {object} options
 * @param {(title: string) => boolean} options.wanted
 * @param {boolean} options.bail
 * @param {number} options.timeout in milliseconds, a test's
 * @param {(test: Mocha.Test) => void} [options.onStart]
 * @param {(test: Mocha.Test) => void} [options.onEnd]
 * @returns {Promise<{ test: string, error: string }[]>} the failures
 */
async function run(mocha, { wanted, bail, timeout, onStart, onEnd }) {
  /** @type {{ test: string, error: string }[]} */
  const failures = [];
  mocha.suite.eachTest(test => test.timeout(timeout));
  mocha.bail(bail);
  // Mocha asks nothing of a grep but whether it fits.
  mocha.options.grep = /** @type {any} */ ({
    test: (/** @type {string} */ title) => !title.includes('@slow') && wanted(title),
  });
  await new Promise(resolve => {
    const runner = mocha.run(resolve);
    runner.on('fail', (test, error) =>
      failures.push({ test: test.fullTitle(), error: String(error?.message ?? error) }),
    );
    if (onStart) runner.on('test', onStart);
    if (onEnd) runner.on('test end', onEnd);
  });
  return failures;
}

/**
 * Runs a whole file with no mutant on.
 * @param {Recording} options
 * @returns {Promise<Recorded>}
 */
async function record({ bundle }) {
  const before = new Map();
  state.met = before;
  const mocha = await load(bundle);
  /** @type {Recorded['tests']} */
  const tests = {};
  let started = 0;
  const failures = await run(mocha, {
    wanted: () => true,
    bail: false,
    timeout: 120_000,
    onStart() {
      state.met = new Map();
      started = performance.now();
    },
    onEnd(test) {
      tests[test.fullTitle()] = { ms: performance.now() - started, met: [...(state.met ?? [])] };
      // What hooks do between tests counts as done by the file.
      state.met = before;
    },
  });
  state.met = undefined;
  return { load: [...before], tests, failed: Object.fromEntries(failures.map(({ test, error }) => [test, error])) };
}

/**
 * Runs tests with a mutant on, up to the first that fails.
 * @param {Judge} options
 * @returns {Promise<Judged>}
 */
async function judge({ mutant, limit, timeout, files, verify }) {
  for (const { bundle, tests } of files) {
    const wanted = new Set(tests);
    Object.assign(state, { active: mutant, hits: 0, limit });
    /** @type {{ test: string, error: string } | undefined} */
    let failure;
    try {
      const mocha = await load(bundle);
      [failure] = await run(mocha, { wanted: title => wanted.has(title), bail: true, timeout });
      if (failure && verify) {
        state.active = -1;
        const { test } = failure;
        // A hook's failure bears a title of its own.
        const again = await run(mocha, {
          wanted: title => title === test || test.includes(' hook '),
          bail: true,
          timeout,
        });
        if (again.length) return { polluted: true };
      }
    } catch (error) {
      failure = { test: 'loading', error: String(error) };
    } finally {
      state.active = -1;
    }
    if (failure) return { killed: { bundle, ...failure, error: failure.error.slice(0, 200) } };
  }
  return {};
}

process.on('message', (/** @type {Recording | Judge} */ message) => {
  (message.type === 'record' ? record(message) : judge(message)).then(
    answer => process.send?.(answer),
    error => {
      process.send?.({ error: String(error?.stack ?? error) });
    },
  );
});
process.on('disconnect', () => process.exit());
