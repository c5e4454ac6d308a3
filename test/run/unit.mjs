// @ts-check
// Runs test/unit and test/conformance in two processes or more: `node test/run/unit.mjs [--slow | --all] [--again] [mocha's
// options and files]`. Tests whose titles have `@slow` run with `--slow` or `--all` only; with a `-g` of one's own, all that
// it matches. With `--again`, files that had failures are run once more.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root, run } from './process.mjs';
import { resultsFile, runSuite, runSuiteAgain } from './results.mjs';
import { prepare } from './setup.mjs';

/** In milliseconds: a test of the unit suite that takes longer is named. */
const longTest = 2000;

/** Files of slow tests that take minutes: first, as one that begins last keeps a single process busy in the end. */
const longest = ['test/unit/package.test.ts', 'test/unit/node/modulePool.test.ts'];

/** What tests take from the build: in a fresh clone it is made first. */
const fromBuild = [
  'dist/cli.js',
  'dist/inner.js',
  'dist/tables/o200k_base.gz',
  'dist/tables/qwen3.gz',
  'out/packages.json',
];

if (!fromBuild.every(file => existsSync(join(root, file)))) await prepare();
const given = process.argv.slice(2);
const slow = given.includes('--slow');
const all = given.includes('--all');
const rest = given.filter(option => !['--slow', '--all', '--again'].includes(option));
const isTest = (/** @type {string} */ word) => word.endsWith('.test.ts');
const files = rest.filter(isTest);
const options = rest.filter(word => !isTest(word));
const ownGrep = options.some(option => /^(-g|-f|--f?grep)/.test(option));
const { import: loader, ui, timeout } = JSON.parse(readFileSync(join(root, '.mocharc.json'), 'utf8'));
const name = process.env.PARSERLENS_NAME ?? (slow ? 'slow' : 'unit');
process.exit(await (given.includes('--again') ? runSuiteAgain : runSuite)(name, runFiles));

/**
 * @param {import('./results.mjs').Record} [first] of which the files that had failures are run; all without
 * @returns {Promise<number>} mocha's exit code
 */
function runFiles(first) {
  return run(
    process.execPath,
    [
      'node_modules/mocha/bin/mocha.js',
      '--no-config',
      `--import=${loader}`,
      `--ui=${ui}`,
      `--timeout=${slow || all ? 3 * timeout : timeout}`,
      '--parallel',
      // More would not be faster: each process loads the engine, and its tests run workers of their own.
      `--jobs=${Math.max(2, Math.min(4, availableParallelism()))}`,
      `--reporter=${join(root, 'test/run/reporter.cjs')}`,
      '--require=./test/propertyRuns.ts',
      // What each file calls is kept for `npm run test:changed`, but not while somebody waits for `npm test`, nor in CI.
      ...(ownGrep || slow || process.env.CI || (process.env.PARSERLENS_PREPARED && !all)
        ? []
        : ['--require=./test/run/coverage.cjs']),
      ...(ownGrep || all ? [] : ['--grep=@slow', ...(slow ? [] : ['--invert'])]),
      ...options,
      ...(first?.failedFiles.length ? first.failedFiles : files.length > 0 ? files : testFiles()),
    ],
    {
      env: {
        PARSERLENS_REPORTER: 'dot',
        ...(!slow && { PARSERLENS_LONG_TEST: String(longTest) }),
        ...process.env,
        PARSERLENS_RESULTS: resultsFile(name),
      },
    },
  );
}

/** The files of the suite: of the slow tests those only that have any, as loading the others takes its time. */
function testFiles() {
  const folders = ['test/unit', 'test/conformance'];
  const files = folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(file => join(folder, file)),
  );
  return files
    .filter(file => file.endsWith('.test.ts') && (!slow || readFileSync(join(root, file), 'utf8').includes('@slow')))
    .sort((one, other) => Number(longest.includes(other)) - Number(longest.includes(one)) || (one < other ? -1 : 1));
}
