import assert from 'node:assert/strict';
import { applyEdits } from '../../../../../../src/engine/core/applyEdits.ts';
import { toPlain } from '../../../../../../src/engine/core/pyValue.ts';
import { readDefinitions } from '../../../../../../src/engine/definition/index.ts';
import { exportDefinitions, importDefinitions } from '../../../../../../src/engine/interchange/index.ts';
import { modelTemplates } from '../../../../../../src/engine/systems/registry.ts';

const response_template = {
  start_anchor: '<bot>\n',
  fields: { think: { open_pattern: '<t>\\s*"', close: "'</t>" }, content: { close: ['<end>', '</s>'], repeats: true } },
};
const config = { chat_template: '{{ messages }}\n\'"', special_tokens: { eos_token: '</s>' } };
const read = (keys: object) =>
  readDefinitions(JSON.stringify({ type: 'response_template', ...keys }), 'tiny.parser.json').definitions;

/** What an import gives, by name, without the type. */
function imported(text: string, fileName: string, form?: string) {
  const { definitions, problems } = importDefinitions(text, form, fileName);
  assert.deepEqual(problems, []);
  return definitions.map(each => {
    const { type, ...rest } = toPlain(each.config) as { type: string };
    assert.equal(type, 'response_template');
    return [each.name, rest];
  });
}

suite('response templates in other forms', () => {
  test('a configuration, there and back', () => {
    const answer = exportDefinitions(read({ response_template, ...config }), 'tokenizer-config');
    assert(answer.ok);
    assert.deepEqual(answer.losses, []);
    const { special_tokens, ...rest } = config;
    assert.deepEqual(JSON.parse(answer.text), { response_template, ...rest, ...special_tokens });
    assert.deepEqual(imported(answer.text, 'models/tiny/tokenizer_config.json'), [
      ['tiny', { response_template, ...config }],
    ]);
  });

  test('a dictionary in Python, there and back', () => {
    const answer = exportDefinitions(read({ response_template, description: 'How it answers' }), 'response-template');
    assert(answer.ok);
    assert.deepEqual(
      answer.losses.map(({ key }) => key),
      [],
    );
    assert.match(answer.text, /^# How it answers\ntiny = \{/m);
    assert.deepEqual(imported(answer.text, 'templates.py'), [
      ['tiny', { description: 'How it answers', response_template }],
    ]);
  });

  test('what the forms cannot carry is named', () => {
    const all = { response_template, ...config, samples: [{ name: 'a', text: 'b' }] };
    const lost = (form: string) => {
      const answer = exportDefinitions(read(all), form);
      assert(answer.ok);
      return answer.losses.map(({ key }) => key);
    };
    assert.deepEqual(lost('tokenizer-config'), ['samples']);
    assert.deepEqual(lost('response-template'), ['chat_template', 'special_tokens', 'samples']);
    const named = exportDefinitions(
      read({ response_template: 'tokenizer_config.json#/response_template' }),
      'tokenizer-config',
    );
    assert(!named.ok);
  });

  test('templates of a module: names of names, several, and others left alone', () => {
    const text = `END = ["<end>", "</s>"]
defaults = {"role": "assistant"}
# Of the small one
small = {"start_anchor": "<a>", "defaults": defaults, "fields": {"content": {"close": END}}}
other = {"fields": {"a": 1}}
def load(tokenizer):
    tokenizer.response_template = dict(a=1)
    tokenizer.response_template = {"start_anchor_pattern": r"<\\w>", "fields": {"content": {}}}
`;
    assert.deepEqual(imported(text, 'templates.py'), [
      [
        'small',
        {
          description: 'Of the small one',
          response_template: {
            start_anchor: '<a>',
            defaults: { role: 'assistant' },
            fields: { content: { close: ['<end>', '</s>'] } },
          },
        },
      ],
      ['response_template', { response_template: { start_anchor_pattern: '<\\w>', fields: { content: {} } } }],
    ]);
  });

  test('a template that stands by itself in JSON', () =>
    assert.deepEqual(imported(JSON.stringify(response_template), 'tiny.json'), [['tiny', { response_template }]]));

  test('a template is put into a configuration, which stays what it is', () => {
    const [definition] = read({ response_template });
    const put = (text: string) => {
      const edits = modelTemplates().configEditsOf(text, definition!);
      return edits && applyEdits(text, edits);
    };
    for (const before of [
      '{}',
      '{"a": 1}',
      '{\n  "a": 1,\n  "response_template": {"x": []}\n}\n',
      '{"response_template": null, "b": 2}',
    ]) {
      const after = put(before);
      assert.deepEqual(JSON.parse(after!), { ...(JSON.parse(before) as object), response_template }, before);
      assert.equal(put(after!), after);
    }
    assert.match(put('{\n    "a": 1\n}\n')!, /^\{\n {4}"a": 1,\n {4}"response_template": \{\n {8}"start_anchor"/);
    for (const text of ['[]', 'no JSON', '']) assert.equal(put(text), undefined);
    assert.equal(modelTemplates().configEditsOf('{}', read({ response_template: 'x.json#/a' })[0]!), undefined);
  });
});
