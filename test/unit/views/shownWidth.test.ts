import { equal } from 'node:assert/strict';
import { clipToWidth, shownWidth } from '../../../src/views/lensWidth.ts';

suite('the room that a text takes', () => {
  for (const [text, width] of [
    ['', 0],
    ['abc', 3],
    ['é…', 2],
    ['日本', 4],
    ['한글', 4],
    ['ＡＢ', 4],
    ['a😀', 3],
    ['𠀀', 2],
  ] as const)
    test(`of ${text}`, () => equal(shownWidth(text), width));

  for (const [text, width, clipped] of [
    ['abcd', 4, 'abcd'],
    ['abcde', 4, 'ab…'],
    ['日本', 4, '日本'],
    ['日本語', 5, '日…'],
    ['日本語', 6, '日本語'],
    ['a bcdef', 4, 'a…'],
    ['😀😀😀', 4, '😀…'],
    ['abc', 0, '…'],
  ] as const)
    test(`of ${text}, cut to ${width}`, () => equal(clipToWidth(text, width), clipped));
});
