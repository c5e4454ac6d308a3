import assert from 'node:assert/strict';
import fc from 'fast-check';
import { chatTemplateFaults } from '../../../../../src/engine/tokens/chatTemplates/chatTemplateFaults.ts';
import {
  completeChatTemplate,
  type TemplateWord,
} from '../../../../../src/engine/tokens/chatTemplates/completeChatTemplate.ts';

/** What is offered at `¦` in a template, and the letters that it takes the place of. */
function at(marked: string): { readonly typed: string; readonly words: readonly TemplateWord[] } | undefined {
  const offset = marked.indexOf('¦');
  const template = marked.replace('¦', '');
  const found = completeChatTemplate(template, offset);
  return found && { typed: template.slice(found.span.start, found.span.end), words: found.words };
}
const kinds = (marked: string) => [...new Set(at(marked)?.words.map(({ kind }) => kind))].join();
const names = (marked: string) => at(marked)?.words.map(({ name }) => name) ?? [];

suite('completeChatTemplate', () => {
  const places: readonly (readonly [name: string, template: string, kinds: string])[] = [
    ['text has none', 'Hello ¦ {{ messages }}', ''],
    ['nor has a comment', '{# | ¦ #}', ''],
    ['nor a string', "{{ 'a | ¦' }}", ''],
    ['nor one that nothing ends', '{{ "a | ¦', ''],
    ['nor what stands behind the end', '{{ messages }}¦', ''],
    ['nor an attribute', '{{ message.¦ }}', ''],
    ['an expression has names', '{{ ¦ }}', 'variable,function'],
    ['also when nothing ends it', 'a {{- mes¦', 'variable,function'],
    ['a bar leads to filters', '{{ messages | ¦ }}', 'filter'],
    ['in a block as well, half typed', '{% for m in messages|rev¦ %}', 'filter'],
    ['a string before does not matter', "{{ '}}' | ¦ }}", 'filter'],
    ['is leads to tests', '{% if tools is not def¦ %}', 'test'],
    ['a name that ends with is does not', '{{ this ¦ }}', 'variable,function'],
    ['a block begins with its tag', '{%- ¦', 'tag'],
    ['which is half typed', '{% generat¦ %}', 'tag'],
    ['a block of a filter names it', '{% filter ¦', 'filter'],
  ];
  for (const [name, template, wanted] of places) test(name, () => assert.equal(kinds(template), wanted));

  test('names are those that every template is given, and those that it binds', () => {
    const found = names('{% for m in messages %}{% set ns = namespace(x=1) %}{% macro show(a) %}{{ ¦ }}');
    for (const name of ['m', 'loop', 'ns', 'show', 'messages', 'tools', 'add_generation_prompt', 'bos_token'])
      assert.ok(found.includes(name), name);
    assert.ok(found.includes('raise_exception') && !found.includes('x'));
    assert.equal(new Set(found).size, found.length);
  });

  test('a block may begin with any of Jinja’s tags, and with those that are added for chats', () => {
    const wanted =
      'if elif else endif for endfor set endset macro endmacro call endcall filter endfilter generation endgeneration';
    const found = names('{% ¦');
    assert.deepEqual(
      wanted.split(' ').filter(tag => !found.includes(tag)),
      [],
    );
    assert.ok(found.every(tag => /^[a-z]+$/.test(tag)));
  });

  test('half a word is taken the place of', () => assert.equal(at('{{ add_gen¦eration }}')?.typed, 'add_gen'));

  test('every tag, filter and test that is offered exists', () => {
    for (const name of names('{{ a | ¦ }}'))
      assert.ok(!/No filter/.test(JSON.stringify(chatTemplateFaults(`{{ messages | ${name} }}`))), name);
    for (const name of names('{{ a is ¦ }}'))
      assert.ok(!/No test/.test(JSON.stringify(chatTemplateFaults(`{{ messages is ${name}(1) }}`))), name);
    for (const name of names('{% ¦'))
      assert.ok(
        !/unknown tag/.test(JSON.stringify(chatTemplateFaults(`{% ${name} %}`))) || /^(end|el)/.test(name),
        name,
      );
  });

  test('any text, at any place', () => {
    const pieces = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      '{#',
      '#}',
      "'",
      '"',
      '|',
      ' is ',
      'a',
      '\\',
      '\n',
      '.',
      '-',
      'for ',
      ' in ',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), fc.nat(), (parts, seed) => {
        const template = parts.join('');
        const offset = seed % (template.length + 1);
        const found = completeChatTemplate(template, offset);
        assert.ok(!found || (found.span.end === offset && found.span.start <= offset));
      }),
    );
  });

  for (const [what, begun, unit] of [
    ['blanks', '{% for x', ' '],
    ['a name', '{% for ', 'x'],
    ['a string', '{{ "', '\\"'],
    ['strings', '{{ ', "'' "],
    ['delimiters', '', '{%for '],
  ] as const)
    test(`takes linear time for ${what}`, () => {
      const template = `${begun}${unit.repeat(2 ** 21 / unit.length)}`;
      // The processor's own time, which a busy machine does not stretch, in microseconds. Quadratic steps would take minutes.
      const before = process.cpuUsage().user;
      for (const end of ['', '" }}{{ ']) completeChatTemplate(template + end, template.length + end.length);
      assert.ok(process.cpuUsage().user - before < 5_000_000);
    });
});
