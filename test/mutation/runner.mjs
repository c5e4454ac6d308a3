// @ts-check
// The process in which tests run. Told by messages; tells which mutants a test file meets, or which test noticed a mutant.
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import Mocha from 'mocha';
import './switch.mjs';

/**
 * @typedef {{ type: 'record', bundle: string }} Recording
 * @typedef {object} Judging tests to be run with a mutant on, up to the first that fails
 * @property {'judge'} type
 * @property {number} mutant
 * @property {string} bundle
 * @property {readonly string[]} tests by title
 * @property {number} limit how often the mutant may be met
 * @property {number} timeout in milliseconds, a test's
 * @property {boolean} isAnew the bundle is loaded again, with the mutant on
 *
 * @typedef {readonly (readonly [mutant: number, times: number])[]} Met
 * @typedef {{ load: Met, loadMs: number, tests: Record<string, { ms: number, met: Met }>, failed: Record<string, string> }} Recorded
 * @typedef {object} Judged
 * @property {{ test: string, error: string }} [killed]
 * @property {boolean} [polluted] a test fails without the mutant too
 * @property {number} hits how often the mutant was met
 */

register('./again.mjs', import.meta.url);

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
  const mocha = await loadAnew(pathToFileURL(bundle).href);
  loaded.set(bundle, mocha);
  return mocha;
}

/** @param {string} url */
async function loadAnew(url) {
  const mocha = new Mocha({ ui: 'tdd', reporter: 'min', timeout: 60_000 });
  mocha.cleanReferencesAfterRun(false);
  mocha.suite.emit('pre-require', globalThis, url, mocha);
  await import(url);
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

let records = 0;

/**
 * Loads and runs a whole file with no mutant on.
 * @param {Recording} options
 * @returns {Promise<Recorded>}
 */
async function record({ bundle }) {
  // What packages take to load is not the file's.
  if (records === 0) await loadAnew(`${pathToFileURL(bundle).href}?first`);
  const before = new Map();
  state.met = before;
  let started = performance.now();
  const mocha = await loadAnew(`${pathToFileURL(bundle).href}?record${++records}`);
  const loadMs = performance.now() - started;
  /** @type {Recorded['tests']} */
  const tests = {};
  const failures = await run(mocha, {
    wanted: () => true,
    bail: false,
    timeout: 30_000,
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
  const failed = Object.fromEntries(failures.map(({ test, error }) => [test, error]));
  return { load: [...before], loadMs, tests, failed };
}

/**
 * Runs tests with a mutant on. What fails is run once more without it, so that nothing else can have made it fail.
 * @param {Judging} options
 * @returns {Promise<Judged>}
 */
async function judge({ mutant, bundle, tests, limit, timeout, isAnew }) {
  const wanted = new Set(tests);
  // Never loaded for good with the mutant on: what modules make as they load would keep it.
  const kept = await load(bundle);
  Object.assign(state, { active: mutant, hits: 0, limit });
  /** @type {{ test: string, error: string } | undefined} */
  let failure;
  try {
    const mocha = isAnew ? await loadAnew(`${pathToFileURL(bundle).href}?mutant${mutant}`) : kept;
    [failure] = await run(mocha, { wanted: title => wanted.has(title), bail: true, timeout });
  } catch (error) {
    failure = { test: 'loading', error: String(error) };
  }
  const { hits } = state;
  state.active = -1;
  if (!failure) return { hits };
  const { test, error } = failure;
  const again = await run(kept, {
    // A hook's failure bears a title of its own.
    wanted: title => title === test || (test.includes(' hook ') && wanted.has(title)),
    bail: true,
    timeout,
  });
  return again.length ? { polluted: true, hits } : { killed: { test, error: error.slice(0, 200) }, hits };
}

process.on('message', (/** @type {Recording | Judging} */ message) => {
  (message.type === 'record' ? record(message) : judge(message)).then(
    answer => process.send?.({ ...answer, memory: process.memoryUsage().rss }),
    error => {
      process.send?.({ error: String(error?.stack ?? error) });
    },
  );
});
process.on('disconnect', () => process.exit());
