import assert from 'node:assert/strict';
import { csvItems } from '../../../../src/engine/python/csvItems.ts';

suite('csv.reader', () => {
  for (const [what, text, items] of [
    ['quotes keep commas and line feeds together', 'a, "b, c\nd" e,f\n', ['a', 'b, c\nd e', 'f']],
    ['quotes inside of a field are ordinary', 'a"b",""c"', ['a"b"', 'c"']],
    ['empty lines give nothing, empty fields do', '\n\na,\n,b\r\n\r\n', ['a', '', '', 'b']],
    ['carriage returns end a row', 'a\r\r\nb\r', ['a', 'b']],
    ['anything behind one is an error', 'a\rb', undefined],
    ['doubled quotes', '"a""b"', ['a"b']],
  ] as const)
    test(what, () => assert.deepEqual(csvItems(text), items));

  test('a field has at most 131,072 characters, of two units or one', () => {
    for (const character of ['a', '😀']) {
      const longest = character.repeat(131072);
      assert.deepEqual(csvItems(`a,${longest}`), ['a', longest]);
      assert.equal(csvItems(`a,${longest}${character}`), undefined);
    }
    // Halves in two fields are two characters.
    assert.equal(csvItems(`\ud83d\n\ude00${'a'.repeat(131072)}`), undefined);
  });
});
