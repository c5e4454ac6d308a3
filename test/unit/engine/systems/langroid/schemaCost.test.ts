import assert from 'node:assert/strict';
import { createParser, exampleResponse, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { models } from '../../parsers/nestedModels.ts';

suite('tools whose models hold models many times', () => {
  const schema = models(Array.from({ length: 20 }, (_, i) => `k${i}`));
  for (const [type, answer] of [
    ['ToolMessage', '{"request": "t", "k0": 1}'],
    ['XMLToolMessage', '<tool><request>t</request><k0><k1>1</k1></k0></tool>'],
  ] as const)
    test(`are not multiplied out by ${type}`, async () => {
      const text = JSON.stringify({ type, tools: [{ request: 't', purpose: 'To do it', schema }] });
      const [definition] = readDefinitions(text, 'a.parser.json').definitions;
      const parser = createParser(definition!, {});
      assert.ok(parser.formatInstruction().length < 5_000_000);
      assert.ok((exampleResponse(definition!) ?? '').length < 5_000_000);
      await parser.parse(answer);
    });
});
