import assert from 'node:assert/strict';
import { filesStoodOn, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { isModelText } from '../../../../../src/engine/tokens/index.ts';

/** The files that the only definition of a text stands on. */
const files = (value: unknown, fileName = 'm/x.parser.json') =>
  readDefinitions(JSON.stringify(value), fileName).definitions.map(filesStoodOn);

suite('the files that a definition stands on', () => {
  const template = { fields: { content: {} } };

  test('a model’s configuration: the chat template beside it, there or not', () => {
    assert.deepEqual(files({ response_template: template }, 'm/tokenizer_config.json'), [['chat_template.jinja']]);
  });

  test('the files that are named, not texts', () => {
    const type = 'response_template';
    const named = { type, response_template: 'tokenizer_config.json#/response_template', chat_template: 'c.jinja' };
    assert.deepEqual(files(named), [['tokenizer_config.json', 'c.jinja']]);
    assert.deepEqual(files({ type, response_template: template, chat_template: '{{ messages }}' }), [[]]);
    assert.deepEqual(files({ type, response_template: template, chat_template: '../m.json#/chat_template' }), [
      ['../m.json'],
    ]);
  });

  test('a module has a watcher of its own', () => {
    assert.deepEqual(files({ type: 'custom', module: 'a.mjs' }), [[]]);
  });

  test('texts of a model are told from vocabularies, whatever the path', () => {
    for (const path of ['chat_template.jinja', '/a/b/tokenizer_config.json', 'C:\\m\\x.jinja2', 'vscode-vfs://a/b.j2'])
      assert.ok(isModelText(path), path);
    for (const path of [
      'tokenizer.json',
      '/a/vocab.json',
      'a.jinja/b.txt',
      'a.jinja.bak',
      '/a/tokenizer_config.json/x',
    ])
      assert.ok(!isModelText(path), path);
  });
});
