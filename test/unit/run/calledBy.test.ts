import { deepEqual, equal } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Coverage, functionsAt, keptCoverage, tellingMost, testsThatCall } from '../../run/calledBy.mjs';
import { changedLines } from '../../run/changedLines.mjs';

const root = join(import.meta.dirname, '../../..');

/** One each of Python's rules, a parser type, a view, the extension, the command line: a line, its function, its test. */
const examples = [
  ['src/engine/python/strFormat.ts', 'const brace = nextBrace(format, pos);', 'parseFormat', 'engine/python/strFormat'],
  [
    'src/engine/systems/agentscope/draftTags.ts',
    'const common = names.filter',
    'draftTagNames',
    'engine/systems/agentscope/draftTagNames',
  ],
  ['src/views/position.ts', 'const middle = (low + high) >> 1;', 'linePlaces', 'views/linePlaces'],
  ['src/extension/responses/trackSpan.ts', 'const growth =', 'trackSpan', 'extension/trackSpan'],
  ['src/cli/lines.ts', "for (let end = text.indexOf('\\n')", 'readLines', 'cli/lines'],
] as const;

suite('the tests that call what changed', () => {
  suite('in five places @slow', () => {
    let kept: readonly Coverage[];
    suiteSetup(function () {
      this.timeout(120_000);
      const folder = mkdtempSync(join(tmpdir(), 'parserlens-coverage-'));
      try {
        const mocha = ['node_modules/mocha/bin/mocha.js', '--no-config', '--import=tsx', '--ui=tdd', '--reporter=min'];
        const { status, stderr } = spawnSync(
          process.execPath,
          [
            ...[...mocha, '--parallel', '--jobs=2', '--require=./test/run/coverage.cjs'],
            ...examples.map(([, , , test]) => `test/unit/${test}.test.ts`),
          ],
          { cwd: root, env: { ...process.env, PARSERLENS_COVERAGE: folder }, encoding: 'utf8' },
        );
        equal(status, 0, stderr);
        kept = keptCoverage(folder);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    for (const [path, line, name, test] of examples) leadsTo(path, line, name, test, () => kept);
  });

  test('a line of no function concerns all of its module, and one of nobody’s function as well', () => {
    const text = 'const limit = 3;\n\nexport function f() {\n  return limit;\n}\n';
    equal(functionsAt('src/a.ts', text, [[1, 1]]), undefined);
    deepEqual(functionsAt('src/a.ts', text, [[4, 5]]), ['f']);
    const kept = [covered('a', { 'src/a.ts': ['f'] }), covered('b', { 'src/a.ts': ['g'] }), covered('c', {})];
    deepEqual(names(testsThatCall(kept, 'src/a.ts', ['f'])), ['a']);
    deepEqual(names(testsThatCall(kept, 'src/a.ts', ['new'])), ['a', 'b']);
    deepEqual(names(testsThatCall(kept, 'src/a.ts')), ['a', 'b']);
  });

  test('methods, members and what is given to a name have their names; a function without one has that around it', () => {
    const text = [
      'export class A {',
      '  run(): void {',
      '    go(1);',
      '  }',
      '  later = () => go(2);',
      '}',
      'export const b = (x: number) =>',
      '  [x].map(y => go(y));',
    ].join('\n');
    const at = (line: number) => functionsAt('src/a.ts', text, [[line, line]]);
    deepEqual([at(3), at(5), at(8)], [['run'], ['later'], ['b']]);
    deepEqual(functionsAt('src/a.ts', 'const c = {\n  write() {\n    go();\n  },\n};', [[3, 3]]), ['write']);
  });

  test('of many those that are named for it, then those that call little else, within files and time', () => {
    const wide = Object.fromEntries([...Array(9).keys()].map(i => [`src/${i}.ts`, ['f']]));
    const kept = [
      covered('test/unit/wide.test.ts', wide),
      covered('test/unit/narrow.test.ts', { 'src/a.ts': ['f'] }),
      covered('test/unit/a.test.ts', wide, 9000),
      covered('test/unit/long.test.ts', { 'src/a.ts': ['f'], 'src/b.ts': ['f'] }, 5000),
    ];
    const chosen = (files: number, milliseconds: number) =>
      tellingMost(kept, ['src/a.ts'], { files, milliseconds }).map(({ test }) => test.slice(10, -8));
    deepEqual(chosen(9, 99_000), ['a', 'narrow', 'long', 'wide']);
    deepEqual(chosen(2, 99_000), ['a', 'narrow']);
    deepEqual(chosen(9, 9500), ['a', 'narrow']);
  });

  test('the lines of a diff', () => {
    const diff = [
      'diff --git a/src/a.ts b/src/a.ts',
      '--- a/src/a.ts',
      '+++ b/src/a.ts',
      '@@ -3 +3 @@ function f() {',
      '@@ -10,2 +12,4 @@',
      '@@ -20,3 +30,0 @@',
      '--- a/src/gone.ts',
      '+++ /dev/null',
      '@@ -1,3 +0,0 @@',
    ];
    deepEqual(changedLines(diff.join('\n')).get('src/a.ts')?.slice(0, 3), [
      [3, 3],
      [12, 15],
      [30, 31],
    ]);
  });
});

function leadsTo(path: string, line: string, name: string, expected: string, kept: () => readonly Coverage[]): void {
  test(`${path}: ${line}`, () => {
    const text = readFileSync(join(root, path), 'utf8');
    const number = text.slice(0, text.indexOf(line)).split('\n').length;
    equal(text.includes(line), true);
    const found = functionsAt(path, text, [[number, number]]);
    deepEqual(found, [name]);
    deepEqual(names(testsThatCall(kept(), path, found)), [`test/unit/${expected}.test.ts`]);
  });
}

const covered = (test: string, functions: Coverage['functions'], milliseconds = 100): Coverage => ({
  test,
  milliseconds,
  functions,
});
const names = (tests: readonly Coverage[]) => tests.map(({ test }) => test).sort();
