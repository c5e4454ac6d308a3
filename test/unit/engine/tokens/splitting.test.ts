import assert from 'node:assert/strict';
import { contractionEnd, whiteSpaceEnd } from '../../../../src/engine/tokens/splitting.ts';

suite('parts of split patterns', () => {
  for (const [what, text, expected] of [
    ['one letter', "'s", 2],
    ['two letters', "'LL ", 3],
    ['the long s', "'ſx", 2],
    ['two letters of which the second is missing', "'r", -1],
    ['two letters further on', "'xre", -1],
    ['no apostrophe', 'll', -1],
  ] as const)
    test(`a contraction: ${what}`, () => assert.equal(contractionEnd(text, 0), expected));

  for (const [what, text, expected] of [
    ['through the last line break', ' \n\t\r\n  x', 5],
    ['through a line break before a word', '\nx', 1],
    ['but the blank that joins the word after it', '   x', 2],
    ['a single blank', ' x', 1],
    ['all of it at the end of the text', '   ', 3],
    ['through the last line break at the end of the text', ' \n ', 2],
  ] as const)
    test(`white space: ${what}`, () => assert.equal(whiteSpaceEnd(text, 0), expected));
});
