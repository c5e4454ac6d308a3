import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { callModule, callModuleEach, type ModuleCall, ModulePool } from '../../../src/node/modules/modulePool.ts';

const limit = 20_000;

suite('ModulePool', () => {
  let printed = '';
  const pool = new ModulePool(false, text => {
    printed += text;
  });
  const runner = { run: (call: ModuleCall, limitMs: number) => callModule(call, limitMs, pool.ask) };
  let folder: string;
  let files = 0;
  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-modules-'));
  });
  suiteTeardown(async () => {
    pool.dispose();
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

  test('a module that is gone before it is read is not found', async () => {
    const path = await write('throw new Error("what is imported is not there");');
    const gone = await callModule({ path, export: 'f', args: [] }, limit, async (...question) => {
      const reply = await pool.ask(...question);
      await rm(path);
      return reply;
    });
    assert.deepEqual(gone, { ok: false, error: { class: 'ModuleNotFound', message: `There is no module ${path}.` } });
  });

  const failures: readonly (readonly [name: string, code: string, className: string, message: RegExp])[] = [
    [
      'throws no Error',
      'export const f = () => { throw { a: 1 } }',
      'ThrownValue',
      /^It threw \{ a: 1 \}, which is not an Error\.$/,
    ],
    ['throws nothing', 'export const f = () => { throw undefined }', 'ThrownValue', /threw undefined/],
    [
      'throws what throws when it is read',
      'export const f = () => { throw new Proxy({}, { get() { throw 1 } }) }',
      'ThrownValue',
      /not an Error/,
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
      'laughs @slow',
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
      'makes one large list @slow',
      'export const f = () => new Float64Array(2e8).fill(1)',
      'ModuleOutOfMemory',
      /256 MB/,
    ],
    [
      'throws a huge message @slow',
      'export const f = () => { throw new Error("x".repeat(3e8)) }',
      'ModuleOutOfMemory',
      /256 MB/,
    ],
    [
      'eats memory that is not on the heap @slow',
      'export const f = () => { const a = []; for (;;) a.push(new Uint8Array(1e8).fill(1)) }',
      'ModuleOutOfMemory',
      /1024 MB in all/,
    ],
    [
      'eats memory in threads of its own @slow',
      `import { Worker } from 'node:worker_threads';
      export const f = () => {
        for (let i = 0; i < 3; i++)
          new Worker('const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1))', { eval: true });
        for (;;);
      }`,
      'ModuleOutOfMemory',
      /1024 MB in all/,
    ],
    [
      'prints without end',
      'import fs from "node:fs"; export const f = () => { for (;;) fs.writeSync(1, "x".repeat(1e5)) }',
      'ModuleOutputError',
      /printed more than 1 MB/,
    ],
    [
      'writes where answers are written',
      'import fs from "node:fs"; export const f = () => { fs.writeSync(3, JSON.stringify({ value: 1, called: true })); for (;;); }',
      'ModuleEnded',
      /channel by which ParserLens asks/,
    ],
    [
      'floods where answers are written',
      'import fs from "node:fs"; export const f = () => { for (;;) fs.writeSync(3, "x".repeat(1e5)) }',
      'ModuleEnded',
      /channel by which ParserLens asks/,
    ],
    [
      'closes the channel',
      'import fs from "node:fs"; export const f = () => { for (let i = 0; i < 64; i++) try { fs.closeSync(i) } catch {} return 1 }',
      // Node may abort for want of its own descriptors, as it does for want of memory.
      'ModuleInterrupted|ModuleOutOfMemory',
      /./,
    ],
    [
      'marks without end @slow',
      'export const f = context => { for (let i = 0; i < 1e6; i++) try { context.field("a", 0, 1) } catch {} return 1 }',
      'ModuleValueError',
      /^`context\.field` was called more than 100000 times\.$/,
    ],
    ['is a huge integer', 'export const f = () => 1n << 8000000n', 'ModuleValueError', /hexadecimal digits/],
    ['is killed', 'export const f = () => process.kill(process.pid, "SIGKILL")', 'ModuleInterrupted', /SIGKILL/],
    ['imports what is not there', 'import "./nowhere.mjs"', 'Error', /Cannot find module .*nowhere\.mjs/],
  ];
  for (const [name, code, className, message] of failures)
    test(`a clear error where it ${name}`, async () => {
      const outcome = await call(code);
      assert.ok(!outcome.ok);
      assert.match(outcome.error.class, new RegExp(`^(?:${className})$`));
      assert.match(outcome.error.message, message);
    });

  test('a clear error where it fills one map without end: V8’s limit of a map, of memory, or time, whichever comes first @slow', async () => {
    const outcome = await call('export const f = () => { const m = new Map(); for (let i = 0; ; i++) m.set(i, i) }');
    assert.ok(!outcome.ok);
    const { class: className, message } = outcome.error;
    assert.match(`${className}: ${message}`, /^RangeError: Map maximum size|^ModuleOutOfMemory: |^ModuleTimeout: /);
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

  test('ends where a sparse list fills the heap slowly @slow', async () => {
    const outcome = await call('export const f = () => new Array(6e7).fill(1)', [], 1500);
    assert.ok(!outcome.ok);
    assert.match(outcome.error.class, /^Module(?:Timeout|OutOfMemory)$/);
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

  test('the process is kept, and the next call has a new one after it was ended', async () => {
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

  test('what it prints is passed on, and V8’s report on its own end is not @slow', async () => {
    printed = '';
    await call('export const f = () => { console.log("to be seen"); return 1 }');
    assert.equal(printed, 'to be seen\n');
    const outcome = await call('export const f = () => { const a = []; for (;;) a.push(new Array(1000).fill(0.5)) }');
    assert.ok(!outcome.ok);
    assert.equal(outcome.error.class, 'ModuleOutOfMemory');
    assert.match(outcome.error.message, /256 MB/);
    assert.equal(printed, 'to be seen\n');
  });

  test('a module sees no keys of the user’s', async () => {
    process.env.PARSERLENS_TEST_API_KEY = 'sk-secret';
    const outcome = await call('export const f = () => JSON.stringify(process.env) + process.argv + process.execArgv');
    delete process.env.PARSERLENS_TEST_API_KEY;
    assert.ok(outcome.ok);
    assert.match(String(outcome.value), /"PATH":/);
    assert.doesNotMatch(String(outcome.value), /sk-secret/);
  });

  test('a module sees nothing of what runs it', async () => {
    const names = ['state', 'watchdog', 'watchdogCode', 'channel', 'token', 'question', 'maxAnswer'];
    const known = await call(
      `export const f = () => [${names.map(name => `typeof ${name}`)}, ...Object.keys(globalThis).filter(key => key.length < 4)]`,
    );
    assert.ok(known.ok);
    assert.deepEqual(
      known.value,
      names.map(() => 'undefined'),
    );
  });

  const leftovers: readonly (readonly [name: string, code: string])[] = [
    ['a timer', 'setInterval(() => {}, 5)'],
    ['a busy loop', 'setTimeout(() => { for (;;); }, 1)'],
    ['a busy loop that keeps nothing alive', 'setTimeout(() => { for (;;); }, 1).unref()'],
    ['a thread', 'new Worker("for (;;);", { eval: true })'],
    ['a late error', 'setTimeout(() => { throw new Error("late") }, 1).unref()'],
    ['a late end', 'setTimeout(() => process.exit(), 1).unref()'],
  ];
  for (const [name, code] of leftovers)
    test(`the next call is not hurt by ${name} that the one before left`, async () => {
      const path = await write(
        `import { Worker } from 'node:worker_threads';\nexport const f = leave => { if (leave) ${code}; return process.pid }`,
      );
      const run = (leave: boolean) => runner.run({ path, export: 'f', args: [leave] }, limit);
      const first = await run(true);
      await new Promise(resolve => setTimeout(resolve, 20));
      const second = await run(false);
      assert.ok(first.ok && second.ok);
      await until(() => !isAlive(Number(first.value)));
    });

  test('a thread that works on unseen is ended, and so is a program that was started @slow', async () => {
    const path = await write(`import { spawn } from 'node:child_process';
import { Worker } from 'node:worker_threads';
export const f = () => {
  const started = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  started.unref();
  new Worker('for (;;);', { eval: true }).unref();
  return [process.pid, started.pid];
};`);
    const outcome = await runner.run({ path, export: 'f', args: [] }, limit);
    assert.ok(outcome.ok);
    for (const pid of outcome.value as number[]) await until(() => !isAlive(pid));
  });

  test('no more than four processes live, and five modules at once are all answered', async () => {
    const paths = await Promise.all(
      Array.from({ length: 6 }, () =>
        write('export const f = async () => { await new Promise(done => setTimeout(done, 100)); return process.pid }'),
      ),
    );
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, pool.size);
    }, 5);
    const outcomes = await Promise.all(paths.map(path => runner.run({ path, export: 'f', args: [] }, limit)));
    clearInterval(watch);
    assert.deepEqual(
      outcomes.map(({ ok }) => ok),
      paths.map(() => true),
    );
    assert.ok(most <= 4, `${most} processes`);
    const last = outcomes[5]!;
    const again = await runner.run({ path: paths[5]!, export: 'f', args: [] }, limit);
    assert.deepEqual(again, last, 'the one that was asked last is kept');
  });

  test('after five time-outs a module is not waited for any more, until it changes', async () => {
    const path = await write('export const f = () => { for (;;); }');
    const run = () => runner.run({ path, export: 'f', args: [] }, 50);
    for (let i = 0; i < 5; i++) await run();
    const start = performance.now();
    const outcomes = await Promise.all(Array.from({ length: 1000 }, run));
    assert.ok(performance.now() - start < 20_000);
    assert.match(
      outcomes.map(outcome => (outcome.ok ? '' : outcome.error.message))[999] ?? '',
      /^It was not run again: it did not finish in time 5 times\./,
    );
    await writeFile(path, 'export const f = () => "mended"');
    const mended = await runner.run({ path, export: 'f', args: [] }, limit);
    assert.equal(mended.ok && mended.value, 'mended');
  });

  test('calls that wait are answered though those before them end the process @slow', async () => {
    const path = await write(
      'export const f = n => { if (n % 3 === 0) process.exit(7); if (n === 1) for (;;); return n }',
    );
    const outcomes = await Promise.all(
      [0, 1, 2, 3, 4, 5, 6, 7].map(n => runner.run({ path, export: 'f', args: [n] }, 1000)),
    );
    const ended = 'ModuleEnded';
    assert.deepEqual(
      outcomes.map(outcome => (outcome.ok ? outcome.value : outcome.error.class)),
      [ended, 'ModuleTimeout', 2, ended, 4, 5, ended, 7],
    );
  });

  test('a thousand calls at once wait for five time-outs, not for a thousand @slow', async () => {
    const path = await write('export const f = () => { for (;;); }');
    const calls = Array.from({ length: 1000 }, () => runner.run({ path, export: 'f', args: [] }, 100));
    const messages = (await Promise.all(calls)).map(outcome => (outcome.ok ? '' : outcome.error.message));
    assert.equal(messages.filter(message => message.startsWith('The module did not finish')).length, 5);
    assert.equal(messages.filter(message => message.startsWith('It was not run again')).length, 995);
  });

  suite('many calls at once', () => {
    const each = (path: string, args: readonly unknown[], limitMs = limit) =>
      callModuleEach(
        path,
        args.map(arg => ({ export: 'f', args: [arg] })),
        limitMs,
        pool.askEach,
      );
    const told = (outcomes: Awaited<ReturnType<typeof each>>) =>
      outcomes.map(outcome => (outcome.ok ? outcome.value : outcome.error.class));

    test('are answered in their order by one process, each with its own value, error and places', async () => {
      const path = await write(
        'export const f = ({ n }, context) => { if (n === 2) throw new TypeError("two"); context.field("n", n, n); return [n, process.pid] }',
      );
      const outcomes = await each(path, [{ n: 1 }, { n: 2 }, { n: 3 }]);
      const [first, second, third] = outcomes;
      assert.ok(first?.ok && third?.ok && second?.ok === false);
      const [[one, pid], [three, other]] = [first.value as number[], third.value as number[]];
      assert.deepEqual([one, three, pid === other, second.error.class], [1, 3, true, 'TypeError']);
      assert.deepEqual(
        [first.marks, third.marks],
        [[{ key: 'n', start: 1, end: 1 }], [{ key: 'n', start: 3, end: 3 }]],
      );
    });

    test('none sees what another did to what it was given', async () => {
      const path = await write('export const f = given => { given.seen = (given.seen ?? 0) + 1; return given.seen }');
      const shared = {};
      assert.deepEqual(told(await each(path, [shared, shared, shared])), [1, 1, 1]);
    });

    test('what cannot be copied is told of that call alone', async () => {
      const path = await write('export const f = given => given');
      assert.deepEqual(told(await each(path, ['a', () => 1, 'b'])), ['a', 'ModuleValueError', 'b']);
    });

    test('one that hangs, one that ends the process and one that leaves a timer hurt no other @slow', async () => {
      const path = await write(
        'export const f = n => { if (n === 2) for (;;); if (n === 4) process.exit(7); if (n === 6) setInterval(() => {}, 5); return n }',
      );
      const args = Array.from({ length: 9 }, (_, i) => i);
      assert.deepEqual(told(await each(path, args, 500)), [0, 1, 'ModuleTimeout', 3, 'ModuleEnded', 5, 6, 7, 8]);
    });

    test('what hangs, or has no memory left, in company is asked again alone before it counts @slow', async () => {
      const path = await write(`let calls = 0;
const kept = [];
export const f = what => {
  calls++;
  if (what === 'hangs' && calls > 1) for (;;);
  if (what === 'fills' && calls > 1) for (;;) kept.push(new Array(1000).fill(0.5));
  return what + calls;
};`);
      const values = told(await each(path, ['a', 'hangs', 'b', 'fills', 'c'], 1000));
      // The process in which it is asked again goes on with what comes behind it.
      assert.deepEqual(values, ['a1', 'hangs1', 'b2', 'fills1', 'c2']);
    });

    test('a module that hangs on all is given up after five, asked twice each @slow', async () => {
      const path = await write('export const f = () => { for (;;); }');
      const outcomes = await each(
        path,
        Array.from({ length: 1000 }, () => 0),
        50,
      );
      const messages = outcomes.map(outcome => (outcome.ok ? '' : outcome.error.message));
      assert.equal(messages.filter(message => message.startsWith('The module did not finish')).length, 5);
      assert.equal(messages.filter(message => message.startsWith('It was not run again')).length, 995);
    });

    test('of a module that hangs once in a thousand nothing is given up @slow', async () => {
      const path = await write('export const f = n => { if (n % 1100 === 1099) for (;;); return 1 }');
      const outcomes = await each(
        path,
        Array.from({ length: 6600 }, (_, i) => i),
        100,
      );
      assert.deepEqual(
        told(outcomes).filter(each => each !== 1),
        Array(6).fill('ModuleTimeout'),
      );
      assert.ok(outcomes.every(outcome => outcome.ok || outcome.error.message.startsWith('The module did not finish')));
    });
  });

  suite('the time of a call is its own @slow', () => {
    test('a busy machine takes nothing from it', async function () {
      this.timeout(120_000);
      // It works for about 1.2 s; beside six others that work, on two cores, that takes 4 s and more.
      const path = await write(
        'export const f = () => { const { user } = process.cpuUsage(); for (let i = 1; ; i++) if (i % 1e7 === 0 && process.cpuUsage().user - user > 1_200_000) return "done" }',
      );
      await runner.run({ path, export: 'g', args: [] }, limit);
      const busy = Array.from({ length: 3 * availableParallelism() }, () =>
        spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
      );
      try {
        const outcome = await runner.run({ path, export: 'f', args: [] }, 2000);
        assert.equal(outcome.ok ? outcome.value : outcome.error.message, 'done');
      } finally {
        for (const each of busy) each.kill('SIGKILL');
      }
    });

    for (const [what, code] of [
      ['waits', 'await new Promise(done => setTimeout(done, 20_000))'],
      [
        'works and waits',
        'for (;;) { const end = Date.now() + 20; while (Date.now() < end); await new Promise(done => setTimeout(done, 20)) }',
      ],
      ['works in many turns', 'for (;;) await new Promise(done => setImmediate(done))'],
    ])
      test(`what ${what} is over when its time is`, async () => {
        const start = performance.now();
        const outcome = await call(`export const f = async () => { ${code} }`, [], 1000);
        assert.equal(!outcome.ok && outcome.error.class, 'ModuleTimeout');
        assert.ok(performance.now() - start < 5000, `${performance.now() - start} ms`);
      });

    test('what blocks without working or waiting is over after a multiple of it', async () => {
      const outcome = await call(
        'export const f = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
        [],
        300,
      );
      assert.equal(!outcome.ok && outcome.error.class, 'ModuleTimeout');
    });
  });

  test('a busy module does not outlive a parent that is killed @slow', async () => {
    const module = await write(
      'process.on("disconnect", () => {}); process.on("SIGTERM", () => {}); export const f = () => { console.log(process.pid); for (;;); }',
    );
    const parent = await write(
      `import { callModule, ModulePool } from ${JSON.stringify(join(process.cwd(), 'src/node/modules/modulePool.ts'))};
await callModule({ path: ${JSON.stringify(module)}, export: 'f', args: [] }, 60_000, new ModulePool(false).ask);`,
      'parent.mts',
    );
    const started = spawn(process.execPath, ['--import', 'tsx', parent], { stdio: ['ignore', 'ignore', 'pipe'] });
    let text = '';
    started.stderr.on('data', chunk => {
      text += chunk;
    });
    await until(() => /\d+\n/.test(text));
    const pid = Number(/(\d+)\n/.exec(text)?.[1]);
    assert.ok(isAlive(pid));
    started.kill('SIGKILL');
    await until(() => !isAlive(pid));
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // What ended and waits for its parent to notice is gone as well.
  if (process.platform !== 'linux') return true;
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !condition(); await new Promise(resolve => setTimeout(resolve, 20)))
    assert.ok(Date.now() < end, 'in time');
}
