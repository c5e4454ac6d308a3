import assert from 'node:assert/strict';
import { PyFloat, PyOpaque, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { jsonDumps, toJsonText } from '../../../../src/engine/python/jsonDumps.ts';

const date = new PyOpaque('date', 'datetime.date(2024, 1, 2)', '2024-01-02');

suite('jsonDumps', () => {
  const mixed: PyValue = new Map<string, PyValue>([
    ['10', [1, new PyFloat(1), 1e-7, 2n ** 64n, Number.NaN, Number.NEGATIVE_INFINITY]],
    ['9', new Map()],
    ['é', [null, true, []]],
  ]);
  test('one line, Python separators, exact numbers', () =>
    assert.equal(
      jsonDumps(mixed, { ensureAscii: false }),
      '{"10": [1, 1.0, 1e-07, 18446744073709551616, NaN, -Infinity], "9": {}, "é": [null, true, []]}',
    ));

  const text = '"\\\n\t\b\u0000\u007f\u2028é😀\ud83d/';
  test('escapes', () => {
    assert.equal(jsonDumps(text, { ensureAscii: false }), '"\\"\\\\\\n\\t\\b\\u0000\u007f\u2028é😀\ud83d/"');
    assert.equal(
      jsonDumps(text, { ensureAscii: true }),
      '"\\"\\\\\\n\\t\\b\\u0000\\u007f\\u2028\\u00e9\\ud83d\\ude00\\ud83d/"',
    );
  });

  test('indented', () =>
    assert.equal(
      jsonDumps(
        new Map<string, PyValue>([
          ['a', [1, []]],
          ['b', new Map()],
        ]),
        { ensureAscii: true, indent: 2 },
      ),
      '{\n  "a": [\n    1,\n    []\n  ],\n  "b": {}\n}',
    ));

  test('what JSON does not have is a TypeError, and is shown as Pydantic prints it', () => {
    assert.throws(() => jsonDumps([date], { ensureAscii: true }), {
      class: 'TypeError',
      message: 'Object of type date is not JSON serializable',
    });
    assert.equal(toJsonText([date]), '[\n  "2024-01-02"\n]');
    assert.equal(toJsonText([date, new PyFloat(-0)], undefined), '[\n  "2024-01-02",\n  -0.0\n]');
  });
});
