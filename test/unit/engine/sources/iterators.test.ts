import { deepEqual, equal } from 'node:assert/strict';
import { readSource } from '../../../../src/engine/sources/index.ts';

/** What a parser's argument is after some lines; `undefined`: it is not known. */
async function argument(lines: string, value: string): Promise<unknown> {
  const text = `import functools, itertools\nfrom collections import Counter\nfrom agentscope.parsers import MarkdownJsonDictParser\n${lines}\np = MarkdownJsonDictParser(content_hint={"v": ${value}})\n`;
  const { found } = await readSource(text, '/w/a.py');
  equal(found.length, 1);
  const [{ config, unknown }] = found as [(typeof found)[number]];
  return unknown.length > 0 ? undefined : (config.get('content_hint') as ReadonlyMap<string, unknown>).get('v');
}

suite('iterators of sources are read as Python reads them', () => {
  const four = 'it = iter([1, 2, 3, 4])\n';
  // Each as CPython has it; `undefined` where it raises, or where it is refused.
  for (const [title, lines, value, expected] of [
    ['a loop that goes on', `${four}for each in it:\n    if each == 2:\n        continue`, 'list(it)', []],
    ['a loop that breaks', `${four}for each in it:\n    if each == 2:\n        break`, 'list(it)', [3, 4]],
    ['one iterator twice', 'it = iter("abcd")', '[a + b for a, b in zip(it, it)]', ['ab', 'cd']],
    ['a slice takes no more than it needs', `${four}some = list(itertools.islice(it, 2))`, 'list(it)', [3, 4]],
    ['a slice of negative bounds raises', '', 'list(itertools.islice([1, 2, 3], -1))', undefined],
    ['more items than there are', '', 'list(itertools.permutations(range(10), 11))', []],
    ['many factors', '', 'list(itertools.product([1], repeat=30))', undefined],
    ['None to begin with', 'def f(a, b):\n    return 7 if a is None else b', 'functools.reduce(f, [1], None)', 7],
    ['None that an iterator has', '', 'str(next(iter([None]), "x"))', 'None'],
    ['the commonest none', '', 'Counter("aab").most_common(-1)', []],
    ['a table of two lengths raises', '', '"abc".translate(str.maketrans("ab", "c"))', undefined],
    ['a generator whose list changes', 'xs = [1, 2]\ng = (x for x in xs)\nxs[0] = 9', 'list(g)', undefined],
    ['a generator that gives another', 'def f():\n    yield from range(3)', 'list(f())', [0, 1, 2]],
    ['a set by a key that tells its items apart', '', 'sorted({"bb", "a"}, key=len)', ['a', 'bb']],
    ['a set by a key that does not', '', 'sorted({"b", "a"}, key=len)', undefined],
    ['a list by such a key keeps its order', '', 'sorted(["b", "cc", "a"], key=len)', ['b', 'a', 'cc']],
    [
      'a docstring without its margin',
      'import inspect',
      'inspect.cleandoc("  a\\n    b\\n\\n      c\\n   \\n")',
      'a\nb\n\n  c',
    ],
    ['a docstring of one line', 'import inspect', 'inspect.cleandoc("  a ")', 'a '],
    ['one that gives all that is read', 'def f():\n    yield from range(2000)', 'len(list(f()))', 2000],
    ['one that gives one more', 'def f():\n    yield from range(2001)', 'len(list(f()))', undefined],
    ['one that gives too much', 'def f():\n    yield from range(400000)', 'len(list(f()))', undefined],
  ] as const)
    test(title, async () => {
      deepEqual(await argument(lines, value), expected);
    });
});
