import assert from 'node:assert/strict';
import { withExact } from '../../../../../src/engine/core/exact.ts';
import { fromPlain, PyFloat, toPlain } from '../../../../../src/engine/core/pyValue.ts';
import { resultOf } from '../../../../../src/engine/samples/robustness/outcome.ts';

const good = fromPlain({ a: 1, b: 'x', c: [true] });
/** What became of the good value, with the keys of `prose` left aside. */
const outcome = (given: unknown, prose: readonly string[] = []) => {
  const exact = fromPlain(given);
  const result = withExact(
    { ok: true as const, value: toPlain(exact), fields: [], repairs: [], response: '', warnings: [] },
    exact,
  );
  const found = resultOf(good, result, prose);
  return found.outcome === 'changed' ? found.difference : found.outcome;
};

suite('what became of a mutated response', () => {
  const rows: readonly (readonly [what: string, value: unknown, prose: readonly string[], outcome: string])[] = [
    ['the same', { a: 1, b: 'x', c: [true] }, [], 'same'],
    ['the same in another order', { c: [true], b: 'x', a: 1 }, [], 'same'],
    ['one key less', { a: 1, b: 'x' }, [], 'without c'],
    ['two keys less', { b: 'x' }, [], 'without a, c'],
    ['two keys more', { a: 1, b: 'x', c: [true], d: 0, e: 0 }, [], 'with d, e'],
    ['another value', { a: 1, b: 'y', c: [true] }, [], 'b: "y"'],
    ['other values', { a: 2, b: 'y', c: [] }, [], 'a: 2; also b, c'],
    ['everything at once', { b: 'y', c: [], d: 0 }, [], 'without a; with d; b: "y"; also c'],
    ['what is not a dictionary', ['x'], [], '["x"]'],
    ['a long value', { a: 1, b: 'y'.repeat(200), c: [true] }, [], `b: "${'y'.repeat(118)}…`],
    ['a value that just fits', { a: 1, b: 'y'.repeat(118), c: [true] }, [], `b: "${'y'.repeat(118)}"`],
    ['prose that differs', { a: 1, b: 'y', c: [true] }, ['b'], 'same'],
    ['prose that is missing', { a: 1, c: [true] }, ['b'], 'same'],
    ['more than prose', { a: 2, b: 'y', c: [true] }, ['b'], 'a: 2'],
  ];
  for (const [what, value, prose, expected] of rows) test(what, () => assert.equal(outcome(value, prose), expected));

  test('a float is the number that it is: JSON does not tell 1.0 from 1', () =>
    assert.equal(outcome({ a: new PyFloat(1), b: 'x', c: [true] }), 'same'));
});
