import assert from 'node:assert/strict';
import { PyFloat, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { pyContains, pyEquals, pyGetItem, pyIterate } from '../../../../src/engine/python/containers.ts';

const dict = new Map<string, PyValue>([['a', null]]);

suite('Python containers', () => {
  const raised: [name: string, run: () => unknown, className: string, message: string][] = [
    ['iterate None', () => pyIterate(null), 'TypeError', "'NoneType' object is not iterable"],
    ['iterate int', () => pyIterate(1), 'TypeError', "'int' object is not iterable"],
    ['in int', () => pyContains(1, 'a'), 'TypeError', "argument of type 'int' is not iterable"],
    ['in str', () => pyContains('a', 1), 'TypeError', "'in <string>' requires string as left operand, not int"],
    ['list in dict', () => pyContains(dict, []), 'TypeError', "unhashable type: 'list'"],
    ['dict[missing]', () => pyGetItem(dict, "it's"), 'KeyError', '"it\'s"'],
    ['dict[1.0]', () => pyGetItem(dict, new PyFloat(1)), 'KeyError', '1.0'],
    ['None[a]', () => pyGetItem(null, 'a'), 'TypeError', "'NoneType' object is not subscriptable"],
    ['list[a]', () => pyGetItem([], 'a'), 'TypeError', 'list indices must be integers or slices, not str'],
    ['str[a]', () => pyGetItem('x', 'a'), 'TypeError', "string indices must be integers, not 'str'"],
    ['list[3]', () => pyGetItem([1], 3), 'IndexError', 'list index out of range'],
  ];
  for (const [name, run, className, message] of raised)
    test(name, () => assert.throws(run, { class: className, message }));

  test('iterates characters, keys and items', () => {
    assert.deepEqual(pyIterate('a😀'), ['a', '😀']);
    assert.deepEqual(pyIterate(dict), ['a']);
    assert.deepEqual(pyIterate([1]), [1]);
  });

  test('membership and items', () => {
    assert.deepEqual(
      [pyContains(dict, 'a'), pyContains(dict, 1), pyContains('abc', 'bc'), pyContains([new PyFloat(1)], true)],
      [true, false, true, true],
    );
    assert.deepEqual([pyGetItem(dict, 'a'), pyGetItem([1, 2], -1), pyGetItem('a😀', 1)], [null, 2, '😀']);
  });

  test('equality is by value, not by type of number', () => {
    const equal: [PyValue, PyValue, boolean][] = [
      [1, new PyFloat(1), true],
      [2n ** 53n, new PyFloat(2 ** 53), true],
      [false, 0, true],
      ['1', 1, false],
      [null, 0, false],
      [[1, ['a']], [true, ['a']], true],
      [
        new Map([
          ['a', 1],
          ['b', 2],
        ]),
        new Map([
          ['b', 2],
          ['a', 1],
        ]),
        true,
      ],
      [Number.NaN, Number.NaN, false],
    ];
    for (const [a, b, expected] of equal) assert.equal(pyEquals(a, b), expected);
  });
});
