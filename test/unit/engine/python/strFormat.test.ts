import assert from 'node:assert/strict';
import { EngineError } from '../../../../src/engine/core/errors.ts';
import { PyFloat, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { parseFormat, strFormat } from '../../../../src/engine/python/strFormat.ts';

suite('str.format', () => {
  const values = new Map<string, PyValue>([
    ['a', 'x'],
    ['tag-name', 'é'],
    ['two', 'é€'],
    [' b ', 1],
    ['f', new PyFloat(1)],
    ['list', ['p', 'q']],
  ]);
  const cases: [format: string, expected: string][] = [
    ['{a} {tag-name}{ b }', 'x é1'],
    ['{{{a}}} {{}}', '{x} {}'],
    ['{a!r} {f} {list} {list[1]}', "'x' 1.0 ['p', 'q'] q"],
    ['{a:>3}|{a:*^4}|{a:3}|{ b :3}|{tag-name:.0}|', '  x|*x**|x  |  1||'],
    ['{', "ValueError: Single '{' encountered in format string"],
    ['a}b', "ValueError: Single '}' encountered in format string"],
    ['a{b', "ValueError: expected '}' before end of string"],
    ['{a[b}', "ValueError: expected '}' before end of string"],
    ['{a!}', "ValueError: unmatched '{' in format spec"],
    ['{a!rx}', "ValueError: expected ':' after conversion specifier"],
    ['{a{b}}', "ValueError: unexpected '{' in field name"],
    ['{two!a} {two!r} {two!s}', "'\\xe9\\u20ac' 'é€' é€"],
    ['{a!x}', 'ValueError: Unknown conversion specifier x'],
    ['{}', 'IndexError: Replacement index 0 out of range for positional args tuple'],
    ['{3}', 'IndexError: Replacement index 3 out of range for positional args tuple'],
    ['{nope}', "KeyError: 'nope'"],
    ['{a.b}', "AttributeError: 'str' object has no attribute 'b'"],
    ['{f:d}', "ValueError: Unknown format code 'd' for object of type 'float'"],
    ['{a:d}', "ValueError: Unknown format code 'd' for object of type 'str'"],
    ['{ b :s}', "ValueError: Unknown format code 's' for object of type 'int'"],
    ['{ b :.2d}', 'ValueError: Precision not allowed in integer format specifier'],
    ['{list:5}', 'TypeError: unsupported format string passed to list.__format__'],
    ['{a:5 5}', "ValueError: Invalid format specifier '5 5' for object of type 'str'"],
  ];
  for (const [format, expected] of cases)
    test(format, () => {
      try {
        assert.equal(strFormat(format, values), expected);
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        assert.equal(`${error.class}: ${error.message}`, expected);
      }
    });

  test('fields are found with their specifiers', () =>
    assert.deepEqual(
      parseFormat('{a[}]}-{b!r:{c}}').map(({ literal, field }) => [
        literal,
        field?.name,
        field?.conversion,
        field?.spec,
      ]),
      [
        ['', 'a[}]', '', ''],
        ['-', 'b', 'r', '{c}'],
      ],
    ));
});
