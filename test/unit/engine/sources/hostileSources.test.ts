import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readSource } from '../../../../src/engine/sources/index.ts';

const head = 'from agentscope.parsers import MarkdownJsonDictParser as P\n';

/** Sources that make too much, never end, or are no Python: the argument is unknown. */
const hostile: Readonly<Record<string, string>> = {
  'brackets without end': `x = ${'['.repeat(900)}${']'.repeat(900)}\np = P(x)\n`,
  'a text of a gigabyte': 'p = P("a" * 10 ** 9)\n',
  'a width of a gigabyte': 'p = P("%1000000000d" % 1)\n',
  'a list in a list in a list': `x = [1]\n${'x = [x, x]\n'.repeat(60)}p = P(x)\n`,
  'a text that doubles': `x = "a"\n${'x = x + x\n'.repeat(60)}p = P(x)\n`,
  'a list that holds itself': 'x = []\nx.append(x)\np = P(str(x))\n',
  'loops over long lists': 'l = list(range(1000))\np = P([x for a in l for b in l for c in l for x in l])\n',
  'functions that call each other': 'def f(n): return g(n + 1)\ndef g(n): return f(n + 1)\np = P(f(0))\n',
  'a loop without end': 'x = 1\nwhile True:\n  x += 1\np = P(str(x))\n',
  'a number of many digits': 'p = P(str(9 ** 9 ** 9))\n',
  'code as text': 'x = "a"\nexec("x = 1")\np = P(x)\n',
  'a name that is a function’s argument': 'import random\nx = ["a", "b"]\nrandom.shuffle(x)\np = P(x)\n',
  'a set in its order': 'p = P(list({"a", "b"}))\n',
  'a module imported by name': 'm = __import__("os")\np = P(m.sep)\n',
  'a decorator that nobody knows': 'import w\n@w.wrap\ndef f(): return "a"\np = P(f())\n',
  'a generator without end': 'def g():\n  while True: yield "a"\np = P(list(g()))\n',
  'what a generator is sent': 'def g():\n  x = yield "a"\n  yield x\np = P(list(g()))\n',
  'products of long lists': 'import itertools\np = P(list(itertools.product(range(1000), range(1000), range(1000))))\n',
  'an object that prints itself': 'class A:\n  def __str__(self): return str(self)\np = P(str(A()))\n',
  'an object that holds all': 'class A:\n  def __iter__(self): return self\np = P(list(A()))\n',
  'a pattern of many ways': 'import re\np = P(re.sub("(a*)*b", "", "a" * 10000))\n',
  'a counter that is added to': 'from collections import Counter\nc = Counter("a")\nc.update("b")\np = P(dict(c))\n',
};

suite('Hostile sources', () => {
  for (const [title, text] of Object.entries(hostile))
    test(title, async () => {
      const { found } = await readSource(head + text, '/project/a.py', {});
      ok(found.length === 1 && found[0]!.unknown.length > 0);
    });

  test('a file of 5 MB, and one of 10,000 brackets within each other, have every call, and none of it is known', async () => {
    for (const filler of [`x = "${'a'.repeat(5_000_000)}"\n`, `x = ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`]) {
      const { found } = await readSource(
        `${head.replace(' as P', '')}${filler}p = MarkdownJsonDictParser("a")\n`,
        '/p/a.py',
      );
      ok(found.length === 1 && found[0]!.unknown.every(({ reason }) => /too (?:large|deeply)/.test(reason)));
      ok(found[0]!.unknown.length > 0);
    }
  });

  for (const [title, lines, argument, expected] of [
    ['a slice that is given a long list', 'y = [1]\ny[0:0] = [0] * 400000\n', 'len(y)', '400001'],
    ['a list to which a long one is added', 'y = [1]\ny += [0] * 400000\n', 'len(y)', '400001'],
    ['a long list that a function changes', 'x = [0] * 400000\ndef f(): x.append(1)\n', '1', '1'],
    [
      'a list that a function fills',
      'x = []\ndef f():\n  for i in range(2000):\n    for j in range(30): x.append(j)\n',
      '1',
      '1',
    ],
    [
      'late generators over a long list',
      `x = [0] * 400000\nfor i in range(2000):\n  ${'g = (len(x) for a in [1])\n  '.repeat(10)}pass\n`,
      'next(g)',
      '400000',
    ],
  ] as const)
    test(title, async () => {
      const { found } = await readSource(`${head}${lines}p = P(str(${argument}))\n`, '/p/a.py');
      deepEqual(
        found.map(({ config }) => config.get('content_hint')),
        [expected],
      );
    });

  test('a class that only bears a known name makes no parser', async () => {
    const own = 'class MarkdownJsonDictParser:\n  def __init__(self, hint): pass\np = MarkdownJsonDictParser("a")\n';
    for (const text of [own, `from agentscope.parsers import MarkdownJsonDictParser\n${own}`])
      ok((await readSource(text, '/p/a.py')).found.length === 0);
  });

  test('imports in a circle, huge files behind a star and links out of the folder end', async () => {
    const files: Readonly<Record<string, string>> = {
      '/p/b.py': 'from a import *\nfrom b import C as D\nfrom a import p\nB = "b"\n',
      '/p/huge.py': `${'x = 1\n'.repeat(400_000)}`,
      '/p/many.py': Array.from({ length: 20_000 }, (_, i) => `N${i} = ${i}\n`).join(''),
    };
    const asked: string[] = [];
    const readFile = async (path: string) => {
      asked.push(path);
      return path in files ? new TextEncoder().encode(files[path]) : undefined;
    };
    const text = `${head}from b import *\nfrom huge import *\nfrom many import *\nfrom ..out import X\nimport c.d.e\np = P(B + str(N7))\nq = P(x)\nr = P(X)\n`;
    const { found } = await readSource(text, '/p/a.py', { roots: ['/p'], readFile });
    ok(asked.every(path => path.startsWith('/p/')));
    const [p, q, r] = found;
    // What the file that is too large binds may be any of these names.
    ok(p && q && r && q.unknown.length === 1 && r.unknown.length === 1);
    ok(p.unknown.length > 0 || p.config.get('content_hint') === 'b7');
  });

  test('what is cut anywhere is read without a throw', async () => {
    const { projects } = JSON.parse(readFileSync('test/conformance/python-sources.json', 'utf8'));
    for (const { files } of projects)
      for (const text of Object.values(files) as string[])
        for (let end = 0; end < text.length; end += 193) await readSource(text.slice(0, end), '/project/a.py', {});
  });
});
