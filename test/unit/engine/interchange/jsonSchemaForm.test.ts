import assert from 'node:assert/strict';
import { toPlain } from '../../../../src/engine/core/pyValue.ts';
import { importDefinitions } from '../../../../src/engine/interchange/index.ts';

suite('a JSON Schema with definitions', () => {
  const part = { $id: 'urn:parserlens:a', type: 'object', properties: {} };
  const own = { type: 'object', properties: {} };
  const cases: readonly (readonly [what: string, schema: object, found: readonly (readonly [string, object])[]])[] = [
    [
      'and nothing else is a bundle',
      { $schema: 's', $defs: { a: part, b: part } },
      [
        ['a', own],
        ['b', own],
      ],
    ],
    [
      'and a type of its own is one schema',
      { $defs: { a: part }, type: 'object', title: 'T' },
      [['T', { $defs: { a: part }, type: 'object', title: 'T' }]],
    ],
    ['that have no places of their own is one schema', { $defs: { a: own } }, [['thing', { $defs: { a: own } }]]],
  ];
  for (const [what, schema, found] of cases)
    test(what, () => {
      const { definitions, problems } = importDefinitions(JSON.stringify(schema), 'json-schema', 'thing.json');
      assert.deepEqual(problems, []);
      assert.deepEqual(
        definitions.map(({ name, config }) => [name, toPlain(config.get('content_schema') ?? null)]),
        found,
      );
    });
});
