import assert from 'node:assert/strict';
import { toPlain } from '../../../../../src/engine/core/pyValue.ts';
import type { ParseResult } from '../../../../../src/engine/core/result.ts';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { parserTypes } from '../../../../../src/engine/systems/registry.ts';

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

  const tool = 'GenerateStructuredOutput';
  const tool_calls = [{ id: 'c', type: 'function', function: { name: tool, arguments: '{"a": 5}' } }];
  for (const [key, message] of Object.entries({
    choices: { choices: [{ message: { role: 'assistant', tool_calls } }] },
    output: { output: [{ type: 'function_call', call_id: 'c', name: tool, arguments: '{"a": 5}' }] },
    content: { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: tool, input: { a: 5 } }] },
    tool_calls: { role: 'assistant', tool_calls },
    message: { message: 'Here it is.', tool_calls },
  }))
    test(`a text whose \`${key}\` the schema has is no message`, async () => {
      const own = { type: 'object', properties: { [key]: {} } };
      const file = JSON.stringify({ type: 'structured_output', kind: 'json_schema', content_schema: own });
      const reader = createParser(readDefinitions(file, 'a.parser.json').definitions[0]!);
      assert.deepEqual(value(await reader.parse(JSON.stringify(message))), message);
      assert.deepEqual(value(await parser.parse(JSON.stringify(message))), { a: 5 });
    });

  test('the same message as JSON text, with the places of the keys in it', async () => {
    const text = JSON.stringify(
      openai(['look', '{}'], ['GenerateStructuredOutput', '{"a": 6, "b": "x\\n\\"y\\""}']),
      null,
      2,
    );
    const result = await parser.parse(text);
    assert.deepEqual(value(result), { a: 6, b: 'x\n"y"' });
    assert.ok(result.ok);
    assert.deepEqual(
      result.fields.map(({ key, inner }) => [key, text.slice(inner.start, inner.end)]),
      [
        ['a', '6'],
        ['b', 'x\\\\n\\\\\\"y\\\\\\"'],
      ],
    );
    const anthropic = JSON.stringify([
      { type: 'tool_use', id: 'c', name: 'GenerateStructuredOutput', input: { a: 5 } },
    ]);
    const decoded = await parser.parse(anthropic);
    assert.ok(decoded.ok);
    assert.deepEqual(
      decoded.fields.map(({ span }) => anthropic.slice(span.start, span.end)),
      ['5'],
    );
  });

  test('of three calls and more the last good one counts; where none is good, the last one’s error', async () => {
    const calls = (...inputs: string[]) => openai(...inputs.map(each => ['GenerateStructuredOutput', each] as const));
    assert.deepEqual(value(await parser.parse(calls('{"a": 1}', '{}', '{"a": 3}'))), { a: 3 });
    assert.deepEqual(value(await parser.parse(calls('{"a": 1}', '{"a": 2}', '{"a": "x"}'))), { a: 2 });
    assert.match(String(value(await parser.parse(calls('{}', '{}', '{"a": "x"}')))), /'x' is not of type 'integer'/);
    const other = openai(['look', '{}'], ['look', '{}'], ['look', '{}'], ['GenerateStructuredOutput', '{"a": 4}']);
    assert.deepEqual(value(await parser.parse(JSON.stringify(other))), { a: 4 });
  });

  test('a text whose schema has keys of a message is the raw input', async () => {
    const properties = { tool_calls: { type: 'array' } };
    const own = JSON.stringify({
      type: 'structured_output',
      content_schema: { type: 'object', properties, title: 'X' },
    });
    const { definitions } = readDefinitions(own, 'a.parser.json');
    const given = JSON.stringify(openai(['GenerateStructuredOutput', '{"a": 1}']));
    const result = await createParser(definitions[0]!).parse(given);
    assert.equal(JSON.stringify(value(result)).includes('tool_calls'), true);
  });

  test('a draft has the keys of the calls, those of all required', async () => {
    const message = (input: object) => JSON.stringify(openai(['GenerateStructuredOutput', JSON.stringify(input)]));
    const responses = [message({ a: 1, b: 'x' }), message({ a: 1.5, b: null })];
    const draft = parserTypes.find(({ type }) => type === 'structured_output')!.responses!.draft!(responses);
    assert.deepEqual(toPlain(draft!), {
      kind: 'json_schema',
      content_schema: { type: 'object', properties: { a: { type: 'number' }, b: {} }, required: ['a', 'b'] },
    });
    assert.equal(
      parserTypes.find(({ type }) => type === 'structured_output')!.responses!.draft!(['{"a": 1}']),
      undefined,
    );
  });
});
