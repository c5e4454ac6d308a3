import assert from 'node:assert/strict';
import { createParser, type ParseResult, readDefinitions } from '../../../../../src/engine/index.ts';

suite('structured_output of a message', () => {
  const content_schema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
  const text = JSON.stringify({ type: 'structured_output', kind: 'json_schema', content_schema });
  const { definitions } = readDefinitions(text, 'a.parser.json');
  const parser = createParser(definitions[0]!);
  const openai = (...calls: (readonly [string, string])[]) => ({
    content: null,
    tool_calls: calls.map(([name, args], i) => ({
      id: `c${i}`,
      type: 'function',
      function: { name, arguments: args },
    })),
  });
  const value = (result: ParseResult) => (result.ok ? result.value : `${result.error.class}: ${result.error.message}`);

  for (const [name, message, expected] of [
    ['OpenAI’s call', openai(['GenerateStructuredOutput', '{"a": 5}']), { a: 5 }],
    [
      'Anthropic’s call, whose arguments are decoded',
      {
        content: [
          { type: 'text', text: 'Here it is.' },
          { type: 'tool_use', id: 'c', name: 'GenerateStructuredOutput', input: { a: 5 } },
        ],
      },
      { a: 5 },
    ],
    ['the call behind another', openai(['look', '{}'], ['GenerateStructuredOutput', '{"a": 6}']), { a: 6 }],
    [
      'another call alone',
      openai(['look', '{"a": 5}']),
      "ToolNotFoundError: ToolNotFoundError: The tool named 'look' doesn't exist.",
    ],
    [
      'a call that is refused',
      openai(['GenerateStructuredOutput', '{"a": "x"}']),
      "AgentOrientedException: Input validation failed for tool 'GenerateStructuredOutput': 'x' is not of type 'integer'",
    ],
    ['a message without calls', { content: '{"a": 7}' }, { a: 7 }],
  ] as const)
    test(name, async () => {
      const result = await parser.parse(message);
      assert.deepEqual(value(result), expected);
      const length = typeof message.content === 'string' ? message.content.length : Number.POSITIVE_INFINITY;
      if (result.ok) assert.ok(result.fields.every(({ span }) => span.end <= length));
    });

  test('a broken input is repaired as the agent does, and told as it was checked and as it arrives', async () => {
    const result = await parser.parse(openai(['GenerateStructuredOutput', '{"a": 5.0']));
    assert.deepEqual([value(result), result.warnings.length], [{ a: 5 }, 1]);
    assert.ok(result.ok && result.fields.length === 1);
  });

  test('a text is the raw input, whatever its keys', async () => {
    const result = await parser.parse('{"a": 5, "tool_calls": []}');
    assert.deepEqual(value(result), { a: 5, tool_calls: [] });
  });
});
