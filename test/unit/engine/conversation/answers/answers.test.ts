import assert from 'node:assert/strict';
import { appendAnswer, isAnswer, readAnswer, readConversation } from '../../../../../src/engine/conversation/index.ts';
import { applyEdits } from '../../../../applyEdits.ts';

const vote = `{ "type": "MarkdownJsonDictParser", "content_hint": { "thought": "t", "vote": "player" }, "keys_to_memory": KEYS }`;
const raw = '```json\n{"thought": "Hm", "vote": "Ann"}\n```';

async function answer(definitionText: string, content: unknown) {
  const text = JSON.stringify({ parser: 'x.parser.json', messages: [{ name: 'Bob', role: 'assistant', content }] });
  return readAnswer(readConversation(text, 'a.messages.json').conversation!, 0, { definitionText });
}

suite('answers of a conversation', () => {
  const remembered: readonly (readonly [string, unknown])[] = [
    ['"vote"', 'Ann'],
    ['true', "{'thought': 'Hm', 'vote': 'Ann'}"],
    ['["vote"]', "{'vote': 'Ann'}"],
    ['false', []],
  ];
  for (const [keys, content] of remembered)
    test(`are remembered by keys_to_memory ${keys}`, async () => {
      const read = await answer(vote.replace('KEYS', keys), raw);
      assert.ok(read?.result.ok);
      assert.deepEqual('content' in read.remembered && read.remembered.content, content);
      // The spans are of the message's text.
      assert.equal(read.response, raw);
      assert.equal(raw.slice(read.result.fields[1]!.inner.start, read.result.fields[1]!.inner.end), 'Ann');
    });

  test('that cannot be read, or lack the key, are not remembered', async () => {
    const broken = await answer(vote.replace('KEYS', '"vote"'), 'Ann!');
    assert.equal('error' in broken!.remembered && broken!.remembered.error.class, 'JsonParsingError');
    const missing = await answer(vote.replace('KEYS', '"veto"'), raw);
    assert.equal('error' in missing!.remembered && missing!.remembered.error.class, 'KeyError');
  });

  test('are the assistant’s', async () => {
    const text = JSON.stringify([
      { name: 'a', role: 'user', content: raw },
      { name: 'b', role: 'assistant', content: [{ type: 'image' }] },
      { name: 'c', role: 'assistant', content: '' },
      { name: 'd', role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'f', input: {} }] },
      {
        name: 'e',
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'x' },
        ],
      },
      { name: 'f', role: 'assistant', content: [{ type: 'tool_result', id: '1', name: 'f', output: [] }] },
      { name: 'g', role: 'assistant', content: [{ type: 'tool_call', id: '1', name: 'f', input: '{}' }] },
    ]);
    const { messages } = readConversation(text, 'a.messages.json').conversation!;
    assert.deepEqual(messages.map(isAnswer), [false, false, true, true, true, false, true]);
  });
});

suite('appending a parsed answer', () => {
  const bob = { name: 'Bob', role: 'assistant' };

  test('adds an item laid out like the file, and keeps all else', () => {
    const text =
      '{\n  // who\n  "messages": [\n    { "name": "Bob", "role": "assistant", "content": "x" }, // last\n  ]\n}';
    const after = applyEdits(text, appendAnswer(text, 'a.messages.json', bob, 'Ann'));
    assert.ok(after.startsWith(text.slice(0, text.indexOf('// last') + 7)));
    const { conversation, problems } = readConversation(after, 'a.messages.json');
    assert.deepEqual(problems, []);
    assert.deepEqual(
      conversation!.messages.map(({ name, role, content }) => [name, role, content]),
      [
        ['Bob', 'assistant', 'x'],
        ['Bob', 'assistant', 'Ann'],
      ],
    );
  });

  for (const text of [
    '',
    '{"name": "a", "role": "user", "content": "x"}',
    '{"name": "a", "role": "user", "content": "x"}\r\n',
  ])
    test(`adds a line to ${JSON.stringify(text)}`, () => {
      const after = applyEdits(text, appendAnswer(text, 'a.messages.jsonl', bob, []));
      const { conversation, problems } = readConversation(after, 'a.messages.jsonl');
      assert.deepEqual(problems, []);
      assert.deepEqual(conversation!.messages.at(-1)?.content, []);
      assert.equal(conversation!.messages.length, text === '' ? 1 : 2);
    });

  test('leaves what is not a conversation alone', () =>
    assert.deepEqual(appendAnswer('{ "messages": 1 }', 'a.messages.json', bob, 'x'), []));
});
