import assert from 'node:assert/strict';
import { EngineError } from '../../../../../src/engine/core/errors.ts';
import { Interpreter } from '../../../../../src/engine/python/jinja/interpreter.ts';
import { type ParseOptions, parseTemplate } from '../../../../../src/engine/python/jinja/templateParser.ts';
import { renderStrict } from './renderStrict.ts';

const noLoader = 'TypeError: no loader for this environment specified';
const underline = 'TemplateAssertionError: names starting with an underline can not be imported';
const asExpected = (got: string) => `TemplateSyntaxError: expected token 'end of statement block', got '${got}'`;

suite('tags of Jinja, as Jinja2 3.1.6 reads them', () => {
  // Expected: what Jinja2 renders, or the class and message of what it raises.
  const cases: readonly (readonly [rule: string, template: string, expected: string])[] = [
    ['a float of zero is false, any other is true', "{{ 'y' if 0.0 else 'n' }}{{ 'y' if -0.5 else 'n' }}", 'ny'],
    ['partition of a text without the separator', "{{ 'abc'.partition('x')|list }}", "['abc', '', '']"],
    ['rpartition of one', "{{ 'abc'.rpartition('x')|list }}", "['', '', 'abc']"],
    ['a list is no key of a dict, and no error', '{{ {"a": 1}[[1]] is defined }}', 'False'],
    ['what is imported is not called none', '{% import "a" as none %}', "TemplateSyntaxError: can't assign to 'name'"],
    ['what is imported may be called bone', '{% import "a" as bone %}', noLoader],
    [
      'a recursive loop is called with what it goes through next',
      '{% for x in [1, [2, [3]]] recursive %}{% if x is iterable %}({{ loop(x) }}){% else %}{{ x }}{% endif %}{% endfor %}',
      '1(2(3))',
    ],
    [
      'a loop without the marker is not called',
      '{% for x in [1] %}{{ loop([2]) }}{% endfor %}',
      "TypeError: The loop must have the 'recursive' marker to be called recursively.",
    ],
    [
      'an inner loop may not assign to loop either',
      '{% for i in [1] %}{% for j in [2] %}{% set loop = 1 %}{% endfor %}{% endfor %}',
      "TemplateAssertionError: Can't assign to special loop variable in for-loop target",
    ],
    [
      'what an attribute is set on is looked at before the value',
      '{% set ns = 3 %}{% set ns.x = 1 // 0 %}',
      'TemplateRuntimeError: cannot assign attribute on non-namespace object',
    ],
    ['a namespace takes attributes', '{% set ns = namespace(x=1) %}{% set ns.x = ns.x + 1 %}{{ ns.x }}', '2'],
    ['names with an underline are not imported (1)', '{% from "a" import _b %}', underline],
    ['names with an underline are not imported (2)', '{% from "a" import b, _c as d %}', underline],
    ['names may be imported under another name', '{% from "a" import b as _c %}', noLoader],
    ['with and without are names where no context follows (1)', '{% from "a" import with %}', noLoader],
    ['with and without are names where no context follows (2)', '{% from "a" import b, without, c %}', noLoader],
    ['a template may be taken with context or without it (1)', '{% include "a" without context %}', noLoader],
    ['a template may be taken with context or without it (2)', '{% from "a" import b, with context %}', noLoader],
    ['a template may be taken with context or without it (3)', '{% import "a" as b with context %}', noLoader],
    ['after with only context may follow (1)', '{% include "a" with x %}', asExpected('with')],
    ['after with only context may follow (2)', '{% import "a" as b without c %}', asExpected('without')],
    ['context stands behind with or without only', '{% include "a" context %}', asExpected('context')],
    [
      'a block that is not closed is named with its end',
      '{% if a %}{% if b %}{% endif %}{% block q %}',
      "TemplateSyntaxError: Unexpected end of template. Jinja was looking for the following tags: 'endblock'. The innermost block that needs to be closed is 'block'.",
    ],
    [
      'a block that ends within another is a mistake of nesting',
      '{% for x in [1] %}{% if x %}{% endfor %}',
      "TemplateSyntaxError: Encountered unknown tag 'endfor'. You probably made a nesting mistake. Jinja is expecting this tag, but currently looking for 'elif' or 'else' or 'endif'. The innermost block that needs to be closed is 'if'.",
    ],
    [
      'an end is looked for in its own block only',
      '{% if 1 %}{% else %}b{% endfor %}',
      "TemplateSyntaxError: Encountered unknown tag 'endfor'. Jinja was looking for the following tags: 'endif'. The innermost block that needs to be closed is 'if'.",
    ],
    ['blanks before a tag are kept', 'a\n  {% if 1 %}b{% endif %}\n  {# c #}d\n  {{ 1 }}', 'a\n  b\n  d\n  1'],
    [
      'a minus takes the blanks before a tag, and no more than those',
      '{{ 1 -}}  {{- 2 }} a {%- if 1 %} b{% endif %} {#- c #}{{ " x " }}{{- 3 }}',
      '12 a b x 3',
    ],
  ];
  for (const [rule, template, expected] of cases) test(rule, () => assert.equal(renderStrict(template), expected));

  // Expected: what Jinja2 renders with `lstrip_blocks`, and with the tags that chat templates have beside.
  const lstripped: ParseOptions = { lstripBlocks: true };
  const chat: ParseOptions = { trimBlocks: true, lstripBlocks: true, chatTags: true };
  const optional: readonly (readonly [rule: string, options: ParseOptions, template: string, expected: string])[] = [
    ['lstrip_blocks takes the blanks of a line before its tag', lstripped, 'a\n  {% if 1 %}b{% endif %}', 'a\nb'],
    ['lstrip_blocks takes the blanks of the first line', lstripped, ' \t{% if 1 %}b{% endif %}', 'b'],
    ['lstrip_blocks keeps blanks behind text', lstripped, 'a  {% if 1 %}b{% endif %}', 'a  b'],
    ['lstrip_blocks keeps blanks between tags', lstripped, '{{ 1 }}  {% if 1 %}b{% endif %}', '1  b'],
    ['lstrip_blocks keeps blanks before a plus', lstripped, 'a\n  {%+ if 1 %}b{% endif %}', 'a\n  b'],
    ['lstrip_blocks keeps blanks before a value', lstripped, 'a\n  {{ 1 }}', 'a\n  1'],
    [
      'break ends a loop, and continue goes on with the next item',
      chat,
      '{% for i in range(9) %}\n{% if i == 1 %}{% continue %}{% endif %}\n{% if i == 4 %}{% break %}{% endif %}\n{{ i }}\n{% endfor %}',
      '0\n2\n3\n',
    ],
    ['a raw block that ends its line takes the line break along', chat, '{% raw %}{{ a{% endraw %}\nb', '{{ ab'],
    ['a raw block that does not end its line takes nothing', chat, '{% raw %}{{ a{% endraw %} \nb', '{{ a \nb'],
    ['the end of the text ends a raw block as well', chat, '{% raw %}a{% endraw %}', 'a'],
    ['blanks behind a raw tag that ends its line begin one', lstripped, '{% raw -%}\n  {% endraw %}x', 'x'],
    ['break takes no expression', chat, '{% for i in [1] %}{% break i %}{% endfor %}', asExpected('i')],
    [
      'break is no tag of Jinja itself',
      {},
      '{% for i in [1] %}{% break %}{% endfor %}',
      "TemplateSyntaxError: Encountered unknown tag 'break'. Jinja was looking for the following tags: 'endfor' or 'else'. The innermost block that needs to be closed is 'for'.",
    ],
  ];
  for (const [rule, options, template, expected] of optional)
    test(rule, () => assert.equal(renderWith(template, options), expected));
});

function renderWith(template: string, options: ParseOptions): string {
  try {
    const settings = { isStrict: true, budget: 10_000, showsErrors: false };
    return new Interpreter(parseTemplate(template, options), new Map(), settings)
      .render()
      .map(({ text }) => text)
      .join('');
  } catch (error) {
    assert(error instanceof EngineError);
    return `${error.class}: ${error.message}`;
  }
}
