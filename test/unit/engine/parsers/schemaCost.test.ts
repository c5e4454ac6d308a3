import assert from 'node:assert/strict';
import { createParser, exampleResponse, readDefinitions } from '../../../../src/engine/definition/index.ts';
import { models } from './nestedModels.ts';

suite('schemas whose models hold models many times', () => {
  const keys = Array.from({ length: 20 }, (_, i) => `k${i}`);
  const schema = models(keys);

  test('are not multiplied out', async () => {
    const text = JSON.stringify({ type: 'MarkdownJsonDictParser', content_schema: schema });
    const [definition] = readDefinitions(text, 'a.parser.json').definitions;
    const parser = createParser(definition!, {});
    assert.ok(parser.formatInstruction().length < 5_000_000);
    assert.ok((exampleResponse(definition!) ?? '').length < 5_000_000);
    await parser.parse('```json\n{"k0": 1}\n```');
  });
});
