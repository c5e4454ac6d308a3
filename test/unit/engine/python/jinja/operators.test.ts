import assert from 'node:assert/strict';
import { renderStrict } from './renderStrict.ts';

suite('operators and tests of Jinja, as Jinja2 3.1.6 has them on Python 3.11', () => {
  // Expected: what Jinja2 renders, or the class and message of what it raises.
  const cases: readonly (readonly [rule: string, template: string, expected: string])[] = [
    [
      'safe text equals plain text of the same characters, and text never equals a number',
      '{{ "a"|e == "a" }} {{ "a"|e == "b" }} {{ "a" in ["a"|e] }} {{ "1" == 1 }} {{ "" == 0 }} {{ "a" != ["a"] }}',
      'True False True False False True',
    ],
    [
      'of two texts that begin alike the shorter comes first',
      '{{ "ab" < "abc" }} {{ "abc" < "ab" }} {{ "" < "a" }} {{ ["abc", "", "ab", "a"]|sort|join(",") }}',
      'True False True ,a,ab,abc',
    ],
    [
      'texts are ordered by code points, not by UTF-16 units',
      String.raw`{{ "\U00010000" > "\uffff" }} {{ "a\U00010000" > "a\uffff" }} {{ "a\U00010001" > "a\U00010000" }} {{ "\ud800\uffff" < "\U00010000" }} {{ "\udc00" < "\udc01" }}`,
      'True True True True True',
    ],
    [
      'lists are equal by their items, and to no tuple',
      '{{ [1] == [1.0] }} {{ [1] == [2] }} {{ [1] == [1, 2] }} {{ [1] == (1,) }} {{ [[1], 2] == [[1], 2] }} {{ [[1]] == [[2]] }} {{ [] == "" }}',
      'True False False False True False False',
    ],
    [
      'and so are tuples',
      '{{ (1, 2) == (1, 2) }} {{ (1,) == (2,) }} {{ (1,) == [1] }} {{ () == () }}',
      'True False False True',
    ],
    [
      'dicts by their keys and values',
      '{{ {"a": 1} == {"a": 1.0} }} {{ {"a": 1} == {"b": 1} }} {{ {"a": 1} == {"a": 1, "b": 2} }} {{ {"a": 1} == ["a"] }} {{ {1: "x"} == {1.0: "x"} }} {{ {"a": 1} == {"a": 2} }} {{ {"a": 1} != none }}',
      'True False False False True False True',
    ],
    [
      'ranges by what they count, and nothing but none is none',
      '{{ range(2) == range(2) }} {{ range(2) == range(3) }} {{ range(2) == [0, 1] }} {{ none == none }} {{ none == 0 }} {{ none == false }}',
      'True False False True False False',
    ],
    [
      'lists and tuples are ordered by the first items that differ, then by length',
      '{{ [1, 2] < [1, 3] }} {{ [1] < [1, 2] }} {{ [1, 2] < [1] }} {{ (1, 2) < (2,) }} {{ [2] > [1, 9] }} {{ [1, 2] >= [1, 2] }}',
      'True True False True True True',
    ],
    [
      'what is in a container',
      '{{ 2 in [1, 2] }} {{ 2 in range(2) }} {{ 1 in range(2) }} {{ "a" in {"a": 1} }} {{ 1 in {"a": 1} }} {{ "b" in "abc" }} {{ [1] in [[1]] }} {{ (1,) in [(2,)] }}',
      'True False True True False True True False',
    ],
    [
      'equal numbers are one key, and no text is one of them',
      '{{ {1: "a"}[1.0] }} {{ {true: "x"}[1] }} {{ {1: "a", "1": "b"}["1"] }} {{ {(1, 2): "t"}[(1, 2)] }} {{ {none: "n"}[none] }}',
      'a x b t n',
    ],
    ['what is no container (1)', '{{ 1 in 5 }}', "TypeError: argument of type 'int' is not iterable"],
    ['what is no container (2)', '{{ 1 in none }}', "TypeError: argument of type 'NoneType' is not iterable"],
    ['what no text contains', '{{ 1 in "a" }}', "TypeError: 'in <string>' requires string as left operand, not int"],
    ['what is no key (1)', '{{ [] in {"a": 1} }}', "TypeError: unhashable type: 'list'"],
    ['what is no key (2)', '{{ {"a": 1} in {"a": 1} }}', "TypeError: unhashable type: 'dict'"],
    [
      'lists and tuples have no order',
      '{{ [1] < (1,) }}',
      "TypeError: '<' not supported between instances of 'list' and 'tuple'",
    ],
    [
      'dicts have no order',
      '{{ {"a": 1} < {"b": 1} }}',
      "TypeError: '<' not supported between instances of 'dict' and 'dict'",
    ],
    ['ints divide as floats', '{{ 7.5 / 2 }} {{ 7 / 2 }} {{ 4 / 2 }} {{ 1.0 / 4 }}', '3.75 3.5 2.0 0.25'],
    [
      'a floor of zero has the sign of the quotient',
      '{{ 0.5 // 2 }} {{ -0.0 // 2 }} {{ 0.0 // -3.0 }} {{ -0.5 // -2 }} {{ 1e-300 // 1e300 }} {{ 1e200 // 1e300 }} {{ -0.5 // 2 }}',
      '0.0 -0.0 -0.0 0.0 0.0 0.0 -1.0',
    ],
    ['division by zero names its kind (1)', '{{ 5.0 / 0 }}', 'ZeroDivisionError: float division by zero'],
    ['division by zero names its kind (2)', '{{ 5 // 0 }}', 'ZeroDivisionError: integer division or modulo by zero'],
    ['division by zero names its kind (3)', '{{ 5.0 // 0 }}', 'ZeroDivisionError: float floor division by zero'],
    ['division by zero names its kind (4)', '{{ 5 % 0 }}', 'ZeroDivisionError: integer modulo by zero'],
    ['division by zero names its kind (5)', '{{ 5.0 % 0 }}', 'ZeroDivisionError: float modulo'],
    [
      'single underscores may stand between the digits of a text that becomes an int',
      '{{ "1_000"|int }} {{ "12_34_567"|int }} {{ "0x_ff"|int(0, 16) }} {{ "f_ff_ff"|int(-1, 16) }} {{ "1__0"|int(-1) }} {{ "_1"|int(7) }} {{ "1_"|int(7) }}',
      '1000 1234567 255 1048575 -1 7 7',
    ],
    ['what has no order is named with the sign (1)', '{{ 1 <= "a" }}', orderFault('<=')],
    ['what has no order is named with the sign (2)', '{{ 1 >= "a" }}', orderFault('>=')],
    ['what has no order is named with the sign (3)', '{{ 1 < "a" }}', orderFault('<')],
    ['what has no order is named with the sign (4)', '{{ 1 > "a" }}', orderFault('>')],
    ['what has no order is named with the sign (5)', '{{ 1 is le "a" }}', orderFault('<=')],
    ['what has no order is named with the sign (6)', '{{ 1 is ge "a" }}', orderFault('>=')],
    ['what has no order is named with the sign (7)', '{{ [1] <= ["a"] }}', orderFault('<=')],
    [
      'equal values are both at most and at least one another',
      '{{ 1 is le 1 }} {{ 1 is le 2 }} {{ 2 is le 1 }} {{ 1 is ge 1 }} {{ 1 is lt 1 }} {{ 1 is gt 1 }} {{ 1 is ne 1 }} {{ 1 is eq 1 }}',
      'True True False True False False False True',
    ],
    [
      'only True is true, and only False is false',
      '{{ true is true }} {{ 1 is true }} {{ false is true }} {{ false is false }} {{ 0 is false }} {{ true is false }}',
      'True False False True False False',
    ],
    [
      'a test that lacks its argument names the parameter (1)',
      '{{ 4 is divisibleby }}',
      "TypeError: test_divisibleby() missing 1 required positional argument: 'num'",
    ],
    [
      'a test that lacks its argument names the parameter (2)',
      '{{ 4 is sameas }}',
      "TypeError: test_sameas() missing 1 required positional argument: 'other'",
    ],
    [
      'a test that lacks its argument names the parameter (3)',
      '{{ [1]|select("in")|list }}',
      "TypeError: test_in() missing 1 required positional argument: 'seq'",
    ],
    ['a comparison as a test takes two values (1)', '{{ 1 is equalto }}', 'TypeError: eq expected 2 arguments, got 1'],
    ['a comparison as a test takes two values (2)', '{{ 1 is ne(2, 3) }}', 'TypeError: ne expected 2 arguments, got 3'],
    ['a comparison as a test takes two values (3)', '{{ 1 is lessthan }}', 'TypeError: lt expected 2 arguments, got 1'],
    [
      'a comparison as a test takes two values (4)',
      '{{ 1 is greaterthan }}',
      'TypeError: gt expected 2 arguments, got 1',
    ],
    ['a comparison as a test takes two values (5)', '{{ 1 is le }}', 'TypeError: le expected 2 arguments, got 1'],
    [
      'a comparison as a test takes two values (6)',
      '{{ [1]|select(">=")|list }}',
      'TypeError: ge expected 2 arguments, got 1',
    ],
    [
      'a test takes no more arguments than its own (1)',
      '{{ 1 is odd(2) }}',
      'TypeError: test_odd() takes 1 positional argument but 2 were given',
    ],
    [
      'a test takes no more arguments than its own (2)',
      '{{ 1 is divisibleby(2, 3) }}',
      'TypeError: test_divisibleby() takes 2 positional arguments but 3 were given',
    ],
    [
      'a test takes no more arguments than its own (3)',
      '{{ "odd" is test(1) }}',
      'TypeError: test_test() takes 2 positional arguments but 3 were given',
    ],
    [
      'a test takes no more arguments than its own (4)',
      '{{ "upper" is filter(1) }}',
      'TypeError: test_filter() takes 2 positional arguments but 3 were given',
    ],
    [
      'a test takes no more arguments than its own (5)',
      '{{ 1 is callable(2) }}',
      'TypeError: callable() takes exactly one argument (2 given)',
    ],
    ['the argument of a test may be named', '{{ 4 is divisibleby(num=2) }} {{ 4 is sameas(other=5) }}', 'True False'],
    ['several places in brackets are one tuple', '{{ {(1, 2): "both", 1: "one"}[1, 2] }} {{ [7, 8][0] }}', 'both 7'],
    ['no list has an item at a tuple', '{{ [1, 2, 3][0, 1] }}', 'UndefinedError: list object has no element (0, 1)'],
    ['a range has items by place', '{{ range(5)[2] }} {{ range(5)[-1] }}', '2 4'],
    [
      'a generator has no items by place',
      '{{ ([1, 2]|map("string"))[0] }}',
      'UndefinedError: generator object has no element 0',
    ],
    [
      'escapes of strings take two, four or eight digits',
      String.raw`{{ "\x41" }} {{ "ab\x41cd" }} {{ "\u00e9!" }} {{ "\U0001f600" }} {{ "\1011" }}`,
      'A abAcd é! 😀 A1',
    ],
    [
      'an escape that is too short is named',
      String.raw`{{ "a\x4g" }}`,
      String.raw`TemplateSyntaxError: truncated \xXX escape`,
    ],
    [
      'what prints within a list is its repr',
      '{% macro m(x) %}{% endmacro %}{{ [nope, range, m] }}',
      "[Undefined, <class 'range'>, <Macro 'm'>]",
    ],
  ];
  for (const [rule, template, expected] of cases) test(rule, () => assert.equal(renderStrict(template), expected));
});

function orderFault(sign: string): string {
  return `TypeError: '${sign}' not supported between instances of 'int' and 'str'`;
}
