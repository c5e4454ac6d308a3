import assert from 'node:assert/strict';
import { getLanguageService, TextDocument } from 'vscode-json-languageservice';
import { tokenizerConfigSchema } from '../../../../../src/engine/authoring/index.ts';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';

// The language service inside VS Code, so that what is tested is what an author sees.
const service = getLanguageService({
  clientCapabilities: {
    textDocument: {
      completion: { completionItem: { documentationFormat: ['markdown'] } },
      hover: { contentFormat: ['markdown'] },
    },
  },
});
service.configure({
  validate: true,
  schemas: [{ uri: 'file:///t.json', fileMatch: ['tokenizer_config.json'], schema: tokenizerConfigSchema() }],
});

function open(marked: string) {
  const document = TextDocument.create('file:///tokenizer_config.json', 'json', 1, marked.replace('|', ''));
  const position = document.positionAt(Math.max(0, marked.indexOf('|')));
  return { document, json: service.parseJSONDocument(document), position };
}

async function completions(marked: string): Promise<string[]> {
  const { document, json, position } = open(marked);
  return ((await service.doComplete(document, position, json))?.items ?? []).map(({ label }) => label);
}

async function hover(marked: string): Promise<string> {
  const { document, json, position } = open(marked);
  return JSON.stringify((await service.doHover(document, position, json))?.contents);
}

const inTemplate = (text: string) => `{"response_template": ${text}}`;
const inField = (text: string) => inTemplate(`{"fields": {"x": ${text}}}`);

suite('tokenizerConfigSchema', () => {
  test('completes the keys of a template, of its fields, and their values', async () => {
    assert.deepEqual((await completions(inTemplate('{|}'))).sort(), [
      'defaults',
      'fields',
      'start_anchor',
      'start_anchor_pattern',
      'version',
    ]);
    const fields = await completions(inTemplate('{"fields": {|}}'));
    assert.deepEqual(fields.sort(), ['content', 'reasoning_content', 'thinking', 'tool_calls']);
    const keys = await completions(inField('{|}'));
    for (const key of ['open', 'open_pattern', 'close', 'content_args', 'transform_each'])
      assert.ok(keys.includes(key), key);
    assert.deepEqual((await completions(inField('{"content": |}'))).sort(), [
      '"bool"',
      '"float"',
      '"int"',
      '"json"',
      '"kv-lines"',
      '"text"',
      '"xml-inline"',
    ]);
    assert.deepEqual(await completions(inField('{"repeats": |}')), ['true', 'false']);
    assert.ok((await completions(inField('{"content_args": {|}}'))).includes('tag_pattern'));
  });

  test('a whole template is offered, and transformers takes it', async () => {
    const { document, json, position } = open('{"response_template": |}');
    const items = (await service.doComplete(document, position, json))?.items ?? [];
    const whole = items.find(({ label }) => label === 'a response template');
    const text = (whole?.textEdit?.newText ?? '')
      .replace(/\$\{\d+:((?:\\.|[^\\}])*)\}/g, '$1')
      .replace(/\\([\\$}])/g, '$1');
    const keys = JSON.stringify({ type: 'response_template', response_template: JSON.parse(text) });
    const [definition] = readDefinitions(keys, 'x.parser.json').definitions;
    const { fields } = JSON.parse(text);
    assert.deepEqual(Object.keys(fields), ['reasoning_content', 'tool_calls', 'content']);
    assert.equal('open' in fields.content, false);
    const result = await createParser(definition!).parse('Hello');
    assert.deepEqual(result.ok && result.value, { role: 'assistant', content: 'Hello' });
  });

  test('hovers say what a key does', async () => {
    assert.match(await hover('{"resp|onse_template": {}}'), /becomes one message/);
    assert.match(await hover(inField('{"tra|nsform": null}')), /mixed with other text/);
    assert.match(await hover(inTemplate('{"fields": {"thin|king": {}}}')), /reasoning_content/);
  });

  test('finds nothing wrong: our problems do', async () => {
    const { document, json } = open(inField('{"open": 3, "content": "nope", "extra": [], "repeats": "no"}'));
    assert.deepEqual(await service.doValidation(document, json), []);
  });
});
