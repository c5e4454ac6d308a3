import assert from 'node:assert/strict';
import { toPlain } from '../../../../../../src/engine/core/pyValue.ts';
import { recordStream } from '../../../../../../src/engine/streams/index.ts';
import { createReader, readDefinitions } from '../../../../../../src/node/engine.ts';

const read = (type: string) => readDefinitions(JSON.stringify({ type }), 'x.parser.json').definitions[0]!;

test('what an agent has closed is final when its JSON ends, and stays final from then on', () => {
  const step = '{"action": "look", "action_input": "it"}';
  const { fields } = recordStream(read('StructuredChatOutputParser'), `\`\`\`json\n${step}\n\`\`\` so`);
  assert.deepEqual(
    fields.map(({ key, finalAt, closedAt }) => [key, finalAt, closedAt < finalAt!]),
    [
      ['tool', 8 + step.length, true],
      ['toolInput', 8 + step.length, true],
    ],
  );
});

test('a stream of comma-separated items takes all back where a field is longer than Python allows', () => {
  const reader = createReader(read('CommaSeparatedListOutputParser'));
  assert.equal(reader.push(`\ud83d\n\ude00${'a'.repeat(131071)}`).closed.length, 1);
  assert.deepEqual(reader.push('a').reopened, ['0']);
});

// A member is what the schema makes of it, whatever the others: those that are required may still come.
const told = { n: { type: 'integer' }, o: { type: 'object', properties: { a: { type: 'string' } } } };
for (const [runtime, type, additionalProperties, expected] of [
  ['python', 'PydanticOutputParser', undefined, { n: 5, o: { a: 'b' } }],
  ['python', 'PydanticOutputParser', false, { n: 5, o: { a: 'b' } }],
  ['python', 'PydanticOutputParser', true, { n: 5, o: { a: 'b' }, x: '1' }],
  ['python', 'PydanticOutputParser', { type: 'integer' }, { n: 5, o: { a: 'b' }, x: 1 }],
  ['js', 'StructuredOutputParser', undefined, { n: '5', o: { a: 'b' } }],
  ['js', 'StructuredOutputParser', { type: 'object', properties: {} }, { n: '5', o: { a: 'b' }, x: '1' }],
] as const)
  test(`members by a schema in ${runtime}, more of which are ${JSON.stringify(additionalProperties)}`, () => {
    const schema = { title: 'T', type: 'object', properties: told, required: ['n', 'late'] };
    const content_schema = { ...schema, ...(additionalProperties !== undefined && { additionalProperties }) };
    const [definition] = readDefinitions(
      JSON.stringify({ type, runtime, content_schema }),
      'x.parser.json',
    ).definitions;
    const { fields } = recordStream(definition!, '{"n": "5", "o": {"a": "b", "c": 1}, "x": "1"');
    assert.deepEqual(Object.fromEntries(fields.map(({ key, value }) => [key, toPlain(value() as never)])), expected);
  });

for (const keyword of ['oneOf', 'anyOf', 'allOf', 'const', 'enum'])
  test(`in JavaScript nothing is told of a member where \`${keyword}\` decides on the whole`, () => {
    const content_schema = { type: 'object', [keyword]: [{ type: 'object', properties: told }] };
    const text = JSON.stringify({ type: 'StructuredOutputParser', runtime: 'js', content_schema });
    const [definition] = readDefinitions(text, 'x.parser.json').definitions;
    assert.deepEqual(recordStream(definition!, '{"n": 5, "x": "1"').fields, []);
  });
