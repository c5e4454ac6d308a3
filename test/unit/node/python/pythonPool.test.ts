import assert from 'node:assert/strict';
import { chmod, mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ModuleOutcome, PyFloat, PyOpaque } from '../../../../src/engine/index.ts';
import { callPython, callPythonEach } from '../../../../src/node/python/callPython.ts';
import { PythonPool } from '../../../../src/node/python/pythonPool.ts';
import { python3, pythonFolder } from './python3.ts';

suite('PythonPool', () => {
  const { pool, printed, write, parse, call } = pythonFolder();
  let files = 0;
  /** Runs `parse` with this body. */
  const body = async (lines: string, text = '', limitMs?: number) => {
    const path = await write(
      `m${++files}.py`,
      `import sys, os\ndef parse(text, definition, context):\n${lines.replace(/^/gm, '    ')}\n`,
    );
    return parse(path, text, {}, limitMs);
  };
  const errorOf = (outcome: ModuleOutcome) => {
    assert.ok(!outcome.ok, JSON.stringify(outcome));
    return outcome.error;
  };

  const values: readonly (readonly [code: string, value: unknown])[] = [
    ['text', 'a😀'],
    ['None', null],
    ['[True, 1, 1.5, -3]', [true, 1, 1.5, -3]],
    ['1.0', new PyFloat(1)],
    ['1e300', new PyFloat(1e300)],
    ['-0.0', new PyFloat(-0)],
    ['float("nan")', Number.NaN],
    ['float("-inf")', Number.NEGATIVE_INFINITY],
    ['2 ** 70', 2n ** 70n],
    ['-(10 ** 4999)', -(10n ** 4999n)],
    ['"\\ud800"', '\ud800'],
    [
      '{"a": (1, 2), 1: None, None: 2}',
      new Map<string, unknown>([
        ['a', [1, 2]],
        ['1', null],
        ['null', 2],
      ]),
    ],
    ['{"__proto__": 1}', new Map([['__proto__', 1]])],
    ['{3, 1, 2}', [1, 2, 3]],
    ['frozenset(["b", "a"])', ['a', 'b']],
    [
      '__import__("collections").namedtuple("P", "x y")(1, 2)',
      new Map([
        ['x', 1],
        ['y', 2],
      ]),
    ],
    ['__import__("collections").OrderedDict(a=1)', new Map([['a', 1]])],
    ['b"ab"', new PyOpaque('bytes', "b'ab'", 'ab')],
    [
      '__import__("datetime").datetime(2024, 1, 2, 3, 4)',
      new PyOpaque('datetime', 'datetime.datetime(2024, 1, 2, 3, 4)', '2024-01-02T03:04:00'),
    ],
    ['__import__("datetime").date(2024, 1, 2)', new PyOpaque('date', 'datetime.date(2024, 1, 2)', '2024-01-02')],
    ['__import__("decimal").Decimal("1.10")', new PyOpaque('Decimal', "Decimal('1.10')", '1.10')],
    ['__import__("enum").Enum("Color", {"RED": "red"})("red")', new PyOpaque('Color', "<Color.RED: 'red'>", 'red')],
    [
      '__import__("dataclasses").make_dataclass("D", ["a", "b"])(1, [2])',
      new Map<string, unknown>([
        ['a', 1],
        ['b', [2]],
      ]),
    ],
    ['type("I", (int,), {"__int__": lambda s: 7, "__repr__": lambda s: "x"})(5)', 5],
    ['type("F", (float,), {"__float__": lambda s: 7.0})(4)', new PyFloat(4)],
    ['type("S", (str,), {"__str__": lambda s: "other"})("own")', 'own'],
    ['[text, text]', ['a😀', 'a😀']],
    ['(lambda a: [a, a])([1])', [[1], [1]]],
  ];
  for (const [code, value] of values)
    test(`gives the value of ${code}`, async () => {
      const outcome = await body(`return ${code}`, 'a😀');
      assert.deepEqual(outcome.ok && outcome.value, value);
    });

  test('places are counted in UTF-16', async () => {
    const outcome = await body(
      'context.field("b", 1, 3)\ncontext.field(0, 0, 0)\ncontext.field("x", -1, 1.5)\nreturn 1',
      '😀b😀',
    );
    assert.deepEqual(outcome.ok && outcome.marks, [
      { key: 'b', start: 2, end: 5 },
      { key: '0', start: 0, end: 0 },
      { key: 'x', start: -1, end: 1.5 },
    ]);
  });

  const failures: readonly (readonly [name: string, code: string, className: string, message: RegExp])[] = [
    ['sys.exit', 'sys.exit(3)', 'ModuleEnded', /^The module called `sys\.exit\(3\)`\.$/],
    ['os._exit', 'os._exit(3)', 'ModuleEnded', /^The module ended its process with os\._exit\(3\)\.$/],
    ['a signal of its own', 'os.kill(os.getpid(), 9)', 'ModuleInterrupted', /by SIGKILL/],
    ['a crash in C', 'import ctypes\nctypes.string_at(0)', 'ModuleCrashed', /SIGSEGV/],
    ['an abort', 'os.abort()', 'ModuleCrashed', /SIGABRT/],
    ['recursion', 'def f(): return f() + 1\nreturn f()', 'RecursionError', /maximum recursion depth/],
    [
      'recursion without a limit @slow',
      'sys.setrecursionlimit(10**9)\ndef f(n): return repr(f) and eval("f(n)", {"f": f, "n": n})\nclass A:\n    def __getattr__(self, name): return getattr(self, name)\nreturn A().x',
      'ModuleCrashed|RecursionError|ModuleOutOfMemory',
      /./,
    ],
    ['2 GB of memory @slow', 'x = "a" * (2 << 30)\nreturn 1', 'ModuleOutOfMemory', /1536 MB/],
    ['8 GB at once', 'return len(bytearray(8 << 30))', 'ModuleOutOfMemory', /1536 MB/],
    [
      'memory without end @slow',
      'x = []\nwhile True: x.append("a" * 1000000 + str(len(x)))',
      'ModuleOutOfMemory',
      /1536 MB/,
    ],
    ['1 GB of output', 'while True: print("x" * 1000000)', 'ModuleOutputError', /more than 1 MB/],
    [
      'a fork that goes on',
      'if os.fork() == 0: return 1\nimport time\ntime.sleep(0.3)\nraise KeyError("parent")',
      'KeyError',
      /^'parent'$/,
    ],
    [
      'bytes that are no text',
      'return {"a": [b"\\xff"]}',
      'ModuleValueError',
      /^`parse`, at \["a"\]\[0\], gave b'\\xff', which is not data\.$/,
    ],
    [
      'an object',
      'return [object()]',
      'ModuleValueError',
      /^`parse`, at \[0\], gave <object object at .*>, which is not data\.$/,
    ],
    [
      'an object without a repr',
      'class A:\n    def __repr__(self): raise ValueError\nreturn A()',
      'ModuleValueError',
      /gave <A whose repr raises ValueError>/,
    ],
    [
      'a circle',
      'a = {"b": []}\na["b"].append(a)\nreturn a',
      'ModuleValueError',
      /^`parse`, at \["b"\]\[0\], gave a value that contains itself\.$/,
    ],
    ['depth', 'a = []\nfor _ in range(100000): a = [a]\nreturn a', 'ModuleValueError', /nested more than 400 deep/],
    ['a long text', 'return "x" * 60000000', 'ModuleValueError', /50000000 characters/],
    ['a wide list', 'return [0] * 2000000', 'ModuleValueError', /1000000 values/],
    ['a key that JSON cannot have', 'return {(1, 2): 3}', 'ModuleValueError', /the key \(1, 2\)/],
    [
      'a key of very many digits',
      'return {10 ** 5000: 3}',
      'ModuleValueError',
      /^`parse` gave a dict with the key .*, which JSON cannot have/,
    ],
    [
      'a class that lies',
      'class A:\n    __class__ = dict\nreturn [A()]',
      'ModuleValueError',
      /^`parse`, at \[0\], gave <.*A object at .*>, which is not data/,
    ],
    [
      'properties that raise',
      'class A:\n    def __getattr__(self, name): raise RuntimeError(name)\nreturn A()',
      'ModuleValueError',
      /is not data/,
    ],
    ['a generator', 'return (each for each in text)', 'ModuleValueError', /generator object .*, which is not data/],
    [
      'a message of a kind of its own',
      'class S(str):\n    def __getitem__(self, at): raise KeyError\nclass E(Exception):\n    def __str__(self): return S("said")\nraise E',
      'm\\d+.parse.E',
      /^said$/,
    ],
    [
      'an exception that ends what reads it',
      'class E(Exception):\n    def __getattribute__(self, name): raise SystemExit(4)\nraise E("q")',
      'm\\d+.parse.E',
      /^q$/,
    ],
    [
      'errors that exit',
      'class E(Exception):\n    def errors(self): raise SystemExit(3)\nraise E("q")',
      'm\\d+.parse.E',
      /^q$/,
    ],
    [
      'a syntax error whose place is none',
      'e = SyntaxError("mine")\ne.filename, e.lineno, e.offset = __file__, "x", {}\nraise e',
      'SyntaxError',
      /^mine$/,
    ],
    [
      'what it does to its context',
      'context.splits = {"content": object()}\nreturn 1',
      'ModuleValueError',
      /^What it gave cannot be told: /,
    ],
    [
      'builtins that are others',
      'import builtins\nbuiltins.len = builtins.isinstance = None\nreturn [1]',
      'ModuleEnded',
      /^The module changed what Python needs/,
    ],
    ['a huge integer', 'return 1 << 10000000', 'ModuleValueError', /hexadecimal digits/],
    [
      'an exception whose message raises',
      'class E(Exception):\n    def __str__(self): raise ValueError\nraise E()',
      'm\\d+.parse.E',
      /cannot be read: ValueError/,
    ],
    ['no exception', 'class E(BaseException): pass\nraise E("base")', 'm\\d+.parse.E', /^base$/],
    ['KeyboardInterrupt', 'raise KeyboardInterrupt', 'KeyboardInterrupt', /^$/],
    ['a flood of places', 'while True: context.field("a", 0, 1)', 'ModuleValueError', /100000 times/],
    [
      'an import that fails',
      'import no_such_package',
      'ModuleNotFoundError',
      /^No module named 'no_such_package' \(in .*, Python 3\.\d+\.\d+\)$/,
    ],
    [
      'its channel written to',
      'for fd in range(3, 64):\n    try: os.write(fd, b"x" * 100)\n    except OSError: pass\nreturn 1',
      'ModuleEnded',
      /channel/,
    ],
    ['all descriptors closed', 'os.closerange(0, 100)\nreturn 1', 'ModuleEnded', /./],
  ];
  for (const [name, code, className, message] of failures)
    test(`an error, and the next call works: ${name}`, async () => {
      const path = await write(
        `f${++files}.py`,
        `import sys, os\ndef parse(text, definition, context):\n    if text == "ok": return "fine"\n${code.replace(/^/gm, '    ')}\n`,
      );
      const error = errorOf(await parse(path));
      assert.match(error.class, new RegExp(`^(?:${className.replace(/^m/, 'f')})$`), error.message);
      assert.match(error.message, message);
      const next = await parse(path, 'ok');
      assert.deepEqual(next, { ok: true, value: 'fine', called: true });
    });

  const endless: readonly (readonly [name: string, code: string])[] = [
    ['a loop', 'while True: pass'],
    ['sleep', 'import time\ntime.sleep(1000)'],
    ['code in C that nothing interrupts', 'import re\nre.match("(a+)+$", "a" * 50 + "b")'],
    ['a coroutine', 'import asyncio\nreturn asyncio.sleep(1000)'],
  ];
  for (const [name, code] of endless)
    test(`ends at its limit: ${name}`, async () => {
      const path = await write(
        `e${++files}.py`,
        `def parse(text):\n    if text == "ok": return 1\n${code.replace(/^/gm, '    ')}\n`,
      );
      const error = errorOf(await parse(path, '', {}, 300));
      assert.deepEqual([error.class, error.message], ['ModuleTimeout', 'The module did not finish within 0.3 s.']);
      assert.ok((await parse(path, 'ok')).ok);
    });

  const leftovers: readonly (readonly [name: string, code: string, left: RegExp | undefined])[] = [
    [
      'a thread that never ends',
      'import threading\nthreading.Thread(target=threading.Event().wait, name="mine").start()',
      /left the thread mine behind/,
    ],
    ['a child', 'import subprocess\nsubprocess.Popen(["sleep", "1000"])', /left a process that it started behind/],
    ['a fork', 'if os.fork() == 0:\n    import time\n    time.sleep(1000)', /a process that it started/],
    ['a hanging atexit', 'import atexit, time\natexit.register(time.sleep, 1000)', undefined],
    ['a daemon', 'import threading\nthreading.Thread(target=threading.Event().wait, daemon=True).start()', undefined],
    ['sys.stdout replaced and closed', 'import io\nsys.stdout.close()\nsys.stdout = io.StringIO()', undefined],
    ['descriptor 1 closed', 'os.close(1)', undefined],
    ['sys.path and sys.modules emptied', 'sys.path[:] = []', undefined],
    ['another working directory', 'os.chdir("/")', undefined],
    ['another time', 'import time\ntime.monotonic = time.sleep = os.write = None', undefined],
    ['another json', 'import json\njson.loads = json.dumps = json.JSONDecoder.decode = None', undefined],
    ['another getpid', 'os.getpid = lambda: 0', undefined],
    ['another recursion limit', 'sys.setrecursionlimit(60)', undefined],
    ['another signal', 'import signal\nsignal.alarm(1)', undefined],
  ];
  for (const [name, code, left] of leftovers)
    test(`the next call is not hurt by what is left: ${name}`, async () => {
      const path = await write(
        `l${++files}.py`,
        `import sys, os\ndef parse(text):\n    if text == "ok":\n        print("printed in", __name__)\n        return "fine"\n${code.replace(/^/gm, '    ')}\n    return "given"\n`,
      );
      const outcome = await parse(path);
      assert.ok(outcome.ok, JSON.stringify(outcome));
      assert.equal(outcome.value, 'given');
      if (left) assert.match(outcome.warnings?.join() ?? '', left);
      else assert.equal(outcome.warnings, undefined);
      assert.deepEqual(await parse(path, 'ok'), { ok: true, value: 'fine', called: true });
      await until(() => printed().includes(`printed in l${files}\n`));
    });

  test('a syntax error leads to its place', async () => {
    const path = await write('broken.py', 'x = 1\ndef parse(text:\n  return 1\n');
    const error = errorOf(await parse(path));
    assert.equal(error.class, 'SyntaxError');
    assert.deepEqual([error.place?.file, error.place?.line], [path, 2]);
    await write('broken.py', 'def parse(text): return 1\n');
    assert.ok((await parse(path)).ok, 'mended');
  });

  test('an error in what a module imports leads there, the innermost frame first', async () => {
    await write('helper.py', 'def fail():\n    raise ValueError("no")\n');
    const path = await write(
      'user.py',
      'import helper, json\ndef parse(text):\n    return json.loads("1", parse_int=lambda _: helper.fail())\n',
    );
    const error = errorOf(await parse(path));
    assert.match(error.place?.file ?? '', /helper\.py$/);
    assert.deepEqual([error.class, error.place?.line], ['ValueError', 2]);
    assert.match(
      error.stack ?? '',
      /^ {4}at fail \(.*helper\.py:2:\d+\)\n {4}at <lambda> \(.*user\.py:3:\d+\)\n {4}at parse/,
    );
  });

  test('an exception’s own feedback, span, raw_response and code', async () => {
    const error = errorOf(
      await body(
        'e = ValueError("no")\ne.feedback, e.span, e.raw_response, e.code = "Again.", (1, 2), "raw", "c1"\nraise e',
        '😀b',
      ),
    );
    assert.deepEqual(
      [error.feedback, error.span, error.rawResponse, error.code],
      ['Again.', { start: 2, end: 3 }, 'raw', 'c1'],
    );
  });

  test('a module is loaded again when it or what it imports changes', async () => {
    await write('pack/part.py', 'VALUE = 1\n');
    const path = await write('pack/user.py', 'from part import VALUE\ndef parse(text): return VALUE\n');
    const value = async () => {
      const outcome = await parse(path);
      return outcome.ok ? outcome.value : outcome.error.message;
    };
    assert.equal(await value(), 1);
    const part = await write('pack/part.py', 'VALUE = 22\n');
    assert.equal(await value(), 22);
    await write('pack/part.py', 'VALUE = 33\n');
    await utimes(part, 1, 1);
    assert.equal(await value(), 33);
    await rm(part);
    assert.match(String(await value()), /No module named 'part'/);
    await write('pack/part.py', 'VALUE = 4\n');
    await until(async () => (await value()) === 4);
  });

  test('a file in a package is imported under its dotted name', async () => {
    await write('proj/pyproject.toml', '');
    await write('proj/src/agent/__init__.py', '');
    await write('proj/src/agent/words.py', 'WORD = "w"\n');
    await write('proj/top.py', 'TOP = "t"\n');
    const path = await write(
      'proj/src/agent/parsers.py',
      'from .words import WORD\nimport top\nimport os\ndef parse(text): return [__name__, WORD, top.TOP, os.path.basename(os.getcwd())]\n',
    );
    const outcome = await parse(path);
    assert.deepEqual(outcome.ok && outcome.value, ['agent.parsers', 'w', 't', 'proj']);
    const itself = await write('proj/src/agent/deep/__init__.py', 'from .part import parse\n');
    await write('proj/src/agent/deep/part.py', 'def parse(text): return __name__\n');
    const whole = await parse(itself);
    assert.deepEqual(whole.ok && whole.value, 'agent.deep.part');
    const replaced = await write(
      'proj/replaced.py',
      'import sys\nclass M:\n    def parse(self, text): return "its own"\nsys.modules[__name__] = M()\n',
    );
    const own = await parse(replaced);
    assert.deepEqual(own.ok && own.value, 'its own');
    const alone = await write(
      'proj/json.py',
      'import sys\ndef parse(text): return [__name__, sys.modules["json"].__name__]\n',
    );
    const other = await parse(alone);
    assert.deepEqual(other.ok && other.value, ['_parserlens_json', 'json']);
  });

  test('a module sees no keys of the user’s, but what is let through', async () => {
    process.env.PARSERLENS_TEST_KEY = 'secret';
    process.env.PARSERLENS_TEST_PASSED = 'known';
    const own = new PythonPool({
      named: () => ({ path: python3!, by: 'the test' }),
      passEnvironment: () => ['PARSERLENS_TEST_PASSED'],
    });
    try {
      const path = await write('env.py', 'import os\ndef parse(text): return dict(os.environ)\n');
      const outcome = await callPython(path, { export: 'parse', args: ['', {}] }, 5000, own.ask);
      assert.ok(outcome.ok);
      const seen = outcome.value as Map<string, string>;
      assert.equal(seen.get('PARSERLENS_TEST_KEY'), undefined);
      assert.equal(seen.get('PARSERLENS_TEST_PASSED'), 'known');
      assert.equal(seen.get('PYTHONDONTWRITEBYTECODE'), '1');
    } finally {
      own.dispose();
      delete process.env.PARSERLENS_TEST_KEY;
      delete process.env.PARSERLENS_TEST_PASSED;
    }
  });

  test('an interpreter that is too old, is none, or is not there', async () => {
    const path = await write('any.py', 'def parse(text): return 1\n');
    const outcomeOf = async (name: string, script: string) => {
      const program = await write(name, script);
      await chmod(program, 0o755);
      const own = new PythonPool({ named: () => ({ path: program, by: 'the setting' }) });
      try {
        return errorOf(await callPython(path, { export: 'parse', args: ['', {}] }, 5000, own.ask));
      } finally {
        own.dispose();
      }
    };
    const old = `import sys; sys.version_info = (3, 7, 2, "final", 0); file = sys.argv[1]; sys.argv[:1] = []; exec(compile(open(file).read(), file, "exec"), {"__name__": "__main__", "__file__": file})`;
    const tooOld = await outcomeOf('old', `#!/bin/sh\nshift 3\nexec ${python3} -c '${old}' "$@"\n`);
    assert.equal(tooOld.class, 'PythonTooOld', tooOld.message);
    assert.match(tooOld.message, /is Python 3\.7\.2\. ParserLens needs Python 3\.9 or newer\.$/);
    const none = await outcomeOf('none', '#!/bin/sh\nexit 2\n');
    assert.deepEqual([none.class, /none ended with code 2/.test(none.message)], ['PythonUnavailable', true]);
    const unrunnable = await outcomeOf('text', 'no program\n');
    assert.match(unrunnable.class, /^(?:PythonUnavailable|ModuleEnded)$/);
    const own = new PythonPool({ named: () => ({ path: '/gone/python', by: '--python' }) });
    const gone = errorOf(await callPython(path, { export: 'parse', args: ['', {}] }, 5000, own.ask));
    assert.deepEqual(gone, {
      class: 'PythonNotFound',
      message: 'There is no Python /gone/python, which --python names.',
    });
  });

  test('a batch: each response has its own outcome, and those that end the process are asked again alone', async () => {
    const path = await write(
      'batch.py',
      'import os\nseen = []\ndef parse(text):\n    seen.append(text)\n    if text == "loop":\n        while True: pass\n    if text == "exit": os._exit(1)\n    if text == "raise": raise ValueError(text)\n    if text == "pair" and len(seen) > 1: os._exit(1)\n    return text.upper()\n',
    );
    const texts = ['a', 'raise', 'exit', 'b', 'loop', 'pair', 'c'];
    const outcomes = await callPythonEach(
      path,
      texts.map(text => ({ export: 'parse', args: [text, {}] })),
      500,
      pool.askEach,
    );
    assert.deepEqual(
      outcomes.map(outcome => (outcome.ok ? outcome.value : outcome.error.class)),
      ['A', 'ValueError', 'ModuleEnded', 'B', 'ModuleTimeout', 'PAIR', 'C'],
    );
  });

  test('who asks for an instruction that is under way gets the same reply; after a change it is asked anew', async () => {
    const path = await write(
      'asked.py',
      'count = 0\ndef format_instruction(definition):\n    global count\n    count += 1\n    return str(count)\ndef parse(text): return 1\n',
    );
    const ask = async () => {
      const outcome = await call(path, { export: 'formatInstruction', args: [{}] });
      return outcome.ok && outcome.value;
    };
    assert.deepEqual(await Promise.all([ask(), ask(), ask()]), ['1', '1', '1']);
    assert.equal(await ask(), '2');
    await write('asked.py', 'def format_instruction(definition): return "another"\ndef parse(text): return 1\n');
    assert.equal(await ask(), 'another');
  });

  test('a parser’s kind and Python are told', async () => {
    const path = await write('about.py', 'format_instruction = "Say it."\ndef parse(text): return 1\n');
    const outcome = await call(path, { export: 'formatInstruction', args: [{}] });
    assert.ok(outcome.ok);
    assert.equal(outcome.value, 'Say it.');
    assert.equal(outcome.about?.kind, 'module');
    assert.match(outcome.about?.python ?? '', /^3\.\d+\.\d+$/);
  });

  test('no more than four live, five at once are answered, and a link is followed', async () => {
    const paths = await Promise.all([1, 2, 3, 4, 5].map(i => write(`many${i}.py`, `def parse(text): return ${i}\n`)));
    const outcomes = await Promise.all(paths.map(path => parse(path)));
    assert.deepEqual(
      outcomes.map(outcome => outcome.ok && outcome.value),
      [1, 2, 3, 4, 5],
    );
    assert.ok(pool.size <= 4, String(pool.size));
    const folder = join(paths[0]!, '..', 'linked');
    await mkdir(folder);
    await symlink(paths[0]!, join(folder, 'link.py'));
    assert.ok((await parse(join(folder, 'link.py'))).ok);
    await writeFile(join(folder, 'x'), '');
    assert.equal(errorOf(await parse(folder)).class, 'ModuleNotFound');
    assert.equal(errorOf(await parse(join(folder, 'gone.py'))).class, 'ModuleNotFound');
  });
});

async function until(is: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 5000; !(await is()); await new Promise(resolve => setTimeout(resolve, 20)))
    assert.ok(Date.now() < end, 'in time');
}
