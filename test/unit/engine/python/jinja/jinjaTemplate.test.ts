import assert from 'node:assert/strict';
import { EngineError } from '../../../../../src/engine/core/errors.ts';
import { renderJinja } from '../../../../../src/engine/python/jinja/jinjaTemplate.ts';
import { jsonLoads } from '../../../../../src/engine/python/jsonLoads.ts';

/** Renders with `value`, given as JSON; an error is its class. */
function render(template: string, json: string): string {
  const value = jsonLoads(json);
  assert(value.ok);
  try {
    return renderJinja(template, new Map([['value', value.value]]));
  } catch (error) {
    assert(error instanceof EngineError);
    return error.class;
  }
}

suite('Jinja templates', () => {
  // Expected: what Jinja2 3.1.6 renders.
  const cases: [template: string, json: string, expected: string][] = [
    ['{{value}}', '1.0', '1.0'],
    ['{{value}}', '1e22', '1e+22'],
    ['{{value}}', 'NaN', 'nan'],
    ['{{value}}', 'null', 'None'],
    ['{{value}}', '123456789012345678901234567890', '123456789012345678901234567890'],
    ['{{value}}', '{"a": "b c", "d": [1, 1.0, null, true]}', "{'a': 'b c', 'd': [1, 1.0, None, True]}"],
    ["--x {{value|join(' ')}}", '[1, -1, 1.5, null]', '--x 1 -1 1.5 None'],
    ["{{value|join(' ')}}", '"[1]"', '[ 1 ]'],
    ["{{value|join(d=', ')}}", '{"a": 1, "b": 2}', 'a, b'],
    ['{{ value ~ 1 ~ none ~ 1.5 }}', '1.0', '1.01None1.5'],
    ['{{ value|string|length }}', 'true', '4'],
    ['{{nothing}}|{{ value == 1 }}', '1', '|True'],
    ['{{ (1, "a") }}', '1', "(1, 'a')"],
    ['a\n{%- if value == "m" -%}\nM\n{%- else -%}\nE {{value}}.\n{% endif %}\n', '"{{x}}"', 'aE {{x}}.\n'],
    ['a{% if 1 %}\n  b{% endif %}\n c\n\n', '1', 'a\n  b\n c\n'],
    ['{% for i in range(3) %}{{ i }},{% endfor %}{# note #}', '1', '0,1,2,'],
    ['{command_docs}', '1', '{command_docs}'],
    ['{{ 1.0 // value }} {{ 7 // value }} {{ -1.0 % value }}', '0.1', '9.0 69.0 5.551115123125783e-17'],
    ['{{ -5 // value }} {{ 5 // value }} {{ -5 % value }} {{ 1.0 ** value }}', 'Infinity', '-1.0 0.0 inf 1.0'],
    ['{{ -4.0 % value }} {{ 4.0 % -value }} {{ 0.0 // -value }}', '2.0', '0.0 -0.0 -0.0'],
    ['{{ value|join }}', '1', 'TypeError'],
    ['{% if %}', '1', 'TemplateSyntaxError'],
    ['{{', '1', 'TemplateSyntaxError'],
  ];
  for (const [template, json, expected] of cases)
    test(`${template} of ${json}`, () => assert.equal(render(template, json), expected));

  const endless = [
    '{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}',
    '{% set n = namespace(x="ab") %}{% for i in range(60) %}{% set n.x = n.x + n.x %}{% endfor %}',
    '{% set n = namespace(x=[1]) %}{% for i in range(60) %}{% set n.x = n.x + n.x %}{% endfor %}',
    '{% macro a(n) %}{% for i in range(9) %}{% if n %}{{ a(n - 1) }}{% endif %}{% endfor %}{% endmacro %}{{ a(9) }}',
    '{{ 99 ** 99999 }}',
    '{{ "x" * 99999999999 }}',
  ];
  for (const template of endless)
    test(`${template.slice(0, 60)} ends`, () => assert.equal(render(template, '1'), 'TemplateError'));
});
