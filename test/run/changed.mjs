// @ts-check
// `npm run test:changed [-- REF] [mocha's options]`: the unit tests that may notice what changed since the branch left REF
// (main), committed or not, without the slow ones.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importGraph, testsOf } from './importGraph.mjs';
import { root, run } from './process.mjs';

/** Tests that look at the whole project. */
const always = ['test/unit/house.test.ts', 'test/unit/readme.test.ts'];

const given = process.argv.slice(2);
const ref = given[0] && !given[0].startsWith('-') ? given.shift() : 'main';
const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const [base = ''] = git('merge-base', /** @type {string} */ (ref), 'HEAD');
const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];

const graph = importGraph(root, ['src', 'test', 'build']);
const tests = [...graph.keys()].filter(path => /^test\/(?:unit|conformance)\/.*\.test\.ts$/.test(path));
const chosen = [...new Set([...testsOf(graph, tests, changed), ...always])].sort();
process.stdout.write(
  `${changed.length} files changed since ${ref}; ${chosen.length} of ${tests.length} files of tests\n`,
);
const { import: loader, ui, timeout } = JSON.parse(readFileSync(join(root, '.mocharc.json'), 'utf8'));
process.exit(
  await run(process.execPath, [
    'node_modules/mocha/bin/mocha.js',
    '--no-config',
    `--import=${loader}`,
    `--ui=${ui}`,
    `--timeout=${timeout}`,
    '--reporter=dot',
    ...(given.some(option => /^(-g|-f|--f?grep)/.test(option)) ? [] : ['--grep=@slow', '--invert']),
    ...(chosen.length > 20 ? ['--parallel', '--jobs=2'] : []),
    ...given,
    ...chosen,
  ]),
);
