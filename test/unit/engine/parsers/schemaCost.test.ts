import assert from 'node:assert/strict';
import { createParser, exampleResponse, readDefinitions } from '../../../../src/engine/definition/index.ts';

/** A schema of 40 models, each of which holds the next one under every one of `keys`. */
function models(keys: readonly string[]): object {
  const count = 40;
  const model = (i: number) => ({
    title: `D${i}`,
    type: 'object',
    properties: Object.fromEntries(keys.map(key => [key, { $ref: `#/$defs/D${i + 1}` }])),
    required: keys,
  });
  const $defs = Object.fromEntries(Array.from({ length: count }, (_, i) => [`D${i}`, model(i)]));
  return { ...model(-1), title: 'M', $defs: { ...$defs, [`D${count}`]: { type: 'string' } } };
}

suite('schemas whose models hold models many times', () => {
  const keys = Array.from({ length: 20 }, (_, i) => `k${i}`);
  const schema = models(keys);
  for (const definition of [
    { type: 'MarkdownJsonDictParser', content_schema: schema },
    { type: 'ToolMessage', tools: [{ request: 't', purpose: 'To do it', schema }] },
    { type: 'XMLToolMessage', tools: [{ request: 't', purpose: 'To do it', schema }] },
  ])
    test(`are not multiplied out by ${definition.type}`, async () => {
      const { definitions } = readDefinitions(JSON.stringify(definition), 'a.parser.json');
      const parser = createParser(definitions[0]!, {});
      assert.ok(parser.formatInstruction().length < 5_000_000);
      assert.ok((exampleResponse(definitions[0]!) ?? '').length < 5_000_000);
      await parser.parse('```json\n{"k0": 1}\n```');
      await parser.parse('<tool><request>t</request><k0><k1>1</k1></k0></tool>');
    });
});
