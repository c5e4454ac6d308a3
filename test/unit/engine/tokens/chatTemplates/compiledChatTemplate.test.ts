import assert from 'node:assert/strict';
import { fromPlain, type PyList } from '../../../../../src/engine/core/pyValue.ts';
import { jinjaChatTemplate } from '../../../../../src/engine/tokens/chatTemplates/compiledChatTemplate.ts';

const messages = fromPlain([{ role: 'user', content: 'é' }]) as PyList;
const render = (template: string): string =>
  jinjaChatTemplate(template, new Map([['bos_token', '<s>']])).render(messages, null);

suite('the chat template of a tokenizer_config.json', () => {
  for (const [what, template, expected] of [
    ['special tokens', '{{ bos_token }}{{ messages[0].content }}', '<s>é'],
    ['no prompt for an answer is asked for', '{{ add_generation_prompt }}', 'False'],
    ['no tools and no documents', '{{ tools }} {{ documents }}', 'None None'],
    ['what is not there is empty', '{{ nothing }}', ''],
    ['JSON keeps its characters', "{{ {'a': 'é<'} | tojson }}", '{"a": "é<"}'],
    ['JSON with an indent', "{{ {'a': 1} | tojson(indent=2) }}", '{\n  "a": 1\n}'],
    ['JSON with an indent by its place', "{{ {'a': 1} | tojson(false, 1) }}", '{\n "a": 1\n}'],
  ] as const)
    test(what, () => assert.equal(render(template), expected));

  test('a text that is too long is not a template', () => {
    assert.equal(render('a'.repeat(100_000)), 'a'.repeat(100_000));
    assert.throws(() => render('a'.repeat(100_001)), {
      class: 'TemplateError',
      message: 'The chat template is longer than 100000 characters.',
    });
  });
});
