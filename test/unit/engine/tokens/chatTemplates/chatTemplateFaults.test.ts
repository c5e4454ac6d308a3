import assert from 'node:assert/strict';
import {
  chatTemplateArguments,
  chatTemplateFaults,
} from '../../../../../src/engine/tokens/chatTemplates/chatTemplateFaults.ts';

/** Each fault as its severity, what is underlined, and what is said; what a fix would write behind an arrow. */
const faults = (template: string, tokens?: readonly string[]) =>
  chatTemplateFaults(template, tokens && new Set(tokens)).map(
    ({ severity, span, message, fixes }) =>
      `${severity} ${template.slice(span.start, span.end)}: ${message}${fixes ? ` → ${fixes[0]?.edits[0]?.text}` : ''}`,
  );

suite('where loops are left', () => {
  const messages = (template: string) => chatTemplateFaults(template).map(({ message }) => message);
  test('break and continue stand in a loop', () => {
    assert.deepEqual(messages('{% for i in [1] %}{% if i %}{% break %}{% endif %}{% endfor %}'), []);
    assert.deepEqual(messages('{% if 1 %}{% break %}{% endif %}'), [
      "SyntaxError: 'break' outside loop (<unknown>, line 1)",
    ]);
    assert.deepEqual(messages('\n{% continue %}'), [
      "SyntaxError: 'continue' not properly in loop (<unknown>, line 2)",
    ]);
    assert.equal(messages('{% for i in [1] %}{% else %}{% break %}{% endfor %}').length, 1);
  });
});

suite('chatTemplateFaults', () => {
  test('a block that never ends is shown where it begins', () => {
    const [fault = ''] = faults('a\n{% for m in messages %}{{ m }}');
    assert.match(fault, /^error for: TemplateSyntaxError: Unexpected end of template\./);
  });

  test('filters and tests that there are not, where Jinja refuses them and where it comes to them only', () => {
    assert.deepEqual(faults('{{ messages | nope }}'), [
      "error messages | nope: TemplateAssertionError: No filter named 'nope'.",
    ]);
    assert.deepEqual(faults('{% if tools %}{{ messages | nope }}{% endif %}'), [
      "warning messages | nope: TemplateAssertionError: No filter named 'nope'.",
    ]);
    assert.deepEqual(faults('{% if tools is nix %}{% endif %}'), [
      "warning tools is nix: TemplateAssertionError: No test named 'nix'.",
    ]);
  });

  test('names that nothing defines, with what was meant', () => {
    const [misspelt = ''] = faults('{% for m in mesages %}{{ m.content }}{% endfor %}');
    assert.match(
      misspelt,
      /^warning mesages: Nothing defines `mesages`.* it is empty\. Did you mean `messages`\? → messages$/,
    );
    assert.match(faults('{% if add_generation_promt %}x{% endif %}')[0] ?? '', /→ add_generation_prompt$/);
    assert.match(faults('{{ thing.part }}')[0] ?? '', /raises `UndefinedError`\.$/);
    assert.equal(faults('{{ thing }}{{ thing }}').length, 2);
  });

  test('what a loop sets ends with it', () => {
    const [lost = '', ...others] = faults(
      '{% for m in messages %}{% set seen = true %}{{ seen }}{% endfor %}{% if seen %}x{% endif %}',
    );
    assert.match(lost, /^warning seen: `seen` is not defined here: what a loop or a block sets ends with it/);
    assert.deepEqual(others, []);
    assert.deepEqual(
      faults(
        '{% set ns = namespace(seen=false) %}{% for m in messages %}{% set ns.seen = true %}{% endfor %}{{ ns.seen }}',
      ),
      [],
    );
  });

  test('special tokens that the configuration does not set', () => {
    assert.deepEqual(faults('{{ bos_token }}', ['eos_token']), [
      'info bos_token: tokenizer_config.json sets no `bos_token`: it prints nothing.',
    ]);
    assert.match(faults("{{ bos_token + 'x' }}", [])[0] ?? '', /^warning .* raises `UndefinedError`/);
    assert.deepEqual(faults('{{ bos_token }}', ['bos_token']), []);
    assert.deepEqual(faults('{{ bos_token }}'), []);
    assert.deepEqual(faults('{% if bos_token is defined %}{{ bos_token }}{% endif %}', []), []);
  });

  test('is quiet about what is bound, given, asked for or tested', () => {
    for (const template of [
      '{% if enable_thinking is defined and enable_thinking %}x{% endif %}{{ enable_thinking }}',
      "{{ effort | default('high') }}{% if effort == 'low' %}x{% endif %}",
      '{% if think %}{{ think }}{% endif %}{% if not other %}x{% endif %}',
      '{% macro f(a, b=1) %}{{ a }}{{ b }}{{ caller() }}{{ varargs }}{% endmacro %}{{ f(1) }}',
      '{% for key, value in tools[0].items() if value %}{{ loop.index }}{{ key }}{{ value }}{% endfor %}',
      '{% with x = 1 %}{{ x }}{% endwith %}{% set y %}a{% endset %}{{ y }}{{ range(2) }}{{ raise_exception("a") }}',
      '{% if tools %}{% set a = 1 %}{% else %}{% set a = 2 %}{% endif %}{{ a }}{{ strftime_now("%Y") }}',
      '{% call(x) f() %}{{ x }}{% endcall %}{% macro f() %}{{ caller(1) }}{% endmacro %}',
      '{% generation %}{{ messages }}{% endgeneration %}',
    ])
      assert.deepEqual(faults(template, ['bos_token']), [], template);
  });

  test('never throws, whatever is cut off', () => {
    const template = "{% for m in messages %}{% if m.role == 'a' %}{{ m['x'] | d(1) }}{% endif %}{% endfor %}{# c #}";
    for (let end = 0; end <= template.length; end++) faults(template.slice(0, end));
  });
});

suite('chatTemplateArguments', () => {
  test('what a template asks for beside what each is given, with the values that it knows', () => {
    assert.deepEqual(
      chatTemplateArguments(
        "{% if enable_thinking is defined and enable_thinking is false %}{% endif %}{% if effort == 'low' or effort in ['mid', 'high'] %}{% endif %}{% if messages and bos_token %}{% endif %}{% if date is not defined %}{% set date = '1' %}{% endif %}",
      ),
      [
        { name: 'enable_thinking', values: [] },
        { name: 'effort', values: ['low', 'mid', 'high'] },
        { name: 'date', values: [] },
      ],
    );
    assert.deepEqual(chatTemplateArguments('{% if x %}'), []);
  });
});
