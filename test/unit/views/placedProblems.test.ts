import { deepEqual } from 'node:assert/strict';
import { checkConversation, readConversation } from '../../../src/engine/index.ts';
import { placedProblems } from '../../../src/views/checkedFile.ts';

test('problems of a conversation stand in the order of the file, each with the message that it is in', () => {
  const text = `{
  "formatter": "NoFormatter",
  "messages": [
    { "name": "A", "role": "user", "content": "x" },
    5,
    { "name": "A", "role": "nobody", "content": "x" }
  ]
}`;
  const { conversation, problems } = readConversation(text, 'x.messages.json');
  const all = [...(conversation ? checkConversation(conversation) : []), ...problems].reverse();
  deepEqual(
    placedProblems(text, conversation, all).map(({ index, line }) => [index, line]),
    [
      [undefined, 2],
      [1, 5],
      [2, 6],
    ],
  );
});
