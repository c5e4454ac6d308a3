import assert from 'node:assert/strict';
import { operations } from '../../../../conformance/adapters/operations.ts';

const { langchain } = operations;

type Input = Parameters<typeof langchain.parse>[0];

const python = (parser: string, more: Omit<Input, 'runtime' | 'parser'> = {}): Input => ({
  runtime: 'python',
  parser,
  ...more,
});
const part = (call: object) => ({ content: '', additional_kwargs: { function_call: call } });

/** What an operation gives, or the class and message of what it raises. */
function outcome(operation: () => unknown): unknown {
  try {
    return operation();
  } catch (error) {
    const { class: name, message } = error as { class?: string; message: string };
    return `${name}: ${message}`;
  }
}

suite("LangChain's parsers", () => {
  const calls = { message_chunks: [part({ name: 'f', arguments: '{"a"' }), part({ arguments: ': 1}' })] };
  const model = { name: 'J', content_schema: { properties: { a: { type: 'integer' } }, required: ['a'], title: 'J' } };
  const missing = "'OutputFunctionsParser' object has no attribute";
  const cases: readonly (readonly [what: string, operation: () => unknown, expected: unknown])[] = [
    [
      'a reader of results has no instruction',
      () => langchain.formatInstruction(python('OutputFunctionsParser')),
      `AttributeError: ${missing} 'get_format_instructions'`,
    ],
    [
      'a reader of results parses no text',
      () => langchain.parse(python('OutputFunctionsParser', { text: 'x' })),
      `AttributeError: ${missing} 'parse'`,
    ],
    [
      'a reader of results reads at the end of a stream',
      () => langchain.stream(python('OutputFunctionsParser', calls)),
      ['{"a": 1}'],
    ],
    [
      'any other parser of calls reads with each chunk',
      () => langchain.stream(python('JsonOutputFunctionsParser', calls)),
      [{}, { a: 1 }],
    ],
    [
      'part of a list is read as the whole of one',
      () => langchain.parsePartial(python('CommaSeparatedListOutputParser', { text: 'a, b' })),
      ['a', 'b'],
    ],
    [
      'part of an object that its model refuses is None',
      () => langchain.parsePartial(python('PydanticOutputParser', { text: '{"a', config: { pydantic_object: model } })),
      null,
    ],
    [
      'NaN inside a list is the same one with every chunk',
      () => langchain.stream(python('JsonOutputParser', { chunks: ['[NaN', ']', ' '] })),
      [[{ $py: 'nan' }]],
    ],
    [
      'NaN alone differs from itself',
      () => langchain.stream(python('JsonOutputParser', { chunks: ['NaN', ' '] })),
      [{ $py: 'nan' }, { $py: 'nan' }],
    ],
  ];
  for (const [what, operation, expected] of cases) test(what, () => assert.deepEqual(outcome(operation), expected));

  test('a model that is null is one that is missing', () => {
    const input = python('PydanticOutputParser', { config: { pydantic_object: null } });
    assert.match(String(outcome(() => langchain.formatInstruction(input))), /^ValidationError: 1 validation error for/);
  });

  test('in JavaScript a schema checks the arguments of a call, but those of a stream', () => {
    const zodSchema = {
      zod: 4,
      content_schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      source: 'z.object({ a: z.string() })',
    };
    const base = { runtime: 'js', parser: 'JsonOutputKeyToolsParser' } as const;
    const config = { keyName: 'J', returnSingle: true, zodSchema };
    const message = { content: '', tool_calls: [{ name: 'J', args: { a: 1 }, id: 'c', type: 'tool_call' }] };
    assert.match(
      String(outcome(() => langchain.parseToolCalls({ ...base, config, message }))),
      /^OutputParserException: Failed to parse\. /,
    );
    const chunk = { name: 'J', args: '{"a": 1}', id: 'c', index: 0, type: 'tool_call_chunk' };
    const message_chunks = [{ content: '', tool_call_chunks: [chunk] }];
    assert.deepEqual(langchain.stream({ ...base, config, message_chunks }), [{ a: 1 }]);
  });
});
