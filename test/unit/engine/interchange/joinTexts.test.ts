import { deepEqual, equal } from 'node:assert/strict';
import { joinTexts, placeInTexts } from '../../../../src/engine/interchange/index.ts';

suite('texts that are imported together', () => {
  const texts = ['ab', '', 'cde'];

  test('are the documents of one', () => equal(joinTexts(texts), 'ab\n---\n\n---\ncde'));

  const places: readonly (readonly [offset: number, index: number, inText: number])[] = [
    [-1, 0, 0],
    [0, 0, 0],
    [2, 0, 2],
    // Between two texts: the end of the first.
    [3, 0, 2],
    [6, 0, 2],
    [7, 1, 0],
    [11, 1, 0],
    [12, 2, 0],
    [15, 2, 3],
    [99, 2, 3],
  ];
  for (const [offset, index, inText] of places)
    test(`${offset} is ${inText} of text ${index}`, () =>
      deepEqual(placeInTexts(texts, offset), { index, offset: inText }));

  test('without any, the place is the first', () => deepEqual(placeInTexts([], 5), { index: 0, offset: 0 }));
});
