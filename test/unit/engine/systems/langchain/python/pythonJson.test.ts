import assert from 'node:assert/strict';
import { toPlain } from '../../../../../../src/engine/core/pyValue.ts';
import { parsePartialJson } from '../../../../../../src/engine/systems/langchain/python/pythonJson.ts';

suite('parse_partial_json', () => {
  const values: readonly (readonly [text: string, value: unknown])[] = [
    ['{"a": [1, {"b": "c', { a: [1, { b: 'c' }] }],
    ['{"a": 1, "b"', { a: 1 }],
    ['["a\nb', ['a\nb']],
    ['[1}', null],
  ];
  for (const [text, value] of values)
    test(`${JSON.stringify(text)} is ${JSON.stringify(value)}`, () => {
      const read = parsePartialJson(text);
      assert.ok(read.ok);
      assert.deepEqual(toPlain(read.value), value);
    });

  // The class catches `JSONDecodeError` alone.
  for (const [what, text, error] of [
    ['an integer of too many digits', '1'.repeat(5000), 'ValueError'],
    ['too deep nesting', '['.repeat(100_000), 'RecursionError'],
  ] as const)
    test(`${what} raises its ${error}`, () => assert.throws(() => parsePartialJson(text), { class: error }));
});
