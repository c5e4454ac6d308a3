import assert from 'node:assert/strict';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { DefinitionChecks } from '../../../../../src/service/definitionChecks.ts';

test('what engines do otherwise is told for those that are named, and only of response templates', async () => {
  const response_template = {
    start_anchor: '<bot>',
    fields: { reasoning_content: { open: '<t>', close: '</t>' }, tool_calls: { open: '<c>' }, content: {} },
  };
  const text = JSON.stringify({
    parsers: { a: { type: 'response_template', response_template }, b: { type: 'plain' } },
  });
  const read = readDefinitions(text, 'test.parser.json').definitions;
  const checks = new DefinitionChecks({});
  assert.equal(checks.problemsSoFar(read).unchecked, true);
  const told = async (...engines: string[]) => (await checks.find(read, { engines })).map(({ code }) => code);
  assert.deepEqual(await told('transformers-serve', 'openai'), ['unserved-template']);
  assert.deepEqual(await told('transformers'), []);
  assert.deepEqual(await told(), []);
});
