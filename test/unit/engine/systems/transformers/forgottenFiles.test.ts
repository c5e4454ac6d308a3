import assert from 'node:assert/strict';
import type { Host } from '../../../../../src/engine/core/host.ts';
import { DefinitionCache } from '../../../../../src/service/definitionCache.ts';

test('what is forgotten is made anew: files that it reads are others now', async () => {
  let chat = "{{ '<a>' }}";
  const host: Host = { readFile: async path => (path === 'm/c.jinja' ? new TextEncoder().encode(chat) : undefined) };
  const cache = new DefinitionCache(host);
  const fields = { thought: { open: '<think>', close: '</think>' }, content: {} };
  const ref = {
    fileName: 'm/x.parser.json',
    name: 'x',
    text: JSON.stringify({
      type: 'response_template',
      response_template: { start_anchor: '<a>', fields },
      chat_template: 'c.jinja',
    }),
  };
  const keys = async () => {
    const { parser } = cache.made(ref);
    assert.ok('parse' in parser);
    const result = await parser.parse('Hm.</think>Yes.');
    assert.ok(result.ok);
    return Object.keys(result.value as object).join();
  };
  assert.equal(await keys(), 'content');
  chat = "{{ '<a><think>' }}";
  assert.equal(await keys(), 'content');
  cache.forget('m/other.parser.json');
  assert.equal(await keys(), 'content');
  cache.forget(ref.fileName);
  assert.equal(await keys(), 'thought,content');
});
