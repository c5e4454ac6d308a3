import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jsonStringAround } from '../../../../src/engine/json/jsonStringMap.ts';

/** The text that stands for the part of a line between two `|`. */
function unescaped(marked: string): string | undefined {
  const start = marked.indexOf('|');
  const end = marked.lastIndexOf('|') - 1;
  return jsonStringAround(marked.replaceAll('|', ''), { start, end })?.text;
}

suite('jsonStringAround', () => {
  test('undoes the escapes of a selection inside one literal', () => {
    const cases: [line: string, text: string | undefined][] = [
      ['{"response": "|a\\nb|"}', 'a\nb'],
      ['{"response": "a |\\"b\\"\\t| c"}', '"b"\t'],
      ['{"response": "|\\u00e9\\ud83d\\ude00\\/|"}', 'é😀/'],
      ['"|a\\nb|"', 'a\nb'],
      ['10:00 5" INFO {"x": 1, "r": "|{\\"a\\": \\"x\\\\ny\\"}|", "s": 2}', '{"a": "x\\ny"}'],
      ['log("|a\\nb|");', 'a\nb'],
      // With its own quotes, in a record.
      ['{"response": |"a\\nb"|, "b": 1}', 'a\nb'],
      ['{"response":|"a\\nb"|}', 'a\nb'],
      ['[|"a\\nb"|]', 'a\nb'],
      ['{"r": "x: |a\\nb|"}', 'a\nb'],
      // Cut escapes stay as they are.
      ['{"r": "|a\\|nb\\n"}', 'a\\'],
      ['{"r": "a\\|nb\\n|"}', 'nb\n'],
      ['{"r": "a\\|\\nb\\n|"}', '\\nb\n'],
      ['{"r": "|\\q\\u12|zz"}', '\\q\\u12'],
      // Nothing to undo, or not inside one literal.
      ['{"response": "|a b|"}', undefined],
      ['|{"response": "a\\nb"}|', undefined],
      ['{"a": "|x\\n", "b": "y|"}', undefined],
      ['path |C:\\new| and "more"', undefined],
      ['{"a": "x"} |C:\\new| {"b": "y"}', undefined],
      ['|"a\\nb"|', undefined],
      ['{"r": "x: |a\\nb"|}', undefined],
      ['"|a\\n|', undefined],
      ['it\'s "quoted"here |\\n| "', undefined],
      ['||', undefined],
    ];
    for (const [line, text] of cases) assert.equal(unescaped(line), text, line);
  });

  test('maps every offset back', () => {
    const found = jsonStringAround('{"r": "x\\ny\\u00e9z"}', { start: 7, end: 17 });
    assert.deepEqual([found?.text, [...(found?.offsets ?? [])]], ['x\nyé', [7, 8, 10, 11, 17]]);
  });

  test('any text written as JSON is read back, with a map of its length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const line = JSON.stringify({ time: 1, response: text });
        const start = line.indexOf('"response":"') + 12;
        const found = jsonStringAround(line, { start, end: line.length - 2 });
        assert.equal(found?.text ?? line.slice(start, -2), text);
        if (!found) return;
        assert.equal(found.offsets.length, text.length + 1);
        assert.ok(found.offsets.every((offset, i) => i === 0 || offset > found.offsets[i - 1]!));
        assert.equal(found.offsets.at(-1), line.length - 2);
      }),
    );
  });
});
