import { deepEqual } from 'node:assert/strict';
import type { PyValue } from '../../../../../../src/engine/core/pyValue.ts';
import { toJsonText } from '../../../../../../src/engine/python/index.ts';
import { readSource } from '../../../../../../src/engine/sources/index.ts';

test('a model has the fields of all its bases, in the order that Python gives them; filled in types are unknown', async () => {
  const models = `from typing import Generic, TypeVar
from pydantic import BaseModel
from langchain_core.output_parsers import PydanticOutputParser as PP
T = TypeVar("T")
class Plain:
    z: int = 1
class A(BaseModel):
    a: int
    s: str = "A"
class B(A):
    b: int
    s: str = "B"
class C(A):
    c: int
    s: str = "C"
class D(B, C, Plain):
    d: int
class G(BaseModel, Generic[T]):
    item: T
class K(G[int]):
    more: str
class H(BaseModel):
    g: G[int]
d = PP(pydantic_object=D)
g = PP(pydantic_object=G[int])
k = PP(pydantic_object=K)
h = PP(pydantic_object=H)
`;
  const { found } = await readSource(models, '/p/a.py', {});
  const [d, ...others] = found;
  const { properties } = JSON.parse(toJsonText(d!.config.get('content_schema') as PyValue, 0));
  deepEqual(Object.keys(properties), ['z', 'a', 's', 'c', 'b', 'd']);
  deepEqual([properties.s.default, d!.unknown.length], ['B', 0]);
  deepEqual(
    others.map(({ unknown }) => unknown.map(({ argument, line }) => `${argument} ${line}`)),
    [['pydantic_object 25'], ['pydantic_object 20'], ['pydantic_object 23']],
  );
});
