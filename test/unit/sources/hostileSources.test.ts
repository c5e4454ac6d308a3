import { ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readSource } from '../../../src/engine/index.ts';

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
};

suite('Hostile sources', () => {
  for (const [title, text] of Object.entries(hostile))
    test(title, async () => {
      const { found } = await readSource(head + text, '/project/a.py', {});
      ok(found.length === 1 && found[0]!.unknown.length > 0);
    });

  test('what is cut anywhere is read without a throw', async () => {
    const { projects } = JSON.parse(readFileSync('test/conformance/python-sources.json', 'utf8'));
    for (const { files } of projects)
      for (const text of Object.values(files) as string[])
        for (let end = 0; end < text.length; end += 193) await readSource(text.slice(0, end), '/project/a.py', {});
  });
});
