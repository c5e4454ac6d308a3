import assert from 'node:assert/strict';
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
