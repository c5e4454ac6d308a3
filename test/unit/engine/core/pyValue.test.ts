import assert from 'node:assert/strict';
import { EngineError } from '../../../../src/engine/core/errors.ts';
import {
  fromPlain,
  maxJsonDepth,
  PyFloat,
  PyOpaque,
  type PyValue,
  pyFloat,
  pyInt,
  pyTypeName,
  toPlain,
} from '../../../../src/engine/core/pyValue.ts';
import { toJsonText } from '../../../../src/engine/python/jsonDumps.ts';

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

  test('data inside itself, or too deep, is an error that can be caught; others are not ours', () => {
    const loop: unknown[] = [];
    loop.push(loop);
    assert.throws(() => fromPlain(loop), {
      class: 'RecursionError',
      message: 'maximum recursion depth exceeded',
    });
    const nested = (depth: number) => {
      let data: unknown = 'x';
      for (let i = 0; i < depth; i++) data = i % 2 ? [data] : { a: data };
      return data;
    };
    // What can be made can be read, and written.
    assert.equal(
      toJsonText(fromPlain(nested(maxJsonDepth)), 0).length,
      'x""'.length + (maxJsonDepth / 2) * '[{"a": }]'.length,
    );
    for (const depth of [maxJsonDepth + 1, 4000, 100_000])
      assert.throws(() => fromPlain(nested(depth)), { class: 'RecursionError' });
    const broken = {
      get a() {
        throw new TypeError('theirs');
      },
    };
    assert.throws(() => fromPlain(broken), /^TypeError: theirs$/);
  });
});

suite('plain data of Python values', () => {
  test('what JavaScript does not have is what JSON shows', () => {
    const date = new PyOpaque('date', 'datetime.date(2024, 5, 1)', new Map([['day', new PyFloat(1)]]));
    assert.deepEqual(toPlain([new PyFloat(2), date, 2n ** 60n, null]), [2, { day: 1 }, 2n ** 60n, null]);
  });

  test('a key that every object has is one of its own, and so are the others', () => {
    const plain = toPlain(
      new Map([
        ['__proto__', 1],
        ['a', 2],
      ]),
    ) as object;
    assert.deepEqual(Object.entries(plain), [
      ['__proto__', 1],
      ['a', 2],
    ]);
    for (const key of ['__proto__', 'a'])
      assert.deepEqual(Object.getOwnPropertyDescriptor(plain, key), {
        value: key === 'a' ? 2 : 1,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    assert.equal(Object.getPrototypeOf(plain), Object.prototype);
  });
});

test('the classes have their names in every build', () =>
  assert.deepEqual([PyFloat.name, PyOpaque.name, EngineError.name], ['PyFloat', 'PyOpaque', 'EngineError']));

suite('numbers and their types', () => {
  test('an int is a number as long as that is exact', () => {
    for (const value of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0])
      assert.equal(pyInt(BigInt(value)), value);
    for (const value of [2n ** 53n, -(2n ** 53n)]) assert.equal(pyInt(value), value);
  });

  test('a float is a number where an int would be another', () => {
    assert.deepEqual([1.5, 2, -0].map(pyFloat), [1.5, new PyFloat(2), new PyFloat(-0)]);
    assert.equal(pyFloat(Number.POSITIVE_INFINITY), Number.POSITIVE_INFINITY);
  });

  test('as Python calls them', () => {
    const values: PyValue[] = [null, true, 'a', 1, 2n ** 60n, 1.5, new PyFloat(1), [], new Map()];
    assert.equal(values.map(pyTypeName).join(' '), 'NoneType bool str int int float float list dict');
    assert.equal(pyTypeName(new PyOpaque('Decimal', '', null)), 'Decimal');
  });
});
