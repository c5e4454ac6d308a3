import assert from 'node:assert/strict';
import { fromPlain, toPlain } from '../../../../src/engine/core/pyValue.ts';
import { valueAt } from '../../../../src/engine/core/valueAt.ts';

suite('the part of a value at a path', () => {
  const value = fromPlain({ a: [{ b: 1 }, { b: [2, 3] }], 0: 'key', n: null });
  for (const [path, expected] of [
    [[], { a: [{ b: 1 }, { b: [2, 3] }], 0: 'key', n: null }],
    [['a', 1, 'b', 1], 3],
    [['a', '0', 'b'], 1],
    [[0], 'key'],
    [['n'], null],
    [['n', 'x'], undefined],
    [['a', 2], undefined],
    [['a', 'b'], undefined],
    [['a', 0, 'b', 'c', 'd'], undefined],
    [['x', 0], undefined],
  ] as const)
    test(JSON.stringify(path), () => {
      const found = valueAt(value, path);
      assert.deepEqual(found === undefined ? undefined : toPlain(found), expected);
    });

  test('of nothing there is none', () => assert.equal(valueAt(undefined, []), undefined));
});
