import assert from 'node:assert/strict';
import { longestClosable } from '../../../../../../src/engine/systems/langchain/python/closableJson.ts';

/** A text, the brackets that stand behind it, and the beginning of it that is JSON with them. */
const cases: readonly (readonly [text: string, closers: string, begins: string | undefined])[] = [
  ['[]', '', '[]'],
  ['{}', '', '{}'],
  ['[ ]', '', '[ ]'],
  ['[', ']', '['],
  ['[ ', ']', '[ '],
  ['{\t', '}', '{\t'],
  ['[1,\r2', ']', '[1,\r2'],
  ['[1\r\n', ']', '[1\r\n'],
  ['[1, ', ']', '[1'],
  ['{"a": [], "b', '}', '{"a": []'],
  ['{"a": {}, "b"', '}', '{"a": {}'],
  ['[[1], [', ']]', '[[1], ['],
  ['[[1, 2], ', ']', '[[1, 2]'],
  ['[1], 2', '', '[1]'],
  ['[]]', '', '[]'],
  ['{"a" 1', '}', '{'],
  ['{1', ']', undefined],
  [']', '', undefined],
  ['', '', undefined],
];

suite('JSON that brackets close', () => {
  for (const [text, closers, begins] of cases)
    test(`${JSON.stringify(text)} before ${JSON.stringify(closers)}`, () => {
      const length = longestClosable(text, [...closers], false);
      assert.equal(length === undefined ? undefined : text.slice(0, length), begins);
      if (begins !== undefined) JSON.parse(begins + closers);
    });

  test('a control character in a string is taken, unless reading is strict', () => {
    assert.equal(longestClosable('["a\n"', [']'], false), 5);
    assert.equal(longestClosable('["a\n"', [']'], true), 1);
  });
});
