import { deepEqual } from 'node:assert/strict';
import type { PyValue } from '../../../../src/engine/core/pyValue.ts';
import { toJsonText } from '../../../../src/engine/python/index.ts';
import { readSource } from '../../../../src/engine/sources/index.ts';

/** The hint of each parser of a source, in text order; `unknown` where only a run can know it. */
async function hints(text: string): Promise<readonly unknown[]> {
  const { found } = await readSource(
    `from agentscope.parsers import MarkdownJsonDictParser as P\n${text}`,
    '/p/a.py',
    {},
  );
  return found.map(({ config, unknown }) =>
    unknown.length > 0 ? 'unknown' : JSON.parse(toJsonText(config.get('content_hint') as PyValue, 0)),
  );
}

// What CPython 3.11 gives; unknown where its versions differ, or code decides that is not read.
suite('objects in Python sources', () => {
  test('a property is set by its setter; what else intercepts an assignment is not read', async () => {
    const box = (rest: string) => `class Box:
    def __init__(self): self._v = "a"
    @property
    def v(self): return self._v
${rest}
b = Box()
b.v = "b"
P(b.v)
`;
    deepEqual(await hints(box('    @v.setter\n    def v(self, x): self._v = x.upper()')), ['B']);
    deepEqual(await hints(box('    def __setattr__(self, name, x): object.__setattr__(self, name, x + "!")')), [
      'unknown',
    ]);
    deepEqual(
      await hints('class D:\n    def __set__(self, o, x): o.w = x\nclass A: v = D()\na = A()\na.v = "x"\nP(a.v)'),
      ['unknown'],
    );
  });

  test('a function that calls itself with what nobody knows is read until all that it may change is unknown', async () => {
    const walk =
      'from tree import load\ndef walk(n):\n    if n: return walk(n.left) + walk(n.right) + [str(n)]\n    return []\n';
    deepEqual(await hints(`${walk}P(",".join(walk(load())))\nP("x")`), ['unknown', 'x']);
    const outside = 'from tree import load\nown = []\ndef f(n):\n    own.append("x")\n    if n: f(n.next)\n';
    deepEqual(await hints(`${outside}f(load())\nP(own)`), ['unknown']);
    const perhaps =
      'from tree import load\nown = []\ndef f(n):\n    if n:\n        own.append("x")\n        f(n.next)\n';
    deepEqual(await hints(`${perhaps}f(load())\nP(own)\nP("x")`), ['unknown', 'x']);
    const second =
      'from tree import load\nown = []\ndef f(n, k):\n    if k == "z": own.append("x")\n    if n: f(n.next, n.k)\n';
    deepEqual(await hints(`${second}f(load(), load())\nP(own)`), ['unknown']);
  });

  test('a base hears of the classes that derive from it; a metaclass makes what it likes', async () => {
    const registry = `class Base:
    names = []
    def __init_subclass__(cls, tag="none", **more): Base.names.append(cls.__name__ + tag)
class A(Base, tag="1"): pass
class B(A): pass
P(" ".join(Base.names))
`;
    deepEqual(await hints(registry), ['A1 Bnone']);
    const meta = 'class M(type):\n    def __new__(m, n, b, d): return super().__new__(m, n, b, {**d, "x": "made"})\n';
    deepEqual(await hints(`${meta}class A(metaclass=M): x = "written"\nP(A.x)`), ['unknown']);
    deepEqual(await hints('class M(type): pass\nclass A(metaclass=M): x = "written"\nP(A.x)'), ['written']);
  });

  test('a `raise` that stands in a `try` goes to its handler, and what follows is read', async () => {
    const caught = (raised: string, handlers: string) =>
      hints(`v = "none"\ntry:\n    raise ${raised}\n${handlers}\nelse:\n    v = "else"\nP(v)`);
    deepEqual(await caught('KeyError("k")', 'except ValueError: v = "a"\nexcept (KeyError, TypeError): v = "b"'), [
      'b',
    ]);
    deepEqual(await caught('KeyError', 'except LookupError: v = "a"'), ['a']);
    deepEqual(await caught('ValueError', 'except Exception as e: v = "a"'), ['a']);
    deepEqual(await caught('Own()', 'except Exception: v = "a"'), ['unknown']);
    deepEqual(await caught('ValueError', 'except KeyError: v = "a"'), []);
    deepEqual(await hints('try:\n    raise ValueError\nexcept ValueError: pass\nfinally:\n    P("last")\nP("after")'), [
      'last',
      'after',
    ]);
  });

  test('named tuples and plain dataclasses have items and print as Python prints them', async () => {
    const head = `from typing import NamedTuple
from dataclasses import dataclass, field
class Row(NamedTuple):
    key: str
    hint: str = "none"
@dataclass
class Spec:
    name: str
    keys: list = field(default_factory=list)
@dataclass(repr=False)
class Quiet:
    name: str
@dataclass
class Hidden:
    name: str = field(repr=False)
k, h = Row("a")
`;
    const printed =
      'P(f"{k} {h} {len(Row(1))}")\nP(list(Row("x")))\nP(str(Row("x", "it\'s")))\nP(f"{Spec(\'n\', [1])}")\n';
    deepEqual(await hints(`${head}${printed}P(str(Quiet("a")))\nP(repr(Hidden("a")))`), [
      'a none 2',
      ['x', 'none'],
      "Row(key='x', hint=\"it's\")",
      "Spec(name='n', keys=[1])",
      'unknown',
      'unknown',
    ]);
  });

  test('placeholders that print themselves keep their blanks; numbers of an `IntEnum` are numbers there', async () => {
    deepEqual(await hints('P(f"{1+1 = } {1+1=!s} {2 = :03d}")'), ['1+1 = 2 1+1=2 2 = 002']);
    const level = 'from enum import IntEnum\nclass L(IntEnum):\n    A = 7\n';
    deepEqual(await hints(`${level}P(f"{L.A:03d}|{L.A}")\nP(str(L.A))`), ['007|7', 'unknown']);
  });

  test('a slice of a list is replaced; a function behind `wraps` has another name', async () => {
    deepEqual(await hints('l = [0, 1, 2, 3]\nl[1:3] = "ab"\nl[:0] = ["s"]\nl[-1:] = []\nl[9:2] = ["e"]\nP(f"{l}")'), [
      "['s', 0, 'a', 'b', 'e']",
    ]);
    deepEqual(await hints('l = [0, 1]\nl[::2] = ["a"]\nP(l)'), ['unknown']);
    const wrapped = 'import functools\ndef f(): "doc"\n@functools.wraps(f)\ndef g(): return "g"\nP(g())\nP(g.__name__)';
    deepEqual(await hints(wrapped), ['g', 'unknown']);
  });
});
