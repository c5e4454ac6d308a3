import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  countsOf,
  failuresOfAll,
  inWords,
  type Record,
  resultsFile,
  resultsFolder,
  runSuite,
  runSuiteAgain,
  skipsOfAll,
} from '../../run/results.mjs';

suite('results of suites', () => {
  const names = ['results-test-a', 'results-test-b'] as const;
  const record = (name: string, passed: number, failed = 0, skipped = 0, failedSuites: string[] = []) => {
    mkdirSync(resultsFolder, { recursive: true });
    writeFileSync(
      resultsFile(name),
      JSON.stringify({ passed, failed, skipped, failedSuites, failedFiles: [], failures: failedSuites }),
    );
  };
  teardown(() => {
    for (const name of names) rmSync(resultsFile(name), { force: true });
  });

  for (const [title, code, write, expected] of [
    ['tests that passed', 0, () => record(names[0], 3), 0],
    ['tests that passed or were skipped', 0, () => record(names[0], 3, 0, 1), 0],
    ['a process that ended well before mocha did', 0, () => {}, 1],
    ['a process that died', 134, () => {}, 134],
    ['no test at all', 0, () => record(names[0], 0), 1],
    ['a failure that the exit code hides', 0, () => record(names[0], 3, 1), 1],
    ['failures', 2, () => record(names[0], 3, 2), 2],
    ['a run that fails after its tests', 1, () => record(names[0], 3), 1],
  ] as const)
    test(`a run with ${title} ends with ${expected}`, async () => {
      // What an earlier run left is not taken for this one's.
      record(names[0], 9);
      const said: string[] = [];
      const { write: writeError } = process.stderr;
      process.stderr.write = text => Boolean(said.push(String(text)));
      try {
        const run = async () => {
          write();
          return code;
        };
        assert.equal(await runSuite(names[0], run), expected);
      } finally {
        process.stderr.write = writeError;
      }
      assert.equal(said.length, /before mocha|died|no test/.test(title) ? 1 : 0, said.join(''));
    });

  for (const [title, again, code, expected, failures] of [
    [
      'passes the second time counts as passed, and is named',
      () => record(names[0], 4),
      0,
      { passed: 7, failed: 0, skipped: 1 },
      ['a', 'b'].map(title => `${names[0]}, not again: ${title}`),
    ],
    [
      'fails again is a failure',
      () => record(names[0], 3, 1, 0, ['a']),
      1,
      { passed: 6, failed: 1, skipped: 1 },
      [`${names[0]}: a`],
    ],
    [
      'dies the second time is a failure',
      () => {},
      1,
      { passed: 5, failed: 2, skipped: 1 },
      ['a', 'b'].map(title => `${names[0]}: ${title}`),
    ],
  ] as const)
    test(`a part that ${title}`, async () => {
      const { stdout, stderr } = process;
      const writes = [stdout.write, stderr.write] as const;
      stdout.write = stderr.write = () => true;
      const asked: unknown[] = [];
      try {
        const run = async (first?: Record) => {
          asked.push(first?.failedSuites);
          if (first) again();
          else record(names[0], 5, 2, 1, ['a', 'b']);
          return first ? code : 1;
        };
        assert.equal(await runSuiteAgain(names[0], run), code);
      } finally {
        [stdout.write, stderr.write] = writes;
      }
      assert.deepEqual(asked, [undefined, ['a', 'b']]);
      assert.deepEqual(countsOf([names[0]], code), expected);
      assert.deepEqual(
        failuresOfAll().filter(failure => failure.startsWith(names[0])),
        failures,
      );
    });

  test('a suite without a record counts as a failure, and so does an exit code that no test explains', () => {
    record(names[0], 3, 0, 2);
    assert.deepEqual(countsOf(names, 0), { passed: 3, failed: 1, skipped: 2 });
    assert.deepEqual(countsOf([names[0]], 1), { passed: 3, failed: 1, skipped: 2 });
    assert.deepEqual(countsOf([names[0]], 0), { passed: 3, failed: 0, skipped: 2 });
  });

  test('where no suite was come to there are no failures to tell', () => {
    assert.deepEqual(failuresOfAll(`${resultsFolder}/not-there`), []);
  });

  test('the totals', () => {
    assert.equal(inWords({ passed: 3, failed: 1, skipped: 2 }), '3 passed, 1 failed, 2 skipped');
    assert.equal(inWords({ passed: 3, failed: 0, skipped: 0 }), '3 passed, 0 failed');
  });
});

suite('what a run tells of its tests', () => {
  let folder: string;
  setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-told-'));
  });
  teardown(() => rmSync(folder, { recursive: true }));

  /** Runs a file of tests with our reporter, and gives what it wrote. */
  function told(text: string): Record {
    const root = join(import.meta.dirname, '../../..');
    const file = join(folder, 'told.test.ts');
    writeFileSync(file, text.replace('SKIP', JSON.stringify(join(root, 'test/skipTest.ts'))));
    const mocha = ['node_modules/mocha/bin/mocha.js', '--no-config', '--import=tsx', '--ui=tdd'];
    spawnSync(process.execPath, [...mocha, `--reporter=${join(root, 'test/run/reporter.cjs')}`, file], {
      cwd: root,
      env: { ...process.env, PARSERLENS_RESULTS: join(folder, 'told.json') },
    });
    return JSON.parse(readFileSync(join(folder, 'told.json'), 'utf8'));
  }

  test('a failure: its file and line, its title, what differs', () => {
    const { failures } = told(`import { deepEqual } from 'node:assert/strict';
suite('a list', () => {
  test('has its order', () => {
    deepEqual(['a', 'b'], ['a', 'c']);
  });
  test('is there', async () => {
    throw new Error('late', { cause: new Error('the disk is full') });
  });
});`);
    const [order = '', there = ''] = failures;
    assert.match(order, /^\S*told\.test\.ts(:\d+)? {2}a list has its order\n/);
    assert.match(order, /^ {2}\+ {3}'b'\n {2}- {3}'c'$/m);
    assert.match(there, /told\.test\.ts:7 {2}a list is there\n {2}late\n {2}because: the disk is full$/);
  });

  test('what is skipped, and why, each reason once', () => {
    const record = told(`import { skipTest } from SKIP;
suite('in Python', () => {
  suiteSetup(function () { skipTest(this, 'without Python 3'); });
  test('one', () => {});
  test('two', () => {});
});
suite('on two engines', () => {
  for (const engine of ['Dask', 'parallel'])
    test(engine, function () { skipTest(this, \`without \${engine}\`); });
});`);
    assert.equal(record.skipped, 4);
    assert.deepEqual(skipsOfAll(folder), [
      'without Dask: on two engines Dask',
      'without Python 3: in Python',
      'without parallel: on two engines parallel',
    ]);
  });
});
