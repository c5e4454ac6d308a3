import assert from 'node:assert/strict';
import { parserTypes, readDefinitions } from '../../../src/engine/index.ts';
import { startersService } from '../../../src/service/newDefinitionService.ts';

suite('starters', () => {
  const starters = startersService({});

  test('every type is listed, and its starter is a definition that says what the model is told', async () => {
    const types = await starters.listTypes();
    assert.deepEqual(
      types.map(({ type }) => type),
      parserTypes.map(({ type }) => type),
    );
    for (const { type, summary } of types) {
      assert.ok(summary);
      const starter = await starters.starter(type);
      assert.ok(starter?.documentation, type);
      assert.equal(readDefinitions(starter.text, 'x.parser.json').definitions[0]?.type, type);
      // What a module says is not known before there is one.
      assert.equal(starter.instruction === undefined, type === 'custom', type);
      assert.equal(starter.response === undefined, type === 'custom', type);
    }
  });

  test('a type that there is not has none', async () => assert.equal(await starters.starter('Nothing'), undefined));

  for (const [what, text, name, expected] of [
    [
      'the one that is named',
      '{ "parsers": { "a": { "type": "identity" }, "b": { "type": "action_only" } } }',
      'b',
      'b',
    ],
    ['the first', '{ "parsers": { "a": { "type": "identity" }, "b": { "type": "action_only" } } }', undefined, 'a'],
    ['none', '{ "parsers": {} }', undefined, undefined],
    ['none in what is no JSON', '{', undefined, undefined],
  ] as const)
    test(`an example response of ${what}`, async () =>
      assert.equal((await starters.exampleResponse(text, 'x.parser.json', name))?.name, expected));
});
