import assert from 'node:assert/strict';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModuleRunner } from '../../../src/node/modules/moduleRunner.ts';

const limit = 20_000;

suite('ModuleRunner', () => {
  const runner = new ModuleRunner();
  let folder: string;
  let files = 0;
  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-modules-'));
  });
  suiteTeardown(async () => {
    runner.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  async function write(code: string, name = `m${++files}.mjs`): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, code);
    return path;
  }
  const call = async (code: string, args: readonly unknown[] = [], limitMs = limit) =>
    runner.run({ path: await write(code), export: 'f', args }, limitMs);

  const values: readonly (readonly [code: string, value: unknown])[] = [
    ['export const f = (a, b) => [a, b.c]', ['x', 1]],
    ['export async function f(a) { await null; return { a, "__proto__": 1, n: undefined }; }', new Map([['a', 'x']])],
    ['export const f = "text"', 'text'],
    ['export const f = () => 2n ** 70n', 2n ** 70n],
    ['export const f = () => new Date(0)', '1970-01-01T00:00:00.000Z'],
    ['export const f = () => JSON.parse(\'{"__proto__": 1}\')', new Map([['__proto__', 1]])],
    ['export const f = () => { const a = [1]; return [a, a, new Set(a)]; }', [[1], [1], [1]]],
  ];
  for (const [code, value] of values)
    test(`gives the value of ${code}`, async () => {
      const outcome = await call(code, ['x', { c: 1 }]);
      assert.deepEqual(outcome.ok && outcome.value, value);
    });

  const failures: readonly (readonly [name: string, code: string, className: string, message: RegExp])[] = [
    [
      'throws no Error',
      'export const f = () => { throw { a: 1 } }',
      'ThrownValue',
      /^It threw \{ a: 1 \}, which is no Error\.$/,
    ],
    ['throws nothing', 'export const f = () => { throw undefined }', 'ThrownValue', /threw undefined/],
    [
      'throws what throws when it is read',
      'export const f = () => { throw new Proxy({}, { get() { throw 1 } }) }',
      'ThrownValue',
      /no Error/,
    ],
    ['ends the process', 'export const f = () => process.exit(3)', 'ModuleEnded', /process\.exit\(3\)/],
    ['ends the process when it is loaded', 'process.exit(0)', 'ModuleEnded', /process\.exit\(0\)/],
    [
      'throws later',
      'export const f = () => { setTimeout(() => { throw new TypeError("late") }); return new Promise(() => {}) }',
      'TypeError',
      /^late$/,
    ],
    [
      'rejects unseen',
      'export const f = () => { Promise.reject(new TypeError("unseen")); return new Promise(() => {}) }',
      'TypeError',
      /^unseen$/,
    ],
    [
      'contains itself',
      'export const f = () => { const a = { b: [] }; a.b.push(a); return a }',
      'ModuleValueError',
      /^`f`, at \["b"\]\[0\], gave a value that contains itself\.$/,
    ],
    [
      'is endlessly deep',
      'export const f = () => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a }',
      'ModuleValueError',
      /nested more than 400 deep/,
    ],
    ['is huge', 'export const f = () => "x".repeat(6e7)', 'ModuleValueError', /50000000 characters/],
    ['is wide', 'export const f = () => new Array(2 ** 32 - 1)', 'ModuleValueError', /1000000 values/],
    [
      'laughs',
      'export const f = () => { let a = ["ha"]; for (let i = 0; i < 60; i++) a = [a, a]; return a }',
      'ModuleValueError',
      /1000000 values/,
    ],
    ['is a function', 'export const f = () => [() => 1]', 'ModuleValueError', /\[0\], gave a function/],
    ['is binary', 'export const f = () => Buffer.alloc(3)', 'ModuleValueError', /binary/],
    ['holds a promise', 'export const f = () => [Promise.resolve(1)]', 'ModuleValueError', /Await/],
    [
      'has a getter that throws',
      'export const f = () => ({ get a() { throw new RangeError("no") } })',
      'RangeError',
      /^no$/,
    ],
    ['returns nothing', 'export const f = () => {}', 'ModuleValueError', /^`f` returned nothing/],
    [
      'exports something else',
      'export const g = 1; export default 2',
      'ModuleExportError',
      /^It exports no `f`\. It exports `default`, `g`\.$/,
    ],
    ['exports nothing', '', 'ModuleExportError', /It exports nothing/],
    ['overflows the stack', 'export const f = () => f() + 1', 'RangeError', /call stack/],
    [
      'allocates without end',
      'export const f = () => { const a = []; for (;;) a.push(new Array(1000).fill(0.5)) }',
      'ModuleOutOfMemory',
      /256 MB/,
    ],
    ['imports what is not there', 'import "./nowhere.mjs"', 'Error', /Cannot find module .*nowhere\.mjs/],
  ];
  for (const [name, code, className, message] of failures)
    test(`a clear error where it ${name}`, async () => {
      const outcome = await call(code);
      assert.ok(!outcome.ok);
      assert.equal(outcome.error.class, className);
      assert.match(outcome.error.message, message);
    });

  for (const code of [
    'export const f = () => { for (;;); }',
    'for (;;);',
    'export const f = () => new Promise(() => {})',
  ])
    test(`ends at its limit: ${code}`, async () => {
      const outcome = await call(code, [], 300);
      assert.deepEqual(outcome, {
        ok: false,
        error: { class: 'ModuleTimeout', message: 'The module did not finish within 0.3 s.' },
      });
    });

  const places: readonly (readonly [name: string, code: string, line: number, column: number])[] = [
    ['thrown', '// one\nexport function f(text) {\n  return text.nope.x;\n}', 3, 20],
    ['thrown while loading', '\nnull.x;', 2, 6],
    ['no JavaScript', 'export const a = 1;\nexport function f() {\n  return {{ };\n}', 3, 11],
    ['a name that is not exported', "import { join } from 'node:path';\nimport { nothing } from 'node:fs';", 2, 10],
  ];
  for (const [name, code, line, column] of places)
    test(`leads to the place in the module: ${name}`, async () => {
      const path = await write(code);
      const outcome = await runner.run({ path, export: 'f', args: ['x'] }, limit);
      assert.deepEqual(outcome.ok || outcome.error.place, { file: path, line, column });
    });

  test('the stack holds the frames of files only', async () => {
    const path = await write('export const f = () => inner();\nfunction inner() {\n  throw new Error("x");\n}');
    const outcome = await runner.run({ path, export: 'f', args: [] }, limit);
    assert.equal(!outcome.ok && outcome.error.stack, `    at inner (${path}:3:9)\n    at Module.f (${path}:1:24)`);
  });

  test('an error may carry feedback, a span and a code, and have a class of its own', async () => {
    const outcome = await call(
      'class Odd extends Error {}\nexport const f = () => { throw Object.assign(new Odd("no"), { feedback: "Again.", span: { start: 1, end: 2 }, code: "odd" }) }',
    );
    assert.ok(!outcome.ok);
    const { class: className, message, feedback, span, code } = outcome.error;
    assert.deepEqual([className, message, feedback, span, code], ['Odd', 'no', 'Again.', { start: 1, end: 2 }, 'odd']);
  });

  test('a module that is not there', async () => {
    const path = join(folder, 'none.mjs');
    const outcome = await runner.run({ path, export: 'f', args: [] }, limit);
    assert.deepEqual(outcome, {
      ok: false,
      error: { class: 'ModuleNotFound', message: `There is no module ${path}.` },
    });
  });

  test('the worker is kept, and the next call has a new one after it was ended', async () => {
    const path = await write('let n = 0; export const f = text => { if (text === "loop") for (;;); return ++n }');
    const run = (text: string, ms = limit) => runner.run({ path, export: 'f', args: [text] }, ms);
    const outcomes = [await run(''), await run(''), await run('loop', 200), await run('')];
    assert.deepEqual(
      outcomes.map(outcome => (outcome.ok ? outcome.value : outcome.error.class)),
      [1, 2, 'ModuleTimeout', 1],
    );
  });

  test('a module is loaded again when it or what it imports changes', async () => {
    const path = await write('import { n } from "./dependency.mjs"; export const f = () => n', 'importer.mjs');
    const run = async () => {
      const outcome = await runner.run({ path, export: 'f', args: [] }, limit);
      return outcome.ok ? outcome.value : outcome.error.class;
    };
    assert.equal(await run(), 'Error');
    const dependency = await write('export const n = 1', 'dependency.mjs');
    assert.equal(await run(), 1);
    await write('export const n = 2', 'dependency.mjs');
    await utimes(dependency, 1, 1);
    assert.equal(await run(), 2);
    await write('export const f = () => "own"', 'importer.mjs');
    assert.equal(await run(), 'own');
  });

  test('the types of all exports', async () => {
    const path = await write('export const a = "x"; export function b() {}');
    const outcome = await runner.run({ path, args: [] }, limit);
    assert.deepEqual(
      outcome.ok && outcome.value,
      new Map([
        ['a', 'string'],
        ['b', 'function'],
      ]),
    );
  });
});
