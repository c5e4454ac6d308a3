import assert from 'node:assert/strict';
import { counted, orList, rustTrim, utf8Length, utf8Units } from '../../../../src/engine/validation/text.ts';

suite('validation: text', () => {
  test('the length in bytes of UTF-8', () => {
    const rows: [text: string, bytes: number][] = [
      ['', 0],
      ['a\x7f', 2],
      ['\x80é\u07ff', 6],
      ['\u0800例\ud7ff\ue000\uffff', 15],
      ['😀', 4],
      ['a😀é', 7],
      ['\ud83d', 3],
      ['\ude00', 3],
      ['\ud83dx', 4],
      ['\ude00\ud83d', 6],
      ['\ud83d\ud83d\ude00', 7],
    ];
    for (const [text, bytes] of rows) assert.equal(utf8Length(text), bytes, JSON.stringify(text));
    assert.equal(utf8Units('aé😀'), 'a\xc3\xa9\xf0\x9f\x98\x80');
  });

  test('the blanks of Rust at both ends are dropped, those inside stay', () => {
    const rows: [text: string, trimmed: string][] = [
      ['', ''],
      [' \t\n\u3000', ''],
      ['\u0085\u2028a b\u00a0', 'a b'],
      ['\ufeffa\u200b', '\ufeffa\u200b'],
    ];
    for (const [text, trimmed] of rows) assert.equal(rustTrim(text), trimmed, JSON.stringify(text));
  });

  test('counts and lists of words', () => {
    assert.deepEqual(
      [0, 1, 2].map(count => counted(count, 'item')),
      ['0 items', '1 item', '2 items'],
    );
    assert.deepEqual([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(orList), ['', 'a', 'a or b', 'a, b or c']);
  });
});
