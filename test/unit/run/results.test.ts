import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { countsOf, inWords, resultsFile, resultsFolder, runSuite } from '../../run/results.mjs';

suite('results of suites', () => {
  const names = ['results-test-a', 'results-test-b'] as const;
  const record = (name: string, passed: number, failed = 0, skipped = 0) => {
    mkdirSync(resultsFolder, { recursive: true });
    writeFileSync(resultsFile(name), JSON.stringify({ passed, failed, skipped }));
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

  test('a suite without a record counts as a failure, and so does an exit code that no test explains', () => {
    record(names[0], 3, 0, 2);
    assert.deepEqual(countsOf(names, 0), { passed: 3, failed: 1, skipped: 2 });
    assert.deepEqual(countsOf([names[0]], 1), { passed: 3, failed: 1, skipped: 2 });
    assert.deepEqual(countsOf([names[0]], 0), { passed: 3, failed: 0, skipped: 2 });
  });

  test('the totals', () => {
    assert.equal(inWords({ passed: 3, failed: 1, skipped: 2 }), '3 passed, 1 failed, 2 skipped');
    assert.equal(inWords({ passed: 3, failed: 0, skipped: 0 }), '3 passed, 0 failed');
  });
});
