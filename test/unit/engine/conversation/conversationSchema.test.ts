import assert from 'node:assert/strict';
import { getLanguageService, type LanguageService, TextDocument } from 'vscode-json-languageservice';
import { conversationSchema } from '../../../../src/engine/conversation/index.ts';

suite('schema of conversations', () => {
  const service: LanguageService = getLanguageService({});
  const uri = 'file:///x.messages.json';
  service.configure({
    schemas: [{ uri: 'test:schema', fileMatch: ['*.messages.json'], schema: conversationSchema() }],
  });
  const document = (text: string) => TextDocument.create(uri, 'jsonc', 1, text);
  /** The labels at the `|` of a text. */
  const completions = async (marked: string) => {
    const at = marked.indexOf('|');
    const text = document(marked.slice(0, at) + marked.slice(at + 1));
    const list = await service.doComplete(text, text.positionAt(at), service.parseJSONDocument(text));
    return list?.items.map(({ label }) => label) ?? [];
  };

  for (const text of [
    '{ "hello": "Hallo", "formatter": 3, "nested": { "a": [] } }',
    '{ "formatter": "NoSuch", "token_counter": { "type": "x" }, "messages": [{ "role": "tool" }], }',
    '[{ "name": "a", "role": "user", "content": [{ "type": "text" }, { "type": "mine" }] }]',
    '["a"]',
  ])
    test(`underlines nothing in ${text}`, async () => {
      const problems = await service.doValidation(document(text), service.parseJSONDocument(document(text)));
      assert.deepEqual(
        problems.map(({ message }) => message),
        [],
      );
    });

  for (const [at, said] of [
    ['"type"', /The type of the block\./],
    ['"image"', /image/],
  ] as const)
    test(`a hover says what ${at} of a block is`, async () => {
      const text = document('[{ "content": [{ "type": "image" }] }]');
      const position = text.positionAt(text.getText().indexOf(at) + 1);
      const hover = await service.doHover(text, position, service.parseJSONDocument(text));
      assert.match(JSON.stringify(hover?.contents), said);
    });

  for (const [key, name, said] of [
    ['truncation', 'fifo', /the oldest messages are dropped/],
    ['formatter', 'custom', /functions of the conversation’s module/],
  ] as const)
    test(`a hover says what ${key} ${name} is`, async () => {
      const text = document(`{ "messages": [], "${key}": "${name}" }`);
      const position = text.positionAt(text.getText().indexOf(name) + 1);
      const hover = await service.doHover(text, position, service.parseJSONDocument(text));
      assert.match(JSON.stringify(hover?.contents), said);
    });

  for (const [marked, expected] of [
    [
      '{ "messages": [], "$schema": "|" }',
      [
        '"https://unpkg.com/parserlens/dist/conversation.schema.json"',
        '"./node_modules/parserlens/dist/conversation.schema.json"',
      ],
    ],
    ['{ "messages": [], "|" }', ['$schema', 'formatter', 'max_tokens', 'token_counter', 'tools']],
    ['{ "messages": [], "formatter": "|" }', ['"DashScopeMultiAgentFormatter"', '"custom"']],
    ['{ "messages": [], "truncation": "|" }', ['"fifo"', '"custom"']],
    ['{ "messages": [], "token_counter": { "type": "OpenAITokenCounter", "|" } }', ['model_name']],
    ['{ "messages": [{ "|" }] }', ['content', 'name', 'role']],
    ['[{ "role": "|" }]', ['"assistant"', '"system"', '"user"']],
    ['[{ "content": [{ "|" }] }]', ['type']],
    ['[{ "content": [{ "type": "|" }] }]', ['"text"', '"tool_use"', '"tool_result"', '"image"']],
    ['[{ "content": [{ "type": "tool_use", "|" }] }]', ['id', 'input', 'name']],
    ['[{ "content": [{ "type": "image", "source": { "|" } }] }]', ['data', 'media_type', 'type', 'url']],
  ] as const)
    test(`completes ${marked}`, async () => {
      const found = await completions(marked);
      for (const label of expected) assert.ok(found.includes(label), `${label} is not among ${found.join(', ')}`);
    });
});
