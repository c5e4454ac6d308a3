import assert from 'node:assert/strict';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { exportDefinitions } from '../../../../../src/engine/interchange/index.ts';

suite('a definition of several calls', () => {
  test('is exported as any of their schemas, under its own name', () => {
    const tool = (request: string) => ({ request, purpose: 'x', schema: { properties: { a: { type: 'integer' } } } });
    const text = JSON.stringify({ type: 'ToolMessage', tools: [tool('add'), tool('take')] });
    const answer = exportDefinitions(readDefinitions(text, 'sums.parser.json').definitions, 'json-schema');
    assert.ok(answer.ok);
    const { $schema, title, anyOf } = JSON.parse(answer.text);
    assert.deepEqual([typeof $schema, title], ['string', 'sums']);
    assert.deepEqual(
      anyOf.map((schema: { title: string }) => schema.title),
      ['add', 'take'],
    );
  });
});
