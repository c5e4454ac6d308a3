import { deepEqual } from 'node:assert/strict';
import { linePlaces } from '../../../src/views/position.ts';

suite('linePlaces', () => {
  test('counts lines and characters from 0, whatever ends a line', () => {
    const text = 'ab\ncd\r\nef\rg\n';
    const placeOf = linePlaces(text);
    const places = [...text, ''].map((_, offset) => placeOf(offset)).map(({ line, character }) => [line, character]);
    deepEqual(places, [
      ...[0, 1, 2].map(character => [0, character]),
      ...[0, 1, 2, 3].map(character => [1, character]),
      ...[0, 1, 2].map(character => [2, character]),
      ...[0, 1].map(character => [3, character]),
      [4, 0],
    ]);
  });

  test('a text without lines has one', () => {
    deepEqual(linePlaces('')(0), { line: 0, character: 0 });
  });
});
