import assert from 'node:assert/strict';
import { PyFloat, type PyValue } from '../../../../../src/engine/core/pyValue.ts';
import { sameButForBlanks, sameValue } from '../../../../../src/engine/parsers/conversion/sameValue.ts';

const dict = (...entries: readonly (readonly [string, PyValue])[]) => new Map(entries);

suite('whether two values are the same', () => {
  const rows: readonly (readonly [what: string, a: PyValue, b: PyValue, same: boolean, butForBlanks?: boolean])[] = [
    ['texts', 'a', 'a', true],
    ['other texts', 'a', 'b', false],
    ['nothing', null, null, true],
    ['an integer and a float', 1, new PyFloat(1), false],
    ['a number and its text', 1, '1', false],
    ['true and 1', true, 1, false],
    ['lists', [1, 'a'], [1, 'a'], true],
    ['lists in another order', [1, 2], [2, 1], false],
    ['a list and the same with more', [1], [1, 2], false],
    ['a list and the same with less', [1, 2], [1], false],
    ['a list with null and a shorter one', [null], [], false],
    ['an empty list and an empty dictionary', [], dict(), false],
    ['an empty dictionary and an empty list', dict(), [], false],
    ['an empty list and nothing', [], null, false],
    ['a text and a list', '[]', [], false],
    ['dictionaries in another order', dict(['a', 1], ['b', 2]), dict(['b', 2], ['a', 1]), true],
    ['a dictionary and the same with more', dict(['a', 1]), dict(['a', 1], ['b', 2]), false],
    ['dictionaries with other keys', dict(['a', null]), dict(['b', null]), false],
    ['values deep inside', dict(['a', [dict(['b', 1])]]), dict(['a', [dict(['b', 2])]]), false],
    ['blanks around a text of a dictionary', dict(['a', ' x\n']), dict(['a', 'x']), false, true],
    ['blanks in a text', dict(['a', 'x y']), dict(['a', 'xy']), false],
    ['blanks around a text deep inside', dict(['a', [' x']]), dict(['a', ['x']]), false],
    ['blanks around a text alone', ' x', 'x', false],
  ];
  for (const [what, a, b, same, butForBlanks = same] of rows)
    test(what, () => assert.deepEqual([sameValue(a, b), sameButForBlanks(a, b)], [same, butForBlanks]));
});
