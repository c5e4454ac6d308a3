import assert from 'node:assert/strict';
import { renderStrict } from './renderStrict.ts';

suite('methods of values in Jinja templates, as Jinja2 3.1.6 has them on Python 3.11', () => {
  // Expected: what Jinja2 renders, or the class and message of what it raises.
  const cases: readonly (readonly [rule: string, template: string, expected: string])[] = [
    ['rfind looks through the whole text', '{{ "abcabc".rfind("a") }} {{ "abc".rfind("x") }}', '3 -1'],
    [
      'pop takes the last item, or the one at a place',
      '{% set l = [1, 2, 3, 4] %}{{ l.pop(0) }} {{ l.pop(1) }} {{ l.pop(-2) }} {{ l.pop() }} {{ l }}',
      '1 3 2 4 []',
    ],
    [
      'bytes that end within a character are named with where it begins (1)',
      '{{ "a€".encode()[:2].decode() }}',
      "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xe2 in position 1: unexpected end of data",
    ],
    [
      'bytes that end within a character are named with where it begins (2)',
      '{{ "a€".encode()[:3].decode() }}',
      "UnicodeDecodeError: 'utf-8' codec can't decode bytes in position 1-2: unexpected end of data",
    ],
    [
      'a byte that continues nothing is named',
      '{{ "À".encode()[1:].decode() }}',
      "UnicodeDecodeError: 'utf-8' codec can't decode byte 0x80 in position 0: invalid start byte",
    ],
    [
      'a byte that nothing continues is named',
      '{{ "aâ!b".encode("latin-1").decode() }}',
      "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xe2 in position 1: invalid continuation byte",
    ],
    [
      'bytes above what an encoding has are named',
      '{{ "é".encode().decode("ascii") }}',
      "UnicodeDecodeError: 'ascii' codec can't decode byte 0xc3 in position 0: ordinal not in range(128)",
    ],
    [
      'what is no character is replaced as one, with all that goes on with it',
      '{{ "a€b".encode()[:3].decode("utf-8", "replace") }}{{ "€!".encode()[1:].decode("utf-8", "replace") }}{{ "é€😀".encode()[:-1].decode("utf-8", "ignore") }}',
      'a\ufffd\ufffd\ufffd!é€',
    ],
    [
      'halves of pairs, too long and too high sequences are no characters',
      String.raw`{% for t in ["\xed\xa0\x80", "\xe0\x80\x80", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5\x80", "\xc1\x81", "\xe2\x82!"] %}{{ t.encode("latin-1").decode(errors="replace")|length }} {% endfor %}`,
      '3 3 4 4 2 2 2 ',
    ],
    [
      'the first and the last characters of each length are read',
      String.raw`{% for t in ["\x7f\x80", "\u07ff\u0800", "\ud7ff\ue000", "\uffff\U00010000", "\U0010ffff"] %}{{ t.encode().decode() == t }} {% endfor %}`,
      'True True True True True ',
    ],
    [
      'a dict is made of pairs only (1)',
      '{{ dict([["a", 1], ["b"]]) }}',
      'ValueError: dictionary update sequence element #1 has length 1; 2 is required',
    ],
    [
      'a dict is made of pairs only (2)',
      '{{ dict([[]]) }}',
      'ValueError: dictionary update sequence element #0 has length 0; 2 is required',
    ],
    [
      'a dict is made of pairs only (3)',
      '{{ dict(["abc"]) }}',
      'ValueError: dictionary update sequence element #0 has length 3; 2 is required',
    ],
    [
      'update takes pairs, and names as keys',
      '{% set d = {} %}{% set x = d.update([["c", 3]], a=1, b=2) %}{{ d }}{% set x = d.update(a=4) %}{{ d.a }}',
      "{'c': 3, 'a': 1, 'b': 2}4",
    ],
    [
      '# keeps the point of a float without decimals, in front of its exponent',
      '{{ "%#.0f" % 12 }} {{ "%#.0f" % 0 }} {{ "%#.0e" % 12345 }} {{ "%#.1g" % 1e10 }} {{ "%#.0E" % 5 }} {{ "%.0f" % 12 }}',
      '12. 0. 1.e+04 1.e+10 5.E+00 12',
    ],
    [
      'a field may look up keys in brackets, of any length',
      '{{ "{0[key]} {0[a b]} {a[x][0]}".format({"key": 1, "a b": 2}, a={"x": "yz"}) }}',
      '1 2 y',
    ],
    [
      'conversions of a field write its repr, its ASCII repr or its text',
      String.raw`{{ "{0!r} {0!a} {0!s} {1!a}".format("é'", ["\u20ac\U0001f600"]) }}`,
      String.raw`"é'" "\xe9'" é' ['\u20ac\U0001f600']`,
    ],
    [
      'a format is applied to what a conversion has written',
      '{{ "{0!s:.3}|{0!r:>8}".format([1, 2]) }}',
      '[1,|  [1, 2]',
    ],
    ['any other conversion is refused', '{{ "{!x}".format("a") }}', 'ValueError: Unknown conversion specifier x'],
    ['%a is the ASCII repr', '{{ "%a %r" % ("é", "é") }}', String.raw`'\xe9' 'é'`],
    [
      'texts take the type s',
      '{{ "{:s}|{:5s}|{:>5s}|{:.2s}".format("abc", "abc", "abc", "abc") }}',
      'abc|abc  |  abc|ab',
    ],
    [
      'a format that a type does not have is refused (1)',
      '{{ "{:d}".format("a") }}',
      "ValueError: Unknown format code 'd' for object of type 'str'",
    ],
    [
      'a format that a type does not have is refused (2)',
      '{{ "{:s}".format(3) }}',
      "ValueError: Unknown format code 's' for object of type 'int'",
    ],
    [
      'a format that a type does not have is refused (3)',
      '{{ "{:d}".format(3.0) }}',
      "ValueError: Unknown format code 'd' for object of type 'float'",
    ],
    [
      'a format that a type does not have is refused (4)',
      '{{ "{:y}".format(3) }}',
      "ValueError: Unknown format code 'y' for object of type 'int'",
    ],
    [
      'a format that a type does not have is refused (5)',
      '{{ "{:.2d}".format(3) }}',
      'ValueError: Precision not allowed in integer format specifier',
    ],
    [
      'a format that a type does not have is refused (6)',
      '{{ "{:.2}".format(3) }}',
      'ValueError: Precision not allowed in integer format specifier',
    ],
    [
      'a format that a type does not have is refused (7)',
      '{{ "{:=5}".format("a") }}',
      "ValueError: '=' alignment not allowed in string format specifier",
    ],
    [
      'a format that a type does not have is refused (8)',
      '{{ "{:+}".format("a") }}',
      'ValueError: Sign not allowed in string format specifier',
    ],
    [
      'a format that a type does not have is refused (9)',
      '{{ "{: }".format("a") }}',
      'ValueError: Space not allowed in string format specifier',
    ],
    [
      'a format that a type does not have is refused (10)',
      '{{ "{:#}".format("a") }}',
      'ValueError: Alternate form (#) not allowed in string format specifier',
    ],
    [
      'a format that a type does not have is refused (11)',
      '{{ "{:,}".format("a") }}',
      "ValueError: Cannot specify ',' with 's'.",
    ],
    [
      'a format that a type does not have is refused (12)',
      '{{ "{:5 5}".format("a") }}',
      "ValueError: Invalid format specifier '5 5' for object of type 'str'",
    ],
    [
      'only texts and numbers take a format',
      '{{ "{:5}".format(none) }}',
      'TypeError: unsupported format string passed to NoneType.__format__',
    ],
    [
      'numbers take the formats of their type',
      '{{ "{:5}|{:05d}|{:n}|{:n}|{:x}|{:.1f}|{:.0%}|{:,}|{:+}|{:c}".format(7, 42, 1234, 2.5, 255, 2, 0.5, 65000, 3, 8364) }}',
      '    7|00042|1234|2.5|ff|2.0|50%|65,000|+3|€',
    ],
    [
      'digits are decimals and those above and below the line; nothing else',
      '{{ "abc".isdigit() }} {{ "12".isdigit() }} {{ "²₃".isdigit() }} {{ "½".isdigit() }} {{ "1a".isdigit() }} {{ "".isdigit() }}',
      'False True True False False False',
    ],
    [
      'a prefix is removed where the text begins with it',
      '{{ "abcabc".removeprefix("ab") }} {{ "abc".removeprefix("b") }} {{ "abc".removeprefix("") }}',
      'cabc abc abc',
    ],
    [
      'find, count and their like keep to the part between start and end',
      '{{ "abcabc".find("c", 0, 2) }} {{ "abcabc".find("a", 1) }} {{ "abcabc".rfind("a", 0, -3) }} {{ "abcabc".count("a", 1, 3) }} {{ "abc".startswith("b", 1) }} {{ "abc".endswith("b", 0, 2) }} {{ "abc".endswith("c", 0, 2) }}',
      '-1 3 0 0 True True False',
    ],
  ];
  for (const [rule, template, expected] of cases) test(rule, () => assert.equal(renderStrict(template), expected));
});
