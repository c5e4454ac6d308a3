// Run by `node test/run/withoutSystem.mjs --toy`, in a copy of the tree in which the toy is a system like any other.
import assert from 'node:assert/strict';
import { definitionSchema } from '../../../../../src/engine/authoring/index.ts';
import {
  conversationSchema,
  formatConversation,
  ownFormatters,
  readConversation,
} from '../../../../../src/engine/conversation/index.ts';
import { checkDefinitions, createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { findParsers, judgeSample } from '../../../../../src/engine/samples/index.ts';
import { parserTypes } from '../../../../../src/engine/systems/registry.ts';

const text = JSON.stringify({
  parsers: {
    colour: { type: 'ToyLine', samples: [{ text: 'so\nblue', expect: { value: 'blue' } }] },
    mood: { type: 'ToyPairs', wanted: ['mood'], keys_to_content: 'mood' },
    many: { type: 'ToyCount' },
  },
});

suite('a system that has a folder and a line in the registry', () => {
  const { definitions, problems } = readDefinitions(text, 'toy.parser.json');
  const parserOf = (name: string) => createParser(definitions.find(each => each.name === name)!);

  test('its types are read, checked, listed and in the schema', async () => {
    assert.deepEqual(problems, []);
    assert.deepEqual(await checkDefinitions(definitions), []);
    assert.deepEqual(
      parserTypes.filter(({ system }) => system === 'Toy').map(({ type }) => type),
      ['ToyLine', 'ToyPairs', 'ToyCount', 'ToyObject'],
    );
    const schema = JSON.stringify(definitionSchema());
    for (const type of ['ToyLine', 'ToyPairs', 'ToyCount', 'ToyObject']) assert.ok(schema.includes(type), type);
  });

  test('responses are read with their places, and refused', async () => {
    const read = await (await parserOf('colour')).parse('so\nblue');
    assert.ok(read.ok);
    assert.deepEqual([read.value, read.fields[0]!.span], ['blue', { start: 3, end: 7 }]);
    const refused = await (await parserOf('mood')).parse('no pairs');
    assert.ok(!refused.ok);
    assert.deepEqual([refused.error.class, refused.error.message], ['ToyError', 'There is no mood.']);
  });

  test('samples are judged, and parsers found for an answer', async () => {
    const [colour] = definitions;
    assert.equal((await judgeSample(colour!, colour!.samples[0]!, 'so\nblue')).verdict, 'pass');
    assert.equal((await judgeSample(colour!, colour!.samples[0]!, 'so\nred')).verdict, 'fail');
    const found = await findParsers(['mood: calm'], definitions);
    assert.ok(found.some(({ definition }) => definition?.name === 'mood'));
  });

  test('its formatter formats the conversations that are for it, with the instruction of their parser', async () => {
    assert.ok(ownFormatters.some(({ name }) => name === 'ToyFormatter'));
    assert.ok(JSON.stringify(conversationSchema()).includes('ToyFormatter'));
    const { conversation } = readConversation(
      JSON.stringify({
        agentscope_version: 'toy-1',
        formatter: 'ToyFormatter',
        parser: 'toy.parser.json#many',
        messages: [{ name: 'a', role: 'user', content: 'How many?' }],
      }),
      'a.messages.json',
    );
    const result = await formatConversation(conversation!, { definitionText: text });
    assert.ok(result.ok, JSON.stringify(result));
    assert.deepEqual((result.payload as readonly unknown[]).at(-1), { who: 'a', says: 'How many?' });
    assert.equal(result.instruction?.text, 'Say how many there are.');
  });
});
