import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ages = `const limits = [18];
export function isAdult(age: number): boolean {
  return age >= limits[0]!;
}
export function digits(n: number): number {
  let count = 0;
  while (n > 0) {
    n = Math.floor(n / 10);
    count += 1;
  }
  return count;
}
export function check(age: number): void {
  if (age < 0) throw new RangeError('An age is not negative.');
}
export const unused = (a: number) => a + 1;
`;

const agesTest = `import assert from 'node:assert/strict';
import { check, digits, isAdult } from '../src/ages.ts';
suite('ages', () => {
  for (const [age, expected] of [[17, false], [19, true]] as const)
    test(String(age), () => assert.equal(isAdult(age), expected));
  test('digits', () => assert.deepEqual([digits(7), digits(42)], [1, 2]));
  test('negative', () => {
    assert.throws(() => check(-1), RangeError);
    check(1);
  });
  test('fails always', () => assert.fail());
  test('slow @slow', () => assert.equal(isAdult(18), true));
});
`;

suite('mutation tests', () => {
  let { draw, keepMutants, placeMutants }: typeof import('../../mutation/mutants.mjs') = {} as never;
  let { runMutation }: typeof import('../../mutation/runMutation.mjs') = {} as never;

  suiteSetup(async () => {
    // Not by a plain import: the instrumenter's packages are ES modules that `require` cannot load.
    ({ draw, keepMutants, placeMutants } = await import('../../mutation/mutants.mjs'));
    ({ runMutation } = await import('../../mutation/runMutation.mjs'));
  });

  test('texts of messages are not mutated, others are', async () => {
    const { mutants } = await placeMutants(
      'a.ts',
      "export const f = (a: string) => {\n  if (a === 'x') throw new Error(`no ${a}`);\n  return { message: 'no', key: 'k' };\n};\n",
    );
    const texts = mutants.flatMap(mutant => (mutant?.mutator === 'StringLiteral' ? mutant.original : []));
    assert.deepEqual(texts, ["'x'", "'k'"]);
  });

  test('the same mutants are drawn again, wherever their lines stand', async () => {
    const keys = async (file: string, source: string, seed: string, count: number) =>
      draw(
        (await placeMutants(file, source)).mutants.flatMap(mutant => mutant ?? []),
        count,
        seed,
      ).map(({ key }) => key);
    const drawn = await keys('ages.ts', ages, '1', 10);
    assert.equal(new Set(drawn).size, 10);
    assert.deepEqual(await keys('years.ts', `// Moved.\n${ages}`, '1', 10), drawn);
    assert.deepEqual(await keys('ages.ts', ages, '1', 4), drawn.slice(0, 4));
    assert.notDeepEqual(await keys('ages.ts', ages, '2', 10), drawn);
  });

  test('only what was drawn is switched', () => {
    assert.equal(
      keepMutants(
        'stryMutAct_9fa48("0") ? a : stryMutAct_9fa48("1") ? b : (stryCov_9fa48("0", "1"), c)',
        new Map([[1, 7]]),
      ),
      'false ? a : stryMutAct_9fa48(7) ? b : (stryCov_9fa48(7), c)',
    );
    assert.equal(keepMutants('stryCov_9fa48("0"), c', new Map()), '0, c');
  });

  test('tells which mutants the tests notice @slow', async () => {
    const root = mkdtempSync(join(tmpdir(), 'parserlens-'));
    try {
      const write = (file: string, text: string) => {
        mkdirSync(dirname(join(root, file)), { recursive: true });
        writeFileSync(join(root, file), text);
      };
      write('src/ages.ts', ages);
      write('test/ages.test.ts', agesTest);
      write('test/other.test.ts', "suite('other', () => test('passes', () => {}));\n");
      const logged: string[] = [];
      const options: Parameters<typeof runMutation>[0] = {
        root,
        outdir: join(root, 'out'),
        folders: new Map([['src', ['src/ages.ts']]]),
        tests: ['test/ages.test.ts', 'test/other.test.ts'],
        equivalent: [
          { text: 'while (n > 0) {', original: 'n > 0', replacement: 'n >= 0', reason: 'for the test of the list' },
        ],
        count: 100,
        seed: '1',
        jobs: 1,
        keep: 'none',
        log: text => logged.push(text),
        onProgress: () => Promise.resolve(),
      };
      mkdirSync(options.outdir);
      const { report, table } = await runMutation(options);
      assert.match(table, /^\| src \| (\d+) \| \1 \| (\d+) \| 1 \| [\d.]+ % \|$/m);
      const survived = [...report.matchAll(/^## src\/ages\.ts:(\d+) \((\w+)(, no test reaches it)?\)$/gm)].map(
        ([, line, mutator, unmet]) => `${line} ${mutator}${unmet ?? ''}`,
      );
      // 18 itself is tried in a slow test alone, 0 nowhere, and the last function is called by none.
      assert.deepEqual(survived, [
        '3 EqualityOperator',
        '14 EqualityOperator',
        '16 ArrowFunction',
        '16 ArithmeticOperator, no test reaches it',
      ]);
      assert.ok(
        logged.some(text => /^left out: .*fails always/.test(text)),
        logged.join(''),
      );
      assert.ok(
        logged.includes('1 test files bundled (0 s)\n') || logged.some(text => text.startsWith('1 test files')),
      );

      // What is kept holds as long as neither the source nor the tests that decided have changed.
      const toGo = async (keep: (typeof options)['keep']) => {
        logged.length = 0;
        const { report } = await runMutation({ ...options, keep });
        return { report, toGo: /, (\d+) to go/.exec(logged.join(''))?.[1] };
      };
      assert.equal((await toGo('all')).toGo, '0');
      assert.equal((await toGo('killed')).toGo, String(survived.length));
      write('src/ages.ts', `// Moved.\n${ages}`);
      assert.notEqual((await toGo('all')).toGo, '0');
      assert.equal((await toGo('all')).toGo, '0');

      // A better test kills what survived.
      write('test/ages.test.ts', agesTest.replace('[[17, false]', '[[18, true], [17, false]'));
      const { report: next } = await toGo('all');
      assert.ok(!next.includes('## src/ages.ts:4 '));
      assert.ok(next.includes('## src/ages.ts:17 '));
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }).timeout(180_000);
});
