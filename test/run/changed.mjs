// @ts-check
// `npm run test:changed [-- REF] [--all-callers] [mocha's options]`: the unit tests that may notice what changed since the
// branch left REF (main), committed or not, without the slow ones. Tests are chosen by the functions that they called when
// they last ran; a file of them that never ran here runs first.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { functionsAt, keptCoverage, tellingMost, testsThatCall } from './calledBy.mjs';
import { changedLines } from './changedLines.mjs';
import { importGraph, testsOf } from './importGraph.mjs';
import { root, run } from './process.mjs';

/** Tests that look at the whole project. */
const always = ['test/unit/house.test.ts', 'test/unit/readme.test.ts'];
/** What may run of the tests that call what changed. */
const limit = { files: 28, milliseconds: 25_000 };

const given = process.argv.slice(2).filter(word => word !== '--all-callers');
const isUnlimited = process.argv.includes('--all-callers');
const ref = given[0] && !given[0].startsWith('-') ? given.shift() : 'main';
const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
const listed = (/** @type {string[]} */ ...args) =>
  git(...args)
    .split('\n')
    .filter(Boolean);
const [base = ''] = listed('merge-base', /** @type {string} */ (ref), 'HEAD');
const changed = [...listed('diff', '--name-only', base), ...listed('ls-files', '--others', '--exclude-standard')];
const lines = changedLines(git('diff', '-U0', base));

const graph = importGraph(root, ['src', 'test', 'build']);
const tests = [...graph.keys()].filter(path => /^test\/(?:unit|conformance)\/.*\.test\.ts$/.test(path));
const folder = join(root, 'out/coverage');
if (!(await isKept())) process.exit(1);
const kept = keptCoverage(folder).filter(({ test }) => tests.includes(test));

const sources = changed.filter(path => path.startsWith('src/') && /\.tsx?$/.test(path));
const callers = new Set(
  sources.flatMap(path => {
    const isThere = graph.has(path);
    const text = isThere ? readFileSync(join(root, path), 'utf8') : '';
    const found = lines.get(path);
    const names = isThere && found ? functionsAt(path, text, found) : undefined;
    const all = testsThatCall(kept, path, names);
    if (all.length === 0) process.stdout.write(`${path}: no unit test calls it; npm run test:all has the others\n`);
    return all;
  }),
);
const telling = isUnlimited ? [...callers] : tellingMost([...callers], sources, limit);
const others = testsOf(
  graph,
  tests,
  changed.filter(path => !sources.includes(path)),
);
const chosen = [...new Set([...telling.map(({ test }) => test), ...others, ...always])].sort();
const rest = callers.size - telling.length;
process.stdout.write(
  `${changed.length} files changed since ${ref}; ${chosen.length} of ${tests.length} files of tests` +
    `${rest > 0 ? ` (${rest} more call what changed, and much else: --all-callers)` : ''}\n`,
);
process.exit(await runFiles(chosen, given));

/** Whether what every test calls is kept; where little is, all run once. */
async function isKept() {
  if (keptCoverage(folder).length > tests.length / 2) return true;
  process.stdout.write('What each test calls is not kept yet: all run once, which takes about two minutes.\n');
  return (await run(process.execPath, ['test/run/unit.mjs'])) === 0;
}

/**
 * @param {readonly string[]} files
 * @param {readonly string[]} options mocha's
 */
function runFiles(files, options) {
  const { import: loader, ui, timeout } = JSON.parse(readFileSync(join(root, '.mocharc.json'), 'utf8'));
  const ownGrep = options.some(option => /^(-g|-f|--f?grep)/.test(option));
  return run(process.execPath, [
    'node_modules/mocha/bin/mocha.js',
    '--no-config',
    `--import=${loader}`,
    `--ui=${ui}`,
    `--timeout=${timeout}`,
    '--reporter=dot',
    '--require=./test/propertyRuns.ts',
    ...(ownGrep ? [] : ['--grep=@slow', '--invert', '--require=./test/run/coverage.cjs']),
    ...['--parallel', '--jobs=2'],
    ...options,
    ...files,
  ]);
}
