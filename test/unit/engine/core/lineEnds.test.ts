import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/engine/core/applyEdits.ts';
import { withLineFeeds } from '../../../../src/engine/core/lineEnds.ts';
import { diagnose } from '../../../../src/engine/repair/diagnose.ts';

suite('line ends', () => {
  for (const [given, text] of [
    ['a\nb', undefined],
    ['a', undefined],
    ['a\r\nb\r\n', 'a\nb\n'],
    ['a\rb\r\r', 'a\nb\n\n'],
    ['a\rb\r\nc', 'a\rb\nc'],
    ['a\rb\nc', undefined],
    ['\r\r\n', '\r\n'],
  ] as const)
    test(JSON.stringify(given), () => assert.equal(withLineFeeds(given)?.text, text));

  test('every character has its place, and the edits lead from one text to the other', () => {
    const given = '\r\nab\r\n\r\nc\nd\r\n';
    const lines = withLineFeeds(given)!;
    for (const [i, character] of [...lines.text].entries()) {
      const at = lines.original(i);
      assert.equal(given.slice(at, lines.original(i + 1)).replace('\r\n', '\n'), character);
    }
    assert.equal(lines.original(lines.text.length), given.length);
    assert.equal(applyEdits(given, lines.edits(0, given.length)), lines.text);
    assert.deepEqual(
      lines.edits(1, given.indexOf('c')).map(({ start }) => start),
      [4, 6],
    );
  });

  for (const [end, width] of [
    ['\n', 1],
    ['\r\n', 2],
    ['\r', 1],
  ] as const) {
    const only = (text: string) => {
      const [best] = diagnose(text).candidates;
      assert(best);
      assert.deepEqual(JSON.parse(applyEdits(text, best.edits)), best.value);
      return best;
    };
    test(`a line's end in a string is one edit: ${JSON.stringify(end)}`, () => {
      const { edits, value } = only(`{${end}"a": "b${end}c",${end}"d": 1${end}}`);
      const start = 8 + end.length;
      assert.deepEqual(edits, [{ start, end: start + width, text: '\\n', cause: 'raw-newline' }]);
      assert.deepEqual(value, { a: 'b\nc', d: 1 });
    });

    test(`a trailing comma is all that is wrong: ${JSON.stringify(end)}`, () =>
      assert.deepEqual(
        only(`{${end}"a": 1,${end}}`).edits.map(({ cause, text }) => [cause, text]),
        [['trailing-comma', '']],
      ));

    test(`so is a string that is not closed: ${JSON.stringify(end)}`, () =>
      assert.deepEqual(
        only(`{${end}"a": "b,${end}"c": 1${end}}`).edits.map(({ cause, text }) => [cause, text]),
        [['unclosed-string', '"']],
      ));
  }
});
