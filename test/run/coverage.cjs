// @ts-check
// A plugin of mocha that keeps, for every file of tests, which functions of src/ it called: what `npm run test:changed`
// chooses by. Functions are kept by their names, which outlive the lines that they stand on.
const { mkdirSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const Module = require('node:module');
const { join, relative } = require('node:path');
const { fileURLToPath } = require('node:url');

const root = join(__dirname, '../..');
const folder = process.env.PARSERLENS_COVERAGE ?? join(root, 'out/coverage');
const session = new Session();

/** @type {(method: string, parameters?: object) => any} The profiler answers at once. */
const ask = (method, parameters) => {
  /** @type {unknown} */
  let answer;
  session.post(method, parameters, (error, result) => {
    if (error) throw new Error(error.message);
    answer = result;
  });
  return answer;
};

/** The modules' texts as they run, by path: what was a function's name may stand behind it only. @type {Map<string, string>} */
const texts = new Map();
const prototype = /** @type {any} */ (Module).prototype;
const { _compile } = prototype;
prototype._compile = function (
  /** @type {string} */ text,
  /** @type {string} */ file,
  /** @type {unknown[]} */ ...rest
) {
  if (file.startsWith(join(root, 'src'))) texts.set(file, text);
  return _compile.call(this, text, file, ...rest);
};

/** @type {(one: { functionName: string, ranges: { endOffset: number }[] }, text?: string) => string | undefined} */
const nameOf = ({ functionName, ranges: [range] }, text = '') =>
  functionName || /^,\s*"([^"]+)"\)/.exec(text.slice(range?.endOffset, (range?.endOffset ?? 0) + 100))?.[1];

/** Names of functions by file, since it was asked last. @returns {Record<string, string[]>} */
function called() {
  /** @type {Record<string, string[]>} */
  const names = {};
  for (const { url, functions } of ask('Profiler.takePreciseCoverage').result) {
    const file = url.startsWith('file:') ? fileURLToPath(url.replace(/\?.*$/, '')) : url;
    const path = relative(root, file).replaceAll('\\', '/');
    if (!path.startsWith('src/')) continue;
    const found = functions.filter((/** @type {any} */ one) => one.ranges[0].count > 0);
    const named = [...new Set(found.flatMap((/** @type {any} */ one) => nameOf(one, texts.get(file)) ?? []))];
    if (named.length > 0) names[path] = named.sort();
  }
  return names;
}

/** What the tests of a suite took, in milliseconds. @type {(suite: import('mocha').Suite) => number} */
const timeOf = ({ tests, suites }) =>
  tests.reduce((sum, { duration = 0 }) => sum + duration, 0) + suites.reduce((sum, suite) => sum + timeOf(suite), 0);

exports.mochaHooks = {
  /** In a worker of mocha, at the end of each file. @this {import('mocha').Context} */
  afterAll() {
    const file = this.test?.parent?.suites[0]?.file;
    const functions = called();
    if (!file || !this.test?.parent) return;
    const milliseconds = timeOf(this.test.parent);
    const test = relative(root, file).replaceAll('\\', '/');
    mkdirSync(folder, { recursive: true });
    const record = JSON.stringify({ test, milliseconds, functions });
    writeFileSync(join(folder, `${test.replaceAll('/', '+')}.json`), record);
  },
};

session.connect();
ask('Profiler.enable');
// Modules that are loaded call functions of their own, whichever test loads them first.
if (process.env.MOCHA_WORKER_ID !== undefined) require(join(root, 'src/engine/index.ts'));
ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
