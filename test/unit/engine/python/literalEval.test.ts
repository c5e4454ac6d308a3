import assert from 'node:assert/strict';
import { toJsonText } from '../../../../src/engine/python/jsonDumps.ts';
import { literalEval } from '../../../../src/engine/python/literalEval.ts';

suite('literal_eval', () => {
  const cases: readonly (readonly [text: string, json: string | undefined])[] = [
    ["{'a': 1, 'b': (2, 3)}", '{"a": 1, "b": [2, 3]}'],
    ["{'a': -1.5, 'b': 1e5, 'c': 0x1f, 'd': 1_000}", '{"a": -1.5, "b": 100000.0, "c": 31, "d": 1000}'],
    ["[None, True, False, '', \"it's\"]", '[null, true, false, "", "it\'s"]'],
    ["{'a', 'b', 'a'}", '["a", "b"]'],
    ['[set()]', '[[]]'],
    ['set(', undefined],
    ['set(]', undefined],
    ['(1,)', '[1]'],
    ['(1)', '1'],
    ['()', '[]'],
    ['1, 2', '[1, 2]'],
    ["['a' 'b', r'\\n', '\\n\\x41\\101\\u00e9']", '["ab", "\\\\n", "\\nAAé"]'],
    ["['''a\nb''']", '["a\\nb"]'],
    ["'''a\r\nb\rc'''", '"a\\nb\\nc"'],
    ["['a' 'b' \"c\"]", '["abc"]'],
    ["['a' b'b']", undefined],
    ["[b'a' 'b']", undefined],
    ['[+1, - 2, -0, -0.0, +0.5]', '[1, -2, 0, -0.0, 0.5]'],
    ['[1, # one\n 2]\n', '[1, 2]'],
    ['{1: None, None: 2}', '{"1": null, "null": 2}'],
    ['[123456789012345678901]', '[123456789012345678901]'],
    ['[1, 2', undefined],
    ['[true]', undefined],
    ['[1 2]', undefined],
    ['[--1]', undefined],
    ['[007]', undefined],
    ["['a\nb']", undefined],
    ['{[1]: 2}', undefined],
    ['[f"a"]', undefined],
    ['[a]', undefined],
    ['', undefined],
    ['['.repeat(100_000), undefined],
  ];
  for (const [text, json] of cases)
    test(JSON.stringify(text.slice(0, 40)), () => {
      const value = literalEval(text);
      assert.equal(value === undefined ? undefined : toJsonText(value, 0), json);
    });
});
