import assert from 'node:assert/strict';
import { jsonFaultSpan } from '../../../../src/engine/json/jsonFault.ts';
import { jsonLoads } from '../../../../src/engine/python/jsonLoads.ts';

suite('jsonFaultSpan', () => {
  test('a word that goes on behind the range', () => {
    const text = '[1, nulls]';
    const result = jsonLoads(text, { start: 0, end: 7 });
    assert(!result.ok);
    const { start, end } = jsonFaultSpan(text, result.error, 0, 7);
    assert.equal(text.slice(start, end), 'nul');
  });

  const cases: [text: string, underlined: string][] = [
    ['{"a": True, "b": 1}', 'True'],
    ['{"a": 1,}', '}'],
    ["{'a': 1}", "'"],
    ['[1, 😀]', '😀'],
    ['{"a": "open\n}', '\n'],
    ['{"a": "open }', '"open }'],
    ['{} and more  \nlines', 'and more'],
    ['"a\\x"', '\\x'],
    ['"\\u12g4"', '\\u12g4'],
    ['{"a": 1  ', '1'],
    ['[-]', '-'],
    ['"a\tb"', '\t'],
    ['', ''],
    [' \n', ' \n'],
    [`[${'1'.repeat(5000)}]`, '1'.repeat(5000)],
  ];
  for (const [text, underlined] of cases)
    test(JSON.stringify(text).slice(0, 40), () => {
      const given = `«${text}»`;
      const range = { start: 1, end: given.length - 1 };
      const result = jsonLoads(given, range);
      assert(!result.ok);
      const span = jsonFaultSpan(given, result.error, range.start, range.end);
      assert.equal(given.slice(span.start, span.end), underlined);
    });
});
