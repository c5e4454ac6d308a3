import assert from 'node:assert/strict';
import { PyFloat, PyOpaque, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { jsonEquals, toJsonValue } from '../../../../src/engine/python/jsonValue.ts';

suite('values of JSON', () => {
  const dict = (...entries: [string, PyValue][]): PyValue => new Map(entries);

  const compared: readonly (readonly [rule: string, a: PyValue, b: PyValue, isEqual: boolean])[] = [
    ['a big int equals a float of its value', 2n ** 64n, new PyFloat(2 ** 64), true],
    ['a big int equals no float next to it', 2n ** 64n + 1n, new PyFloat(2 ** 64), false],
    ['big ints are equal digit by digit', 2n ** 64n, 2n ** 64n, true],
    ['an int equals a float of its value', 1, new PyFloat(1), true],
    ['a big int equals no text of its digits', 2n ** 64n, String(2n ** 64n), false],
    ['a number equals no text and no boolean (1)', 1, '1', false],
    ['a number equals no text and no boolean (2)', 1, true, false],
    ['null equals itself only (1)', null, null, true],
    ['null equals itself only (2)', null, 0, false],
    ['objects are equal in any order', dict(['a', 1], ['b', [2]]), dict(['b', [2]], ['a', 1]), true],
    ['objects of other keys are not', dict(['a', 1], ['b', 2]), dict(['a', 1], ['c', 2]), false],
    ['an object equals no larger one', dict(['a', 1]), dict(['a', 1], ['b', 2]), false],
    ['arrays are equal in their order (1)', [1, 2], [1, 2], true],
    ['arrays are equal in their order (2)', [1, 2], [2, 1], false],
    ['arrays are equal in their order (3)', [1], [1, 2], false],
    ['an array equals no object', [], dict(), false],
  ];
  for (const [rule, a, b, isEqual] of compared)
    test(rule, () => assert.deepEqual([jsonEquals(a, b), jsonEquals(b, a)], [isEqual, isEqual]));

  test('what JSON does not have becomes text, everywhere in a value', () => {
    const date = new PyOpaque('date', 'datetime.date(2024, 1, 2)', ['2024-01-02', Number.NaN]);
    const big = 2n ** 64n;
    assert.deepEqual(toJsonValue([1, 1.5, new PyFloat(1), big, Number.NEGATIVE_INFINITY, dict(['a', date])]), [
      1,
      1.5,
      new PyFloat(1),
      big,
      '-Infinity',
      dict(['a', ['2024-01-02', 'NaN']]),
    ]);
  });
});
