import assert from 'node:assert/strict';
import { convertType } from '../../../../../../src/engine/authoring/index.ts';
import { readDefinitions } from '../../../../../../src/engine/definition/index.ts';
import { judgeSample } from '../../../../../../src/engine/samples/index.ts';
import { applyEdits } from '../../../../../applyEdits.ts';

suite('a JSON dictionary with a schema becomes structured output of AgentScope 2', () => {
  const content_schema = {
    title: 'Scored',
    type: 'object',
    properties: { title: { type: 'string' }, score: { type: 'number', default: 1 } },
    required: ['title'],
  };
  const convert = async (more: object) => {
    const text = JSON.stringify({ type: 'MarkdownJsonDictParser', ...more }, null, 2);
    const { definitions } = readDefinitions(text, 'a.parser.json');
    const found = (await convertType(text, definitions[0]!)).find(({ type }) => type === 'structured_output');
    assert.ok(found);
    return 'refusal' in found ? found.refusal : applyEdits(text, found.edits);
  };

  test('the schema stays, hint and required keys go, samples become the call’s input or the whole message', async () => {
    const converted = await convert({
      content_hint: { title: 'what' },
      content_schema,
      required_keys: ['title', 'score'],
      samples: [
        { name: 'bare', text: '```json\n{"title": "a", "score": 2}\n```' },
        { name: 'filled', text: '```json\n{"title": "b"}\n```' },
        { name: 'with words', text: 'Here:\n```json\n{"title": "c", "score": "0.5"}\n```\nDone.' },
      ],
    });
    const { definitions, problems } = readDefinitions(converted, 'a.parser.json');
    assert.deepEqual(problems, [], converted);
    const [definition] = definitions;
    assert.deepEqual(Object.keys(JSON.parse(converted)), ['type', 'content_schema', 'samples']);
    assert.match(definition!.samples[2]!.text!, /"content":"Here:\\n\\nDone\."/);
    for (const sample of definition!.samples)
      assert.equal((await judgeSample(definition!, sample, sample.text!)).verdict, 'pass', sample.name);
  });

  for (const [what, more, refusal] of [
    ['no schema', { content_hint: { a: 'b' } }, /Only a `content_schema`/],
    ['splits', { content_schema, keys_to_content: 'title' }, /`keys_to_content` would be lost/],
    ['a required key that the schema lacks', { content_schema, required_keys: ['other'] }, /`other`/],
    ['an instruction of one’s own', { content_schema, format_instruction: 'Say {schema}' }, /format_instruction/],
  ] as const)
    test(`not with ${what}`, async () => assert.match(await convert(more), refusal));
});
