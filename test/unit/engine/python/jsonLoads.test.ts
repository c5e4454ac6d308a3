import assert from 'node:assert/strict';
import fc from 'fast-check';
import { maxJsonDepth, toPlain } from '../../../../src/engine/core/pyValue.ts';
import { jsonLoads } from '../../../../src/engine/python/jsonLoads.ts';
import { pyRepr } from '../../../../src/engine/python/repr.ts';

/** The repr of the value, or the message. */
function read(text: string, options?: { start: number; end: number }): string {
  const result = jsonLoads(text, options);
  return result.ok ? pyRepr(result.value) : result.error.message;
}

suite('jsonLoads', () => {
  const values: [text: string, repr: string][] = [
    [' {"a": [1, true, null]} ', "{'a': [1, True, None]}"],
    ['[1, 1.0, -0, -0.0, 1e2, 1E+2, 1.5e-3]', '[1, 1.0, 0, -0.0, 100.0, 100.0, 0.0015]'],
    ['[1e400, -1e400, 1e-400]', '[inf, -inf, 0.0]'],
    ['[NaN, Infinity, -Infinity]', '[nan, inf, -inf]'],
    ['[9007199254740993, -123456789012345678901234567890]', '[9007199254740993, -123456789012345678901234567890]'],
    ['{"10": 1, "9": 2, "__proto__": 3, "9": 4}', "{'10': 1, '9': 4, '__proto__': 3}"],
    ['"\\u00e9\\ud83d\\ude00\\/\\"\\\\\\b"', "'é😀/\"\\\\\\x08'"],
    ['"\\ud83d"', "'\\ud83d'"],
    ['"\u007f\u2028"', "'\\x7f\\u2028'"],
    [`-${'1'.repeat(4300)}`, `-${'1'.repeat(4300)}`],
    ['{}', '{}'],
    ['[]', '[]'],
  ];
  for (const [text, repr] of values) test(text.slice(0, 60), () => assert.equal(read(text), repr));

  const errors: [text: string, message: string][] = [
    ['', 'Expecting value: line 1 column 1 (char 0)'],
    ['😀', 'Expecting value: line 1 column 1 (char 0)'],
    ['["😀", x]', 'Expecting value: line 1 column 7 (char 6)'],
    ['[1,\r\n\n x]', 'Expecting value: line 3 column 2 (char 7)'],
    ['[1,]', 'Expecting value: line 1 column 4 (char 3)'],
    ['{"a": 1,}', 'Expecting property name enclosed in double quotes: line 1 column 9 (char 8)'],
    ['{"a" 1}', "Expecting ':' delimiter: line 1 column 6 (char 5)"],
    ['[1 2]', "Expecting ',' delimiter: line 1 column 4 (char 3)"],
    ['{"a": "b', 'Unterminated string starting at: line 1 column 7 (char 6)'],
    ['"\\', 'Unterminated string starting at: line 1 column 1 (char 0)'],
    ['"a\nb"', 'Invalid control character at: line 1 column 3 (char 2)'],
    ['"a\\x"', 'Invalid \\escape: line 1 column 3 (char 2)'],
    ['"\\u12g4"', 'Invalid \\uXXXX escape: line 1 column 3 (char 2)'],
    ['"\\ud83d\\u12"', 'Invalid \\uXXXX escape: line 1 column 9 (char 8)'],
    ['01', 'Extra data: line 1 column 2 (char 1)'],
    ['1.', 'Extra data: line 1 column 2 (char 1)'],
    ['1e+', 'Extra data: line 1 column 2 (char 1)'],
    ['-', 'Expecting value: line 1 column 1 (char 0)'],
    ['-NaN', 'Expecting value: line 1 column 1 (char 0)'],
    ['\ufeff1', 'Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)'],
    [' \ufeff1', 'Expecting value: line 1 column 2 (char 1)'],
    ['[\u00a01]', 'Expecting value: line 1 column 2 (char 1)'],
  ];
  for (const [text, message] of errors)
    test(JSON.stringify(text), () => {
      const result = jsonLoads(text);
      assert(!result.ok);
      assert.deepEqual([result.error.kind, result.error.message], ['JSONDecodeError', message]);
    });

  test('too many digits are a ValueError', () => {
    const result = jsonLoads(`[${'7'.repeat(4301)}]`);
    assert(!result.ok);
    assert.equal(result.error.kind, 'ValueError');
    assert.match(result.error.message, /^Exceeds the limit \(4300 digits\).* value has 4301 digits;/);
  });

  test('deep nesting is a RecursionError, however deep', () => {
    assert(jsonLoads('['.repeat(maxJsonDepth) + ']'.repeat(maxJsonDepth)).ok);
    for (const [text, what] of [
      ['['.repeat(100_000), 'array'],
      ['{"a":'.repeat(100_000), 'object'],
    ] as const) {
      const result = jsonLoads(text);
      assert(!result.ok);
      assert.deepEqual(
        [result.error.kind, result.error.message],
        ['RecursionError', `maximum recursion depth exceeded while decoding a JSON ${what} from a unicode string`],
      );
    }
  });

  test('a slice ends where it ends, and its offsets are those of the text', () => {
    assert.equal(read('x12345', { start: 1, end: 3 }), '12');
    assert.equal(read('x"ab"', { start: 1, end: 4 }), 'Unterminated string starting at: line 1 column 1 (char 0)');
    const result = jsonLoads('é\n[tru', { start: 2, end: 6 });
    assert(!result.ok);
    assert.deepEqual([result.error.message, result.error.offset], ['Expecting value: line 1 column 2 (char 1)', 3]);
  });

  test('agrees with JSON.parse on what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const result = jsonLoads(text);
        assert(result.ok);
        // Python's ints have no negative zero, and JSON.stringify writes none.
        assert.deepEqual(toPlain(result.value), plainIntegers(JSON.parse(text)));
      }),
    );
  });
});

/** Integers past 2^53 are exact here. */
function plainIntegers(value: unknown): unknown {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return /^-?\d+$/.test(String(value)) ? BigInt(String(value)) : value;
  if (Array.isArray(value)) return value.map(plainIntegers);
  if (value === null || typeof value !== 'object') return value;
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value))
    Object.defineProperty(copy, key, {
      value: plainIntegers(item),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return copy;
}
