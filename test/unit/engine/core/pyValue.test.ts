import assert from 'node:assert/strict';
import { fromPlain, PyFloat, PyOpaque, toPlain } from '../../../../src/engine/core/pyValue.ts';

suite('Python values of plain data', () => {
  test('scalars', () => {
    for (const value of [null, true, 'a', 1, 1.5, 2 ** 53 - 1]) assert.equal(fromPlain(value), value);
    assert.equal(fromPlain(12n), 12);
    assert.equal(fromPlain(2n ** 60n), 2n ** 60n);
    assert.equal(fromPlain(2 ** 60), 2n ** 60n);
    assert.ok(fromPlain(-0) instanceof PyFloat);
    for (const other of [undefined, () => 1, Symbol('a')]) assert.equal(fromPlain(other), null);
  });

  test('what is a Python value already stays what it is', () => {
    const float = new PyFloat(1);
    assert.deepEqual(fromPlain([float, { a: float }]), [float, new Map([['a', float]])]);
    assert.equal((fromPlain([float]) as unknown[])[0], float);
  });

  test('objects and maps are dicts, with the names of every object like any other', () => {
    const plain = JSON.parse('{"__proto__": 1, "a": [{"b": null}]}');
    const dict = fromPlain(plain);
    assert.deepEqual(
      dict,
      new Map<string, unknown>([
        ['__proto__', 1],
        ['a', [new Map([['b', null]])]],
      ]),
    );
    assert.equal(JSON.stringify(toPlain(dict)), JSON.stringify(plain));
    assert.deepEqual(fromPlain(new Map([[1, 2]])), new Map([['1', 2]]));
    assert.ok(!((fromPlain(new PyFloat(2)) as unknown) instanceof PyOpaque));
  });
});
