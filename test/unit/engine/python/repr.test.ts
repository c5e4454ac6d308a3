import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PyFloat, PyOpaque, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { floatRepr, pyRepr, pyStr } from '../../../../src/engine/python/repr.ts';

suite('pyRepr', () => {
  const cases: [value: PyValue, repr: string][] = [
    ['plain', "'plain'"],
    ["it's", '"it\'s"'],
    [`it's "x"`, `'it\\'s "x"'`],
    ['a\\b\n\r\t\0\x7f', "'a\\\\b\\n\\r\\t\\x00\\x7f'"],
    ['\u00a0 \u200b\u2028\u3000\ufeff', "'\\xa0 \\u200b\\u2028\\u3000\\ufeff'"],
    ['é思😀', "'é思😀'"],
    ['\ud83d \u{10ffff}', "'\\ud83d \\U0010ffff'"],
    ['\u{1fae8}\u{1fae7}', "'\\U0001fae8\u{1fae7}'"],
    [[null, true, false, 1, new PyFloat(1), 2n ** 64n], '[None, True, False, 1, 1.0, 18446744073709551616]'],
    [
      new Map<string, PyValue>([
        ['b', ["'"]],
        ['a', new Map()],
      ]),
      `{'b': ["'"], 'a': {}}`,
    ],
    [[new PyOpaque('UUID', "UUID('1')", '1')], "[UUID('1')]"],
  ];
  for (const [value, repr] of cases) test(repr, () => assert.equal(pyRepr(value), repr));

  test('str of a string is the string', () =>
    assert.deepEqual([pyStr("it's"), pyStr(["it's"])], ["it's", '["it\'s"]']));
});

suite('floatRepr', () => {
  const cases: [value: number, repr: string][] = [
    [1, '1.0'],
    [-0, '-0.0'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [1e15, '1000000000000000.0'],
    [1e16, '1e+16'],
    [1.5e16, '1.5e+16'],
    [1e22, '1e+22'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [5e-324, '5e-324'],
    [123.456, '123.456'],
    [-2.5e-10, '-2.5e-10'],
    [Number.NaN, 'nan'],
    [Number.NEGATIVE_INFINITY, '-inf'],
  ];
  for (const [value, repr] of cases) test(repr, () => assert.equal(floatRepr(value), repr));

  test('reads back as the same number', () =>
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), x => Object.is(Number(floatRepr(x)), x)),
    ));
});
