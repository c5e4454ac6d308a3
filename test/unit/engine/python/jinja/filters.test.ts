import assert from 'node:assert/strict';
import { renderStrict } from './renderStrict.ts';

suite('filters of Jinja, as Jinja2 3.1.6 has them on Python 3.11', () => {
  // Expected: what Jinja2 renders, or the class and message of what it raises.
  const cases: readonly (readonly [rule: string, template: string, expected: string])[] = [
    [
      'a text is quoted as a path, pairs as a query',
      '{{ "a b/c?\u00e9&d!\'()*"|urlencode }} {{ {"a b": "c/d"}|urlencode }} {{ [["k", "\u00e9"], ["x", 1]]|urlencode }}',
      'a%20b/c%3F%C3%A9%26d%21%27%28%29%2A a+b=c%2Fd k=%C3%A9&x=1',
    ],
    ['the last code point is a character', '{{ "%c%c%c"|format(1114111, 0, "x") }}', '\u{10ffff}\0x'],
    ['a wrapped line ends with a word, never with the blank behind it', '{{ "a b c d"|wordwrap(3) }}', 'a b\nc d'],
    [
      'an attribute of digits is a place in a list',
      '{{ [["b", 2], ["a", 1]]|sort(attribute="1")|map("first")|join }} {{ [[1, [2]], [0, [5]]]|map(attribute="1.0")|list }} {{ [["b", 2], ["a", 1]]|sum(attribute=1) }}',
      'ab [2, 5] 3',
    ],
    [
      'pprint keeps to one line what fits into 80 columns',
      '{{ {"b": 1, "a": [1, 2]}|pprint }} {{ ["a" * 30, "b" * 30, "c" * 8]|pprint }}',
      `{'a': [1, 2], 'b': 1} ['${'a'.repeat(30)}', '${'b'.repeat(30)}', '${'c'.repeat(8)}']`,
    ],
    [
      'pprint breaks a longer value between its items, within brackets and under its key',
      '{{ {"k": ["a" * 30, "b" * 30, "c" * 8], "b": 1}|pprint }}',
      `{'b': 1,\n 'k': ['${'a'.repeat(30)}',\n       '${'b'.repeat(30)}',\n       '${'c'.repeat(8)}']}`,
    ],
    [
      'wrapped lines are joined by line feeds, or by wrapstring',
      String.raw`{{ "aa bb\ncc dd"|wordwrap(2) }} {{ "aa bb\ncc"|wordwrap(2, wrapstring="/") }} {{ "aa bb"|wordwrap(2, true, none) }}`,
      'aa\nbb\ncc\ndd aa/bb/cc aa\nbb',
    ],
    [
      'truncate leaves what is longer by the leeway, five unless told',
      '{% set t = "abc def ghi jkl" %}{{ t|truncate(10) }}|{{ t|truncate(9) }}|{{ t|truncate(9, leeway=6) }}|{{ t|truncate(10, leeway=4) }}|{{ t|truncate(14, leeway=0) }}|{{ t|truncate(9, leeway=none) }}',
      'abc def ghi jkl|abc...|abc def ghi jkl|abc...|abc def...|abc...',
    ],
    [
      'numbers past 1e21 have all their digits where the precision asks for them',
      '{{ "%.30g|%.2f|%#.25g|%g"|format(1e22, 1e22, 1e21, 1e22) }}',
      '10000000000000000000000|10000000000000000000000.00|1000000000000000000000.000|1e+22',
    ],
    [
      'floats are rounded by their exact value',
      '{{ 2.675|round(2) }} {{ 2.665|round(2) }} {{ 1.115|round(2) }} {{ 5.015|round(2) }} {{ 4.35|round(1) }} {{ -1.115|round(2) }}',
      '2.67 2.67 1.11 5.01 4.3 -1.11',
    ],
    [
      'floats exactly between two decimals are rounded to the even one',
      '{{ 0.125|round(2) }} {{ 0.375|round(2) }} {{ 2.5|round }} {{ 3.5|round }} {{ -2.5|round }} {{ 0.5|round }} {{ 0.03125|round(4) }} {{ -0.4|round }}',
      '0.12 0.38 2.0 4.0 -2.0 0.0 0.0312 -0.0',
    ],
    [
      'floats of more digits than can be asked for stay',
      '{{ 0.1|round(23) }} {{ 1.23456e-25|round(27) }} {{ 1.5|round(101) }} {{ 4e-101|round(100) }} {{ 1e22|round(2) }} {{ (2 ** 80 / 1)|round(1) }}',
      '0.1 1.23e-25 1.5 0.0 1e+22 1.2089258196146292e+24',
    ],
    [
      'floats are rounded to tens, exact halves to the even one',
      '{{ 25.0|round(-1) }} {{ 35.0|round(-1) }} {{ -25.0|round(-1) }} {{ -35.0|round(-1) }} {{ 26.0|round(-1) }} {{ 25.000000000000004|round(-1) }} {{ 24.999999999999996|round(-1) }} {{ 250.0|round(-2) }} {{ -3.0|round(-1) }} {{ (-0.0)|round(1) }}',
      '20.0 40.0 -20.0 -40.0 30.0 30.0 20.0 200.0 -0.0 -0.0',
    ],
    [
      'floats are rounded to nothing by more tens than they have',
      '{{ 1e300|round(-299) }} {{ 1e300|round(-301) }} {{ 1.5|round(-308) }} {{ 1e300|round(-999999999) }} {{ 0.0|round(-1) }}',
      '1e+300 0.0 0.0 0.0 0.0',
    ],
    [
      'a float that rounding makes too large is refused',
      '{{ 1.7e308|round(-308) }}',
      'OverflowError: rounded value too large to represent',
    ],
    [
      'ints are rounded to tens and stay ints',
      '{{ 15|round(-1) }} {{ 25|round(-1) }} {{ -15|round(-1) }} {{ -25|round(-1) }} {{ 26|round(-1) }} {{ 7|round(-1) }} {{ 7|round(-2) }} {{ 99|round(-2) }} {{ 7|round(2) }} {{ 7|round(-999999) }}',
      '20 20 -20 -20 30 10 0 100 7 0',
    ],
  ];
  for (const [rule, template, expected] of cases) test(rule, () => assert.equal(renderStrict(template), expected));
});
