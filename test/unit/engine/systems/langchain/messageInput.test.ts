import assert from 'node:assert/strict';
import type { EngineError } from '../../../../../src/engine/core/errors.ts';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { messageInput } from '../../../../../src/engine/systems/langchain/messageInput.ts';

/** A message, and its calls as `name: arguments` where they are written. */
const messages: readonly (readonly [what: string, message: unknown, calls: readonly string[]])[] = [
  [
    'OpenAI’s message',
    {
      content: '',
      tool_calls: [
        { id: 'a', function: { name: 'joke', arguments: '{}' } },
        { id: 'b', function: { name: 'pun', arguments: '[1]' } },
      ],
    },
    ['joke: {}', 'pun: [1]'],
  ],
  ['a legacy call', { content: '', function_call: { name: 'joke', arguments: '{}' } }, ['joke: {}']],
  [
    'a completion',
    { choices: [{ message: { tool_calls: [{ function: { name: 'joke', arguments: '{}' } }] } }] },
    ['joke: {}'],
  ],
  [
    'calls among which one is not an object',
    { content: '', tool_calls: [{ name: 'joke', args: { a: 1 } }, 'lost', { name: 'pun', args: {} }] },
    ['joke: {"a":1}', 'pun: {}'],
  ],
  [
    'LangChain’s own message',
    {
      content: '',
      tool_calls: [
        { name: 'joke', args: { a: 1 } },
        { name: 'pun', args: {} },
      ],
    },
    ['joke: {"a":1}', 'pun: {}'],
  ],
  [
    'LangChain’s own message with raw calls',
    { content: '', additional_kwargs: { tool_calls: [{ function: { name: 'joke', arguments: '{}' } }] } },
    ['joke: {}'],
  ],
  [
    'Anthropic’s blocks',
    [
      { type: 'text', text: 'Well.' },
      { type: 'tool_use', name: 'joke', input: { a: 1 } },
    ],
    ['joke: {"a":1}'],
  ],
  [
    'the output of OpenAI’s responses',
    { output: [{ type: 'function_call', name: 'joke', arguments: '{"a":1}' }] },
    ['joke: {\\"a\\":1}'],
  ],
];

suite('A message as LangChain’s classes get it', () => {
  for (const [what, message, expected] of messages)
    test(`${what}: its calls are told with their places`, () => {
      const text = JSON.stringify(message);
      const { calls, isPasted } = messageInput({ text });
      assert.ok(isPasted);
      const shown = calls.map(({ name, span, inner }) => {
        assert.ok(span.start <= inner.start && inner.end <= span.end);
        return `${String(name)}: ${text.slice(inner.start, inner.end)}`;
      });
      assert.deepEqual(shown, expected);
    });

  for (const text of [
    '[1]',
    '["text"]',
    '[{"text": "a"}, {"type": "text", "text": "b"}]',
    '[{"type": 1}]',
    '[]',
    '[null]',
  ])
    test(`a list that is not one of blocks is a text: ${text}`, () =>
      assert.deepEqual(messageInput({ text }), {
        fields: new Map([['content', text]]),
        calls: [],
        isPasted: false,
        isOwn: false,
      }));

  test('the calls of OpenAI’s responses are read', async () => {
    const [definition] = readDefinitions('{"type": "JsonOutputToolsParser"}', 'x.parser.json').definitions;
    const call = { type: 'function_call', call_id: 'c', name: 'joke', arguments: '{"a":1}' };
    const result = await createParser(definition!).parse(JSON.stringify({ output: [call] }));
    assert.deepEqual(result.ok && result.value, [{ type: 'joke', args: { a: 1 } }]);
  });

  test('without a class Pydantic’s parser says which field is missing', () => {
    const [definition] = readDefinitions('{"type": "PydanticOutputParser"}', 'x.parser.json').definitions;
    assert.throws(
      () => createParser(definition!).formatInstruction(),
      (error: EngineError) => error.class === 'ValidationError' && error.message.includes('pydantic_object'),
    );
  });

  test('a value that does not fit is quoted as it is, whatever its alphabet', async () => {
    const content_schema = { title: 'A', type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
    const text = JSON.stringify({ type: 'PydanticOutputParser', runtime: 'python', content_schema });
    const [definition] = readDefinitions(text, 'x.parser.json').definitions;
    const result = await createParser(definition!).parse('{"a": "é"}');
    assert.match(result.ok ? '' : result.error.message, /^Failed to parse A from completion \{"a": "é"\}\. Got: /);
  });
});
