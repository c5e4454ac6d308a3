import assert from 'node:assert/strict';
import { createParser, parserTypes, readDefinitions, type Want, wants } from '../../../src/engine/index.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { newDefinitionService } from '../../../src/service/newDefinitionService.ts';

/** Classes whose instruction raises. */
const isSilent = new Set([
  'StructuredChatOutputParserWithRetries',
  'XMLAgentOutputParser',
  'RegexDictParser',
  'BooleanOutputParser',
  'JSONAgentOutputParser',
  'SelfAskOutputParser',
  'ReActOutputParser',
  'StrOutputParser',
  // What an agent binds to its model stands in the place of an instruction.
  ...parserTypes
    .filter(
      ({ system, framework, type }) =>
        system === 'LangChain' && framework?.sendsNoInstruction && !type.endsWith('Strategy'),
    )
    .map(({ type }) => type),
]);

suite('starters', () => {
  const starters = newDefinitionService({});

  test('who types a system’s name finds its types in their order: no type has it in its own words, which would put that first', async () => {
    for (const { summary, system, type } of await starters.listTypes())
      assert.ok(!summary.toLowerCase().includes(system.toLowerCase()), type);
  });

  test('every type is listed, and its starter is a definition that says what the model is told', async () => {
    const types = await starters.listTypes();
    assert.deepEqual(types.map(({ type }) => type).sort(), parserTypes.map(({ type }) => type).sort());
    for (const listed of types) {
      const { type, system, summary, want, answer, filters, modules } = parserTypes.find(
        each => each.type === listed.type,
      )!;
      const runsModule = modules?.runsModule ?? false;
      const all = { type, system, summary, want, filters, runsModule };
      assert.deepEqual(listed, answer === undefined ? all : { ...all, answer });
    }
    // By what is wanted, in the order of its words.
    const kinds = types.map(({ want }) => want).filter((want, i, all) => want !== all[i - 1]);
    assert.deepEqual(
      kinds,
      Object.keys(wants).filter(want => kinds.includes(want as Want)),
    );
    for (const { type, summary } of types) {
      assert.ok(summary);
      const starter = await starters.starter(type);
      assert.ok(starter?.documentation, type);
      assert.equal(readDefinitions(starter.text, 'x.parser.json').definitions[0]?.type, type);
      // What a module says is not known before there is one, and some classes raise.
      assert.equal(starter.instruction === undefined, type === 'custom' || isSilent.has(type), type);
      assert.equal(starter.response === undefined, type === 'custom', type);
    }
  });

  for (const { type, answer, template } of parserTypes)
    test(`the answer that a picker shows for ${type} is one that its template reads`, async () => {
      if (type === 'custom') return assert.equal(answer, undefined);
      const [definition] = readDefinitions(template, 'x.parser.json').definitions;
      const result = await createParser(definition!, nodeHost).parse(answer!);
      assert.ok(result.ok, JSON.stringify(result));
      // What a picker has room for.
      assert.ok(answer!.length < 130, answer);
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
    ['none in what is not JSON', '{', undefined, undefined],
  ] as const)
    test(`an example response of ${what}`, async () =>
      assert.equal((await starters.exampleResponse(text, 'x.parser.json', name))?.name, expected));
});
