import { deepEqual, equal } from 'node:assert/strict';
import { isPyDict } from '../../../../src/engine/core/pyValue.ts';
import { readSource } from '../../../../src/engine/sources/index.ts';

/** What `repr` gives of expressions behind some lines; `undefined`: that is not known. */
async function printed(lines: string, expressions: readonly string[]): Promise<readonly unknown[]> {
  const calls = expressions.map((each, i) => `p${i} = MarkdownJsonDictParser(content_hint={"v": repr((${each}))})\n`);
  const text = `from agentscope.parsers import MarkdownJsonDictParser\n${lines}\n${calls.join('')}`;
  const { found } = await readSource(text, '/w/a.py');
  equal(found.length, expressions.length);
  return found.map(({ config, unknown }) => {
    const hint = config.get('content_hint');
    return unknown.length === 0 && hint !== undefined && isPyDict(hint) ? hint.get('v') : undefined;
  });
}

type Row = readonly [expression: string, repr: string];

/** What CPython 3.11 prints of them. */
const expressions: Readonly<Record<string, readonly Row[]>> = {
  texts: [
    [
      '"Abc".upper() + "Abc".lower() + "abc def".title() + "aBC".capitalize() + "aBc".swapcase()',
      "'ABCabcAbc DefAbcAbC'",
    ],
    ['" a ".strip() + "|" + " a ".lstrip() + "|" + " a ".rstrip() + "|"', "'a|a | a|'"],
    ['"xxaxx".strip("x") + "xyaxy".lstrip("yx") + "ab..".rstrip(".")', "'aaxyab'"],
    ['"a,b,c".split(",")', "['a', 'b', 'c']"],
    ['"a,b,c".split(",", 1)', "['a', 'b,c']"],
    ['"a,b,c".rsplit(",", 1)', "['a,b', 'c']"],
    ['" a  b ".split()', "['a', 'b']"],
    ['"a\\nb\\r\\nc".splitlines()', "['a', 'b', 'c']"],
    ['"a\\nb".splitlines(True)', "['a\\n', 'b']"],
    ['"-".join(["a", "b", "c"])', "'a-b-c'"],
    ['"-".join("abc")', "'a-b-c'"],
    ['"".join([])', "''"],
    ['"a-b-a".replace("a", "x")', "'x-b-x'"],
    ['"a-b-a".replace("a", "x", 1)', "'x-b-a'"],
    ['"abc".find("c"), "abc".find("d"), "abca".rfind("a")', '(2, -1, 3)'],
    ['"abc".index("b"), "abca".rindex("a")', '(1, 3)'],
    ['"abc".startswith("ab"), "abc".startswith(("x", "a")), "abc".startswith("b", 1)', '(True, True, True)'],
    ['"abc".endswith("bc"), "abc".endswith(("x", "y"))', '(True, False)'],
    ['"abcab".count("ab"), "aaa".count("aa"), "abc".count("")', '(2, 1, 4)'],
    [
      '"a".center(5) + "|" + "a".ljust(3, "-") + "|" + "a".rjust(3) + "|" + "7".zfill(3) + "-7".zfill(4)',
      "'  a  |a--|  a|007-007'",
    ],
    [
      '"a=b=c".partition("="), "a=b=c".rpartition("="), "abc".partition("=")',
      "(('a', '=', 'b=c'), ('a=b', '=', 'c'), ('abc', '', ''))",
    ],
    [
      '"abc".isalpha(), "a1".isalnum(), "12".isdigit(), " ".isspace(), "Ab".isupper(), "ab".islower(), "Ab".istitle(), "".isalpha()',
      '(True, True, True, True, False, True, True, False)',
    ],
    ['"prefix-a".removeprefix("prefix-"), "a.py".removesuffix(".py"), "a".removesuffix("")', "('a', 'a', 'a')"],
    ['"a\\tb".expandtabs(4)', "'a   b'"],
    [
      '"abc"[0], "abc"[-1], "abc"[1:], "abc"[:-1], "abc"[::-1], "abcdef"[1:5:2], "abc"[5:]',
      "('a', 'c', 'bc', 'ab', 'cba', 'bd', '')",
    ],
    ['"ab" * 3, 2 * "x", "a" * 0, "a" * -1', "('ababab', 'xx', '', '')"],
    ['"b" in "abc", "" in "abc", "d" not in "abc"', '(True, True, True)'],
    ['"%s and %d and %.2f and %r and %%" % ("a", 5, 1.234, "x")', '"a and 5 and 1.23 and \'x\' and %"'],
    ['"%(a)s-%(b)03d" % {"a": 1, "b": 7}', "'1-007'"],
    [
      '"%5s|%-5s|%05d|%x|%X|%o|%e|%g" % ("a", "b", 42, 255, 255, 8, 12345.678, 0.0001)',
      "'    a|b    |00042|ff|FF|10|1.234568e+04|0.0001'",
    ],
    ['"{} {} {}".format(1, "a", [1])', "'1 a [1]'"],
    ['"{0}{1}{0}".format("a", "b")', "'aba'"],
    ['"{a}-{b[0]}-{b[1]}".format(a=1, b=[2, 3])', "'1-2-3'"],
    ['"{:>5}|{:<5}|{:^5}|{:*^5}".format("a", "b", "c", "d")', "'    a|b    |  c  |**d**'"],
    ['"{:05d} {:+d} {:,} {:.1%} {:x} {:b}".format(42, 5, 1234567, 0.123, 255, 5)', "'00042 +5 1,234,567 12.3% ff 101'"],
    ['"{!r} {!s} {{}}".format("a", "b")', '"\'a\' b {}"'],
    ['"{:.3f} {:e} {:g}".format(3.14159, 31415.9, 0.00001)', "'3.142 3.141590e+04 1e-05'"],
    ['f"{1 + 1}{\'a\'!r:>5}{[1, 2]}"', '"2  \'a\'[1, 2]"'],
    ['f"{\'a\':<3}|{2:03}|{1.5:.2f}|{{}}"', "'a  |002|1.50|{}'"],
    ['f"{(lambda x: x * 2)(3)}"', "'6'"],
    ['"a" "b" \'c\'', "'abc'"],
    ['"a" < "b", "a" < "B", "abc" == "abc", "a" != "b"', '(True, False, True, True)'],
    ['"abc".translate(str.maketrans({"a": "x", "b": None}))', "'xc'"],
    ['"abc".translate(str.maketrans("ab", "xy"))', "'xyc'"],
    ['"\\u00e4\\x41\\n\\t\\\\\'\\""', "'äA\\n\\t\\\\\\'\"'"],
    ['r"\\d\\n"', "'\\\\d\\\\n'"],
    ['"a{}b".format("") + str() + str(5) + str(None) + str(True) + str(1.0)', "'ab5NoneTrue1.0'"],
    [
      'repr("a\'b"), repr(\'a"b\'), repr("a\'b\\"c"), repr("\\n\\x00é😀")',
      "('\"a\\'b\"', '\\'a\"b\\'', '\\'a\\\\\\'b\"c\\'', \"'\\\\n\\\\x00é😀'\")",
    ],
    ['ord("a"), chr(98), hex(255), oct(8), bin(5)', "(97, 'b', '0xff', '0o10', '0b101')"],
  ],
  numbers: [
    [
      '1 + 2 * 3 - 4 / 2, 7 // 2, -7 // 2, 7 % 3, -7 % 3, 7 % -3, 2 ** 10, 2 ** -1, 7.5 // 2, -7.5 % 2',
      '(5.0, 3, -4, 1, 2, -2, 1024, 0.5, 3.0, 0.5)',
    ],
    [
      '1e3, 1.0, 1e16, 1e22, 1.5e-7, 0.1 + 0.2, 1 / 3, -0.0, float("inf"), 10 ** 20, 1_000',
      '(1000.0, 1.0, 1e+16, 1e+22, 1.5e-07, 0.30000000000000004, 0.3333333333333333, -0.0, inf, 100000000000000000000, 1000)',
    ],
    [
      'int("42"), int(" 7 "), int("ff", 16), int(3.9), int(-3.9), int(True), float("1.5"), float(2)',
      '(42, 7, 255, 3, -3, 1, 1.5, 2.0)',
    ],
    [
      'round(2.5), round(3.5), round(2.675, 2), round(1234, -2), round(-1.5), abs(-5), abs(-2.5)',
      '(2, 4, 2.67, 1200, -2, 5, 2.5)',
    ],
    [
      'divmod(7, 3), divmod(-7, 3), pow(2, 5), max(1, 5, 3), min([4, 2]), sum([1, 2.5]), sum([1], 10)',
      '((2, 1), (-3, 2), 32, 5, 2, 3.5, 11)',
    ],
    [
      'max("abc", "b", key=len), min(["bb", "a"], key=len), max([], default=0), max([3, 1], key=lambda x: -x)',
      "('abc', 'a', 0, 1)",
    ],
    [
      '1 < 2 < 3, 1 < 3 < 2, 1 == 1.0, 1 is None, None is None, True + True, not 0, not "a"',
      '(True, False, True, False, True, 2, True, False)',
    ],
    ['bool([]), bool([0]), bool(0.0), bool("0"), bool({}), bool(None)', '(False, True, False, True, False, False)'],
    [
      '0 and 1 or 2, 1 or 0 and 2, 1 < 0 and 2 or 3, 3 < 2 < 1 or 5, not 0 and 0 or "x", 0 and (1 or 2), 1 or 1 / 0, 0 and 1 / 0 == 1 or "y", 2 < 1 == 1 or 4',
      "(2, 1, 3, 5, 'x', 0, 1, 'y', 4)",
    ],
    ['0 or "a", 1 and "b", "" or 0 or None, 1 and 0 and 2, "x" if 0 else "y"', "('a', 'b', None, 0, 'y')"],
  ],
  lists: [
    [
      '[1, 2, 3][1], [1, 2, 3][-1], [1, 2, 3][1:], [1, 2, 3, 4][::2], [1, 2, 3][::-1], [1, 2, 3][5:]',
      '(2, 3, [2, 3], [1, 3], [3, 2, 1], [])',
    ],
    [
      '[1] + [2], [1, 2] * 2, [[]] * 2, (1,) + (2,), () , (1, 2) == (1, 2), [1, 2] < [1, 3], [1] == (1,)',
      '([1, 2], [1, 2, 1, 2], [[], []], (1, 2), (), True, True, False)',
    ],
    ['len([1, 2]), len("abc"), len({}), len({1, 2}), len(range(5))', '(2, 3, 0, 2, 5)'],
    [
      '[x * 2 for x in range(5) if x % 2], [(x, y) for x in "ab" for y in (1, 2)], [[y for y in x] for x in ["ab", "c"]]',
      "([2, 6], [('a', 1), ('a', 2), ('b', 1), ('b', 2)], [['a', 'b'], ['c']])",
    ],
    [
      'list("abc"), list((1, 2)), list({"a": 1}), list(range(3)), list(range(5, 0, -2)), tuple([1]), list(map(str, [1, 2])), list(filter(None, [0, 1, ""]))',
      "(['a', 'b', 'c'], [1, 2], ['a'], [0, 1, 2], [5, 3, 1], (1,), ['1', '2'], [1])",
    ],
    [
      'list(zip("ab", [1, 2, 3])), list(enumerate("ab")), list(enumerate("ab", 1)), list(reversed([1, 2, 3])), sorted([3, 1, 2]), sorted("bca", reverse=True)',
      "([('a', 1), ('b', 2)], [(0, 'a'), (1, 'b')], [(1, 'a'), (2, 'b')], [3, 2, 1], [1, 2, 3], ['c', 'b', 'a'])",
    ],
    [
      'sorted(["bb", "a", "ccc"], key=len), sorted([(1, "b"), (1, "a")]), sorted({"b": 1, "a": 2}), sorted([3, 1, 2], key=lambda x: -x)',
      "(['a', 'bb', 'ccc'], [(1, 'a'), (1, 'b')], ['a', 'b'], [3, 2, 1])",
    ],
    [
      'any([0, 1]), all([1, 1]), any([]), all([]), any(x > 2 for x in [1, 3]), all(x > 2 for x in [1, 3])',
      '(True, True, False, True, True, False)',
    ],
    [
      '[1, 2, 1].count(1), [1, 2, 1].index(1), 2 in [1, 2], 3 not in [1, 2], [1, 2].copy()',
      '(2, 0, True, True, [1, 2])',
    ],
    [
      '[*range(3), *"ab"], (*[1], 2), {**{"a": 1}, "b": 2}, [*[1], *(2,)]',
      "([0, 1, 2, 'a', 'b'], (1, 2), {'a': 1, 'b': 2}, [1, 2])",
    ],
    [
      '(lambda a: (a.append(4), a)[1])([1]), (lambda a: (a.extend("xy"), a)[1])([1]), (lambda a: (a.insert(0, 9), a)[1])([1])',
      "([1, 4], [1, 'x', 'y'], [9, 1])",
    ],
    [
      '(lambda a: (a.pop(), a.pop(0), a))([1, 2, 3]), (lambda a: (a.remove(2), a)[1])([1, 2, 3, 2]), (lambda a: (a.reverse(), a)[1])([1, 2])',
      '((3, 1, [2]), [1, 3, 2], [2, 1])',
    ],
    [
      '(lambda a: (a.sort(), a)[1])([3, 1]), (lambda a: (a.sort(key=lambda x: -x), a)[1])([1, 3]), (lambda a: (a.clear(), a)[1])([1])',
      '([1, 3], [3, 1], [])',
    ],
    [
      'list(iter([1, 2])), next(iter([5])), next(iter([]), "none"), list(range(0)), range(1, 10, 3)[1], 4 in range(5), len(range(10, 0, -3))',
      "([1, 2], 5, 'none', [], 4, True, 4)",
    ],
  ],
  'dicts and sets': [
    [
      '{"a": 1}["a"], {"a": 1}.get("b"), {"a": 1}.get("b", 5), list({"a": 1}.keys()), list({"a": 1}.values()), list({"a": 1}.items())',
      "(1, None, 5, ['a'], [1], [('a', 1)])",
    ],
    [
      '{x: x * 2 for x in range(3)}, {k: v for k, v in [("a", 1)]}, dict(a=1, b=2), dict([("a", 1)]), dict({"a": 1}, b=2), dict(zip("ab", [1, 2]))',
      "({0: 0, 1: 2, 2: 4}, {'a': 1}, {'a': 1, 'b': 2}, {'a': 1}, {'a': 1, 'b': 2}, {'a': 1, 'b': 2})",
    ],
    [
      '{"a": 1} | {"a": 2, "b": 3}, {"a": 1, "b": 2} == {"b": 2, "a": 1}, "a" in {"a": 1}, len({"a": 1, "b": 2})',
      "({'a': 2, 'b': 3}, True, True, 2)",
    ],
    [
      '(lambda d: (d.update(b=2), d)[1])({"a": 1}), (lambda d: (d.update({"a": 3}), d)[1])({"a": 1}), (lambda d: (d.setdefault("b", []).append(1), d)[1])({"a": 1})',
      "({'a': 1, 'b': 2}, {'a': 3}, {'a': 1, 'b': [1]})",
    ],
    [
      '(lambda d: (d.pop("a"), d.pop("x", None), d))({"a": 1, "b": 2}), (lambda d: (d.popitem(), d))({"a": 1, "b": 2}), dict.fromkeys("ab"), dict.fromkeys(["a"], 0)',
      "((1, None, {'b': 2}), (('b', 2), {'a': 1}), {'a': None, 'b': None}, {'a': 0})",
    ],
    [
      '{1, 2} == {2, 1}, len({1, 1, 2}), sorted({3, 1} | {2}), sorted({1, 2} & {2, 3}), sorted({1, 2} - {2}), sorted({1, 2} ^ {2, 3}), {1} <= {1, 2}, 1 in {1}',
      '(True, 2, [1, 2, 3], [2], [1], [1, 3], True, True)',
    ],
    [
      '{1: "a", 1.0: "b", True: "c"}, {(1, 2): "a"}, {None: 1}, list(reversed({"a": 1, "b": 2}))',
      "({1: 'c'}, {(1, 2): 'a'}, {None: 1}, ['b', 'a'])",
    ],
    ['sorted(x * 2 for x in {2, 1})', '[2, 4]'],
    ['max(-x for x in {4, 5})', '-4'],
    ['len(set(x for x in {1, 2}))', '2'],
    ['frozenset([1]) == {1}, set() == set([]), sorted({1}.union([2]))', '(True, True, [1, 2])'],
  ],
  calls: [
    ['(lambda a, b=2, *c, d=4, **e: (a, b, c, d, e))(1)', '(1, 2, (), 4, {})'],
    ['(lambda a, b=2, *c, d=4, **e: (a, b, c, d, e))(1, 3, 5, 6, d=7, x=8)', "(1, 3, (5, 6), 7, {'x': 8})"],
    ['(lambda *a, **k: (a, k))(*[1, 2], **{"x": 3})', "((1, 2), {'x': 3})"],
    ['(lambda x: [x := x + 1, x])(1)', '[2, 2]'],
    [
      'isinstance(1, int), isinstance("a", (int, str)), isinstance(True, int), isinstance(1.0, int)',
      '(True, True, True, False)',
    ],
    ['getattr("abc", "upper")(), hasattr("abc", "upper")', "('ABC', True)"],
  ],
};

const statements: readonly (readonly [lines: string, ...Row])[] = [
  ['def f(n): return n if n < 2 else f(n - 1) + f(n - 2)', 'f(10)', '55'],
  ['def f(a, *, b): return a - b', 'f(5, b=2)', '3'],
  ['def f():\n    yield 1\n    yield from [2, 3]\n    return 4', 'list(f())', '[1, 2, 3]'],
  ['def f(x=[]):\n    x.append(1)\n    return x\nf()', 'f()', '[1, 1]'],
  ['x = 0\nfor i in range(5):\n    if i == 3: break\n    x += i\nelse:\n    x = 100', 'x', '3'],
  ['x = 0\nfor i in range(3):\n    x += i\nelse:\n    x += 100', 'x', '103'],
  ["x = 10\nwhile x > 0:\n    x -= 3\n    if x == 4: continue\nelse:\n    x = 'end'", 'x', "'end'"],
  ['a, b = 1, 2\na, b = b, a', '(a, b)', '(2, 1)'],
  ['a, *b, c = range(5)', '(a, b, c)', '(0, [1, 2, 3], 4)'],
  ['(a, b), c = [1, 2], 3', '(a, b, c)', '(1, 2, 3)'],
  ['a = b = []\na.append(1)', 'b', '[1]'],
  ['x = [1, 2, 3, 4]\nx[1:3] = [9]', 'x', '[1, 9, 4]'],
  ['x = [1, 2, 3, 4]\ndel x[0]\ndel x[-1:]', 'x', '[2, 3]'],
  ["x = {'a': 1, 'b': 2}\ndel x['a']\nx['c'] = 3", 'x', "{'b': 2, 'c': 3}"],
  ['x = 5\nx += 1; x -= 2; x *= 3; x //= 2; x **= 2; x %= 7', 'x', '1'],
  ['x = [1]\ny = x\nx += [2]', '(x, y)', '([1, 2], [1, 2])'],
  ['x = (1,)\ny = x\nx += (2,)', '(x, y)', '((1, 2), (1,))'],
  ["try:\n    x = int('a')\nexcept ValueError:\n    x = 'bad'", 'x', "'bad'"],
  [
    "try:\n    x = {}['a']\nexcept (KeyError, ValueError) as e:\n    x = 'no'\nfinally:\n    y = 1",
    '(x, y)',
    "('no', 1)",
  ],
  ['try:\n    x = 1\nexcept Exception:\n    x = 2\nelse:\n    x = 3', 'x', '3'],
  [
    'class A:\n    z = 5\n    def __init__(self, x): self.x = x\n    def m(self): return self.x * self.z\n    @property\n    def p(self): return self.x + 1\n    @staticmethod\n    def s(a): return a\n    @classmethod\n    def c(cls): return cls.z\na = A(3)',
    '(a.x, a.m(), a.p, A.s(1), A.c(), a.z)',
    '(3, 15, 4, 1, 5, 5)',
  ],
  ["class A:\n    def m(self): return 'a'\nclass B(A):\n    def m(self): return super().m() + 'b'", 'B().m()', "'ab'"],
  [
    "class A:\n    def __init__(self, *a, **k): self.a, self.k = a, k\n    def __repr__(self): return f'A{self.a}{self.k}'",
    'A(1, x=2)',
    "A(1,){'x': 2}",
  ],
  [
    'class A:\n    def __getitem__(self, i): return i * 2\n    def __len__(self): return 7\n    def __call__(self, x): return -x\n    def __contains__(self, x): return x == 1\na = A()',
    '(a[3], len(a), a(4), 1 in a, 2 in a)',
    '(6, 7, -4, True, False)',
  ],
  [
    "class A:\n    def __add__(self, o): return ('add', o)\n    def __iter__(self): return iter([1, 2])\n    def __bool__(self): return False\n    def __str__(self): return 'A!'",
    "(A() + 1, list(A()), str(A()), f'{A()}')",
    "(('add', 1), [1, 2], 'A!', 'A!')",
  ],
  [
    'from dataclasses import dataclass, field\n@dataclass\nclass P:\n    x: int\n    y: int = 2\n    z: list = field(default_factory=list)',
    '(P(1).z, P(3, y=4).y, P(1).x)',
    '([], 4, 1)',
  ],
  [
    "from enum import Enum\nclass C(Enum):\n    A = 'a'\n    B = 'b'",
    "(C.A.value, C.A.name, C('b').name, [c.value for c in C], C['A'].value, len(C))",
    "('a', 'A', 'B', ['a', 'b'], 'a', 2)",
  ],
  [
    "from enum import Enum\nclass C(Enum):\n    A = 'a'\nclass D(Enum):\n    A = 'a'",
    '(C.A in C, D.A in C, C.A not in C, D.A not in C)',
    '(True, False, False, True)',
  ],
  [
    "from collections import OrderedDict, defaultdict, Counter, namedtuple\nP = namedtuple('P', 'x y')\nd = defaultdict(list)\nd['a'].append(1)",
    "(P(1, 2).x, P(1, y=2)[1], dict(d), Counter('aab')['a'], list(OrderedDict([('a', 1)])))",
    "(1, 2, {'a': [1]}, 2, ['a'])",
  ],
  [
    'import json',
    "(json.dumps({'a': [1, None, True, 'ä']}), json.dumps([1, {'b': 2}], indent=2), json.loads('{\"a\": [1, 2.0, null]}'), json.dumps({'b': 1, 'a': 2}, sort_keys=True), json.dumps('ä', ensure_ascii=False), json.dumps([1, 2], separators=(',', ':')))",
    '(\'{"a": [1, null, true, "\\\\u00e4"]}\', \'[\\n  1,\\n  {\\n    "b": 2\\n  }\\n]\', {\'a\': [1, 2.0, None]}, \'{"a": 2, "b": 1}\', \'"ä"\', \'[1,2]\')',
  ],
  [
    'import textwrap',
    "(textwrap.dedent('  a\\n    b\\n'), textwrap.indent('a\\nb', '> '))",
    "('a\\n  b\\n', '> a\\n> b')",
  ],
  [
    'import re',
    "(re.sub(r'\\d+', '#', 'a1b22'), re.split(r',\\s*', 'a, b,c'), re.findall(r'\\d', 'a1b2'), re.escape('a.b'))",
    "('a#b#', ['a', 'b', 'c'], ['1', '2'], 'a\\\\.b')",
  ],
  [
    'import functools, itertools, operator',
    "(functools.reduce(lambda a, b: a + b, [1, 2, 3]), list(itertools.chain([1], [2])), list(itertools.islice(range(9), 1, 5)), list(itertools.product('ab', [1])))",
    "(6, [1, 2], [1, 2, 3, 4], [('a', 1), ('b', 1)])",
  ],
  [
    'import string',
    "(string.ascii_lowercase[:3], string.digits, string.punctuation[:3], string.Template('$a-$b').substitute(a=1, b=2))",
    "('abc', '0123456789', '!\"#', '1-2')",
  ],
  ['x = 5\ndef f():\n    global x\n    x = 6\nf()', 'x', '6'],
  [
    'def f():\n    x = 1\n    def g():\n        nonlocal x\n        x += 1\n        return x\n    return g\ng = f()\ng()',
    'g()',
    '3',
  ],
  ['def d(f):\n    def w(*a): return [f(*a)]\n    return w\n@d\ndef f(x): return x + 1', 'f(1)', '[2]'],
  ['x = []\nwith_ = [x.append(i) for i in range(3)]', '(x, with_)', '([0, 1, 2], [None, None, None])'],
  [
    "def f(v):\n    match v:\n        case 1 | 2: return 'small'\n        case [a, *b]: return (a, b)\n        case {'k': x, **r}: return (x, r)\n        case str() as s if s: return 's' + s\n        case _: return 'other'",
    "(f(1), f([1, 2, 3]), f({'k': 1, 'z': 2}), f('q'), f(''), f(None))",
    "('small', (1, [2, 3]), (1, {'z': 2}), 'sq', 'other', 'other')",
  ],
  ['if (n := 5) > 3: x = n', 'x', '5'],
  ['x = 1 if False else 2 if False else 3', 'x', '3'],
  ['assert True\nx = 1', 'x', '1'],
  ['a = [1, 2, 3]\nb = a\nc = a[:]\na[0] = 9', '(b, c)', '([9, 2, 3], [1, 2, 3])'],
  ["d = {}\nfor i, c in enumerate('ab'): d[c] = i", 'd', "{'a': 0, 'b': 1}"],
  ["s = ''\nfor k, v in {'a': 1, 'b': 2}.items(): s += f'{k}={v};'", 's', "'a=1;b=2;'"],
  ["x = [i for i in range(3)]\ni = 'kept'", '(x, i)', "([0, 1, 2], 'kept')"],
  ['x: int = 5\ny: str', 'x', '5'],
  ["lines = ['a', 'b']\ntext = '\\n'.join(f'{i}. {l}' for i, l in enumerate(lines, 1))", 'text', "'1. a\\n2. b'"],
];

suite('Python that a source runs before its parsers', () => {
  for (const [what, rows] of Object.entries(expressions))
    suite(what, () => {
      let values: readonly unknown[];
      suiteSetup(async () => {
        values = await printed(
          '',
          rows.map(([expression]) => expression),
        );
      });
      for (const [i, [expression, repr]] of rows.entries()) test(expression, () => equal(values[i], repr));
    });

  for (const [lines, expression, repr] of statements)
    test(`${lines.replaceAll('\n', ' ⏎ ').slice(0, 100)} → ${expression}`.slice(0, 160), async () =>
      equal((await printed(lines, [expression]))[0], repr),
    );

  // CPython's order of a set depends on hashes, and those of texts on the run.
  for (const expression of [
    '[x for x in {2, 1}]',
    'list(x for x in {2, 1})',
    '"".join(x for x in {"a", "b"})',
    'str({1, 2})',
  ])
    test(`${expression} is not known`, async () => equal((await printed('', [expression]))[0], undefined));

  test('what a list is lengthened by, and only a run knows, makes all of its names unknown; a text has but one', async () => {
    const other = async (value: string, sign: string) =>
      (await printed(`import os\na = ${value}\nb = a\na ${sign} os.environ['X']`, ['b']))[0];
    deepEqual(
      [await other('[1]', '+='), await other('[1]', '*='), await other("'x'", '+=')],
      [undefined, undefined, "'x'"],
    );
  });
});
