import assert from 'node:assert/strict';
import { toPlain } from '../../../../../src/engine/core/pyValue.ts';
import { readChatConversation, tripsThrough } from '../../../../../src/engine/tokens/index.ts';

const read = (value: unknown, name = 'x.messages.json', reasoning?: string) => {
  const { messages, tools } = readChatConversation(
    typeof value === 'string' ? value : JSON.stringify(value),
    name,
    reasoning,
  );
  return { messages: toPlain(messages), tools: toPlain(tools) };
};

suite('readChatConversation', () => {
  test('messages as chat templates take them stay as they are, with tools and comments', () => {
    const messages = [
      { role: 'user', content: [{ type: 'text', text: 'a' }, { type: 'image' }] },
      { role: 'assistant', content: null, thinking: 'b' },
    ];
    assert.deepEqual(read(messages), { messages, tools: null });
    assert.deepEqual(read(`// c\n{"messages": ${JSON.stringify(messages)}, "tools": [{"name": "f"}],}`), {
      messages,
      tools: [{ name: 'f' }],
    });
    assert.deepEqual(read('{"role": "user", "content": "a"}\n\n{"role": "user", "content": "b"}\n', 'x.jsonl'), {
      messages: [
        { role: 'user', content: 'a' },
        { role: 'user', content: 'b' },
      ],
      tools: null,
    });
  });

  test('arguments that are the text of an object are one', () => {
    const call = (args: unknown) => [
      { role: 'assistant', tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: args } }] },
    ];
    assert.deepEqual(read(call('{"a": 1}')).messages, call({ a: 1 }));
    assert.deepEqual(read(call('[1]')).messages, call('[1]'));
    assert.deepEqual(read(call('{')).messages, call('{'));
  });

  test('AgentScope’s blocks become thoughts, calls and results', () => {
    const blocks = [
      {
        role: 'assistant',
        name: 'A',
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'x' },
          { type: 'text', text: 'y' },
          { type: 'tool_use', id: '1', name: 'f', input: { a: 1 } },
        ],
      },
      {
        role: 'system',
        name: 'system',
        content: [{ type: 'tool_result', id: '1', name: 'f', output: [{ type: 'text', text: 'r' }] }],
      },
      { role: 'user', name: 'B', content: 'z' },
    ];
    assert.deepEqual(read(blocks, 'x.json', 'thinking').messages, [
      {
        role: 'assistant',
        content: 'x\ny',
        thinking: 'hm',
        tool_calls: [{ type: 'function', id: '1', function: { name: 'f', arguments: { a: 1 } } }],
      },
      { role: 'tool', name: 'f', tool_call_id: '1', content: 'r' },
      { role: 'user', content: 'z' },
    ]);
  });

  test('anything else is refused in words', () => {
    for (const text of ['', '{}', '[]', '[1]', '{"messages": 1}', '[{]'])
      assert.throws(() => read(text), { class: 'ValueError' }, text);
    assert.throws(() => read('{"role": "user"}\n{', 'x.jsonl'), /^ValueError: Line 2|Line 2/);
  });
});

suite('the conversations that end with an answer of one', () => {
  test('each answer with all that is before it; an answer to nothing is none', () => {
    const roles = ['assistant', 'user', 'assistant', 'tool', 'assistant', 'user'];
    const conversation = readChatConversation(JSON.stringify(roles.map(role => ({ role, content: 'x' }))), 'x.json');
    assert.deepEqual(
      tripsThrough('x.json', conversation).map(({ name, messages, tools }) => [name, messages.length, tools]),
      [
        ['x.json: message 3', 3, null],
        ['x.json: message 5', 5, null],
      ],
    );
  });
});
