import assert from 'node:assert/strict';
import { fromPlain, PyFloat, type PyValue, toPlain } from '../../../../../src/engine/core/pyValue.ts';
import { hintOf } from '../../../../../src/engine/parsers/shared/draftHints.ts';

/** What stands for a value of the key `next_move` in a drafted instruction. */
const hints: readonly (readonly [value: PyValue, hint: unknown])[] = [
  ['e4', 'the next move'],
  [null, 'the next move'],
  [true, 'true or false'],
  [1, 'a number'],
  [new PyFloat(1.5), 'a number'],
  [2n ** 64n, 'a number'],
  [[], 'a list'],
  [[1, 'x'], ['a number']],
  [fromPlain({}), 'an object'],
  [fromPlain({ from: 'e2', at: 1 }), { from: 'the from', at: 'a number' }],
  [fromPlain([[[[1]]]]), [[['a list']]]],
  [fromPlain({ a: { b: { c: { d: 1 } } } }), { a: { b: { c: 'an object' } } }],
];

suite('The hints of a draft', () => {
  for (const [value, hint] of hints)
    test(`${JSON.stringify(toPlain(value), (_, each) => (typeof each === 'bigint' ? String(each) : each))} is ${JSON.stringify(hint)}`, () =>
      assert.deepEqual(toPlain(hintOf(value, 'next_move')), hint));
});
