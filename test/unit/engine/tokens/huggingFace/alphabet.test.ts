import assert from 'node:assert/strict';
import {
  type Alphabet,
  byteAlphabet,
  characterAlphabet,
} from '../../../../../src/engine/tokens/huggingFace/alphabet.ts';
import { byteVocab } from './toyVocabulary.ts';

/** The bytes of a vocabulary of characters, each with its value as id. */
const fallback = Object.fromEntries(
  Array.from({ length: 256 }, (_, byte) => [`<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`, byte]),
);

function written(alphabet: Alphabet, text: string): readonly (readonly number[])[] {
  const ids = new Int32Array(3 * text.length);
  const ends = new Int32Array(3 * text.length);
  const length = alphabet.write(text, 0, text.length, ids, ends);
  return [[...ids.subarray(0, length)], [...ends.subarray(0, length)]];
}

suite('alphabets', () => {
  const more = { '▁': 300, a: 301, ab: 302, '😀': 303, '\uffff': 304, '😀😀': 305 };
  const characters = characterAlphabet({ ...fallback, ...more })!;

  for (const [what, text, ids, ends] of [
    ['a character that has a token', 'a', [301], [1]],
    ['a character beyond the first plane', '😀a', [303, 301], [2, 3]],
    ['the last character of the first plane', '\uffff', [304], [1]],
    ['a space is the one that is visible', ' ▁', [300, 300], [1, 2]],
    ['other characters by their bytes', 'bé', [98, 0xc3, 0xa9], [1, -1, 2]],
    ['others beyond the first plane by their bytes', '😁', [0xf0, 0x9f, 0x98, 0x81], [-1, -1, -1, 2]],
  ] as const)
    test(`characters: ${what}`, () => assert.deepEqual(written(characters, text), [ids, ends]));

  test('bytes: every character by its bytes', () =>
    assert.deepEqual(written(byteAlphabet(byteVocab())!, ' é'), [
      [0x20, 0xc3, 0xa9],
      [1, -1, 2],
    ]));

  for (const [what, made] of [
    ['a byte', characterAlphabet({ ...more, '<0x00>': 0 })],
    ['the visible space', characterAlphabet({ ...fallback, a: 301 })],
    ['a byte of a byte-level vocabulary', byteAlphabet({ a: 0 })],
  ] as const)
    test(`there is none without ${what}`, () => assert.equal(made, undefined));
});
