import assert from 'node:assert/strict';
import { renderStrict as render } from './renderStrict.ts';

suite('Jinja templates, as Jinja2 3.1.6 renders them on Python 3.11', () => {
  const cases: readonly (readonly [template: string, expected: string])[] = [
    ['{{ 5.bit_length() }}', '3'],
    ['{{ (255).bit_length() }} {{ (-8).bit_length() }} {{ true.bit_length() }} {{ (7).bit_count() }}', '8 4 1 3'],
    [
      '{{ (2.0).is_integer() }} {{ (2.5).is_integer() }} {{ (0.75).as_integer_ratio() }} {{ (3).as_integer_ratio() }}',
      'True False (3, 4) (3, 1)',
    ],
    ['{{ (3).real }} {{ (3).imag }} {{ (2.5).imag }} {{ (3).denominator }}', '3 0 0.0 1'],
    ['{{ (3).is_integer() }}', "UndefinedError: 'int object' has no attribute 'is_integer'"],
    ['{{ "hé😀\'".encode() }}', 'b"h\\xc3\\xa9\\xf0\\x9f\\x98\\x80\'"'],
    [
      '{{ "hé".encode("ascii") }}',
      "UnicodeEncodeError: 'ascii' codec can't encode character '\\xe9' in position 1: ordinal not in range(128)",
    ],
    [
      '{{ "hé😀".encode("ascii", "replace") }} {{ "hé😀".encode("ascii", "backslashreplace") }} {{ "hé".encode("latin-1", "ignore") }}',
      "b'h??' b'h\\\\xe9\\\\U0001f600' b'h\\xe9'",
    ],
    ['{{ "é".encode("ascii", "xmlcharrefreplace") }} {{ "a\\tb\\n\\\\".encode() }}', "b'&#233;' b'a\\tb\\n\\\\'"],
    ['{{ "x".encode("nope") }}', 'LookupError: unknown encoding: nope'],
    [
      '{{ "hé".encode().decode() }} {{ "hé".encode()[1] }} {{ "hé".encode()[1:] }} {{ "hé".encode()|length }} {{ "hé".encode().hex() }}',
      "hé 195 b'\\xc3\\xa9' 3 68c3a9",
    ],
    ['{% for b in "ab".encode() %}{{ b }} {% endfor %}', '97 98 '],
    [
      '{% for loop in [1] %}{{ loop }}{% endfor %}',
      "TemplateAssertionError: Can't assign to special loop variable in for-loop target",
    ],
    [
      '{% for i, loop in [] %}{% endfor %}',
      "TemplateAssertionError: Can't assign to special loop variable in for-loop target",
    ],
    [
      '{% for i in [1] %}{% set loop = 2 %}{% endfor %}',
      "TemplateAssertionError: Can't assign to special loop variable in for-loop target",
    ],
    ['{% for i in [1] %}{% with loop = 2 %}{% endwith %}{% endfor %}', ''],
    ['{% set loop = 3 %}{{ loop }}', '3'],
    ['{{ ["only"]|random }}', 'only'],
    ['{{ []|random }}', 'UndefinedError: No random item, sequence was empty.'],
    ['{% for i in [[1, 2]] %}{% set a, b = 3 %}{% endfor %}', 'TypeError: cannot unpack non-iterable int object'],
    ['{{ 3[1:] }}', "TypeError: 'int' object is not subscriptable"],
    ['{{ {}[1:] }}', "TypeError: unhashable type: 'slice'"],
    ['{{ [1, 2]["a":] }}', 'TypeError: slice indices must be integers or None or have an __index__ method'],
    ['{% set x = 3|map("upper") %}lazy', 'lazy'],
    ['{{ 3|map("upper")|list }}', "TypeError: 'int' object is not iterable"],
    ['{{ 3|select("odd")|join }}', "TypeError: 'int' object is not iterable"],
    ['{{ 3|last }}', "TypeError: 'int' object is not reversible"],
    ['{{ 3|reverse }}', 'FilterArgumentError: argument must be iterable'],
    ['{{ [1]|round }}', "TypeError: type list doesn't define __round__ method"],
    ['{{ [1]|round(0, "floor") }}', 'TypeError: must be real number, not list'],
    ['{{ 3|indent }}', "TypeError: unsupported operand type(s) for +=: 'int' and 'str'"],
    ['{{ 3|wordwrap }}', "AttributeError: 'int' object has no attribute 'splitlines'"],
    ['{{ 3|truncate }}', "TypeError: object of type 'int' has no len()"],
    ['{{ {"a": 1}|truncate(1, leeway=9) }}', 'AssertionError: expected length >= 3, got 1'],
    ['{{ 2.5|xmlattr }}', "AttributeError: 'float' object has no attribute 'items'"],
    ['{{ none * "a" }}', "TypeError: can't multiply sequence by non-int of type 'NoneType'"],
    ['{{ "a" * "b" }}', "TypeError: can't multiply sequence by non-int of type 'str'"],
    ['{{ "a b" is divisibleby 2 }}', 'TypeError: not all arguments converted during string formatting'],
    ['{{ "%s" is odd }}', 'False'],
    ['{{ undefined_x|abs }}', "TypeError: bad operand type for abs(): 'StrictUndefined'"],
    ['{{ undefined_x in "abc" }}', "TypeError: 'in <string>' requires string as left operand, not StrictUndefined"],
    ['{{ undefined_x|dictsort }}', "UndefinedError: 'undefined_x' is undefined"],
    ['{% macro m(a, b=nope) %}{% endmacro %}{{ m(1, c=2) }}', "TypeError: macro 'm' takes no keyword argument 'c'"],
    ['{% set ns.x = nope %}', 'TemplateRuntimeError: cannot assign attribute on non-namespace object'],
    ['{{ namespace(x=1).y }}', "UndefinedError: 'jinja2.utils.Namespace object' has no attribute 'y'"],
    ['{{ "a"|e|attr("b") }}', "UndefinedError: 'markupsafe.Markup object' has no attribute 'b'"],
    [
      '{% filter nosuch %}{% for loop in [] %}{% endfor %}{% endfilter %}',
      "TemplateAssertionError: Can't assign to special loop variable in for-loop target",
    ],
    ['{% if false %}{% with y = 1|nosuch %}{% endwith %}{% endif %}ok', 'ok'],
    ['{% if true %}{{ nope|nosuch }}{% endif %}', "TemplateRuntimeError: No filter named 'nosuch' found."],
    ['{{ [1, "a"]|max }}', "TypeError: '>' not supported between instances of 'str' and 'int'"],
    ['{{ "x\\ny"|filesizeformat }}', "ValueError: could not convert string to float: 'x\\ny'"],
    ['{{ [3]|urlencode }}', 'TypeError: cannot unpack non-iterable int object'],
    ['{{ "%c"|format(1114112) }}', 'OverflowError: %c arg not in range(0x110000)'],
    ['{{ "%c"|format(-1) }}', 'OverflowError: %c arg not in range(0x110000)'],
    ['{{ "%c"|format("ab") }}', 'TypeError: %c requires int or char'],
    ['{{ [[1]]|unique|list }}', "TypeError: unhashable type: 'list'"],
  ];
  for (const [template, expected] of cases) test(template, () => assert.equal(render(template), expected));

  test('what random would choose of several items is not made up', () => {
    assert.match(render('{{ [1, 2]|random }}'), /^TemplateError: random gives another value every time/);
  });
});
