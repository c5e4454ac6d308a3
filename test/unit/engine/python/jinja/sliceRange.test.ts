import assert from 'node:assert/strict';
import { pick, sliceRange } from '../../../../../src/engine/python/jinja/value.ts';

suite('slices as Python takes them', () => {
  const cases: readonly (readonly [start: number | null, stop: number | null, step: number | null, of: string])[] = [
    [null, null, null, 'abcde'],
    [-2, null, null, 'de'],
    [null, -2, null, 'abc'],
    [1, -1, 2, 'bd'],
    [null, null, -1, 'edcba'],
    [3, 0, -2, 'db'],
    [-1, -9, -1, 'edcba'],
    [-9, 9, 1, 'abcde'],
    [9, -9, -3, 'eb'],
    [4, 1, 1, ''],
    [2, null, -1, 'cba'],
    [null, 2, -1, 'ed'],
  ];
  for (const [start, stop, step, expected] of cases)
    test(`'abcde'[${[start, stop, step].map(each => each ?? '').join(':')}]`, () =>
      assert.equal(pick([...'abcde'], sliceRange(5, start, stop, step)).join(''), expected));
});
