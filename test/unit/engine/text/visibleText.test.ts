import assert from 'node:assert/strict';
import fc from 'fast-check';
import { oneLine, visible } from '../../../../src/engine/text/visibleText.ts';

suite('visible', () => {
  const cases: readonly (readonly [text: string, shown: string])[] = [
    ['plain\ttext\n', 'plain\ttext\n'],
    ['\x1b[31mred\x1b[0m', '\\u001b[31mred\\u001b[0m'],
    ['a\rb\x00\x07\x7f\x85\x9b', 'a\\u000db\\u0000\\u0007\\u007f\\u0085\\u009b'],
    ['\u2028\u2029', '\\u2028\\u2029'],
    ['\u202euser\u202c \u2066x\u2069 \u200e\u200f\u061c', '\\u202euser\\u202c \\u2066x\\u2069 \\u200e\\u200f\\u061c'],
    ['a\ud800b\udc00😀', 'a\\ud800b\\udc00😀'],
    ['שלום 漢字 👩‍👩‍👧 é', 'שלום 漢字 👩‍👩‍👧 é'],
    ['##[error]x ##vso[task.x]y # [a] ## [b]', '#\\u0023[error]x #\\u0023vso[task.x]y # [a] ## [b]'],
  ];
  for (const [text, shown] of cases) test(JSON.stringify(text), () => assert.equal(visible(text), shown));

  test('JSON stays the same data', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        assert.equal(JSON.parse(visible(JSON.stringify(`##[${text}`))), `##[${text}`);
      }),
    ));

  test('one line is one line, of a length that a terminal can bear', () => {
    assert.equal(oneLine('a\r\nb\nc\rd\u2028e'), 'a\\nb\\nc\\nd\\u2028e');
    assert.equal(oneLine('x'.repeat(1001)), `${'x'.repeat(1000)}…`);
    fc.assert(fc.property(fc.string({ unit: 'binary' }), text => !/[\r\n\x1b\u202e]/.test(oneLine(text))));
  });
});
