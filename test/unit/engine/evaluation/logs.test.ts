import assert from 'node:assert/strict';
import { createRowReader, guessLog, type LogRow, logReaders } from '../../../../src/engine/index.ts';

const place = { log: 0, line: 1 };

/** What is read from a record that is alone in its log. */
function read(record: unknown, header?: unknown): LogRow & { readonly reader: string } {
  const { reader, field } = guessLog([record]);
  return { ...createRowReader({ reader, header, ...(field !== undefined && { field }) })(record, place), reader };
}

const chat = (message: unknown, rest = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'm',
  choices: [{ index: 0, message, finish_reason: 'stop' }],
  ...rest,
});

const rows: readonly (readonly [name: string, record: unknown, expected: Partial<LogRow> & { reader: string }])[] = [
  ['a text', 'hi', { reader: 'json', response: 'hi' }],
  [
    'a row with metadata',
    { id: 7, response: 'hi', expected: 'hi', model: 'm', meta: { lang: 'en' }, prompt: 'x' },
    { reader: 'json', id: '7', response: 'hi', expected: 'hi', columns: { model: 'm', 'meta.lang': 'en' } },
  ],
  [
    'a chat completion',
    chat({ role: 'assistant', content: 'hi' }),
    { reader: 'openai-chat', id: 'chatcmpl-1', response: 'hi', finish: 'stop' },
  ],
  [
    'a call of a tool',
    chat({ content: null, tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '{}' } }] }),
    {
      reader: 'openai-chat',
      response: {
        content: null,
        tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
    },
  ],
  [
    'a row of a batch',
    { custom_id: 'c', response: { status_code: 200, body: chat({ content: 'hi' }) } },
    { reader: 'openai-chat', id: 'c', response: 'hi' },
  ],
  [
    'a body of the Responses API',
    {
      id: 'r',
      object: 'response',
      model: 'm',
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [
        { type: 'reasoning', summary: [] },
        {
          type: 'message',
          content: [
            { type: 'output_text', text: 'a' },
            { type: 'output_text', text: 'b' },
          ],
        },
      ],
    },
    { reader: 'openai-responses', id: 'r', response: 'ab', finish: 'max_output_tokens' },
  ],
  [
    'a message of Anthropic’s',
    {
      type: 'message',
      id: 'm',
      content: [
        { type: 'thinking', thinking: 'x' },
        { type: 'text', text: 'hi' },
      ],
      stop_reason: 'end_turn',
      model: 'm',
    },
    {
      reader: 'anthropic-messages',
      id: 'm',
      response: 'hi',
      finish: 'end_turn',
      columns: { model: 'm', stop_reason: 'end_turn' },
    },
  ],
  [
    'a result of Anthropic’s batches',
    { custom_id: 'c', result: { type: 'errored', error: {} } },
    { reader: 'anthropic-messages', id: 'c', skip: 'connection-failed' },
  ],
  [
    'a step of a trajectory',
    { action: 'ls', observation: '', response: 'hi', thought: '' },
    { reader: 'swe-agent', response: 'hi' },
  ],
  [
    'a sample of Inspect',
    { id: 'q', epoch: 2, input: 'x', output: { model: 'm', choices: [{ message: { content: 'hi' } }] } },
    { reader: 'inspect', id: 'q#2', response: 'hi' },
  ],
  [
    'a sample of Inspect that failed',
    { id: 'q', epoch: 1, input: 'x', error: { message: 'gone' }, output: { model: 'm', choices: [] } },
    { reader: 'inspect', skip: 'connection-failed' },
  ],
  [
    'a sample of Inspect whose model failed',
    { id: 'q', epoch: 1, input: 'x', error: null, output: { model: 'm', choices: [], error: 'gone' } },
    { reader: 'inspect', skip: 'connection-failed' },
  ],
  [
    'a sample of Inspect without an answer',
    { id: 'q', epoch: 1, input: 'x', output: { model: 'm', choices: [] } },
    { reader: 'inspect', skip: 'no-response' },
  ],
  [
    'a message without text and calls',
    chat({ role: 'assistant', content: null }),
    { reader: 'openai-chat', response: { content: null } },
  ],
  [
    'a run of LangSmith that calls a tool',
    {
      id: 'l',
      run_type: 'llm',
      outputs: {
        generations: [
          [
            {
              text: '',
              message: {
                kwargs: {
                  content: 'I look',
                  additional_kwargs: {
                    tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '{}' } }],
                  },
                },
              },
            },
          ],
        ],
      },
    },
    {
      reader: 'langsmith',
      response: {
        content: 'I look',
        tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
    },
  ],
  [
    'a run of LangSmith',
    {
      id: 'l',
      run_type: 'llm',
      outputs: { generations: [[{ text: 'hi' }]] },
      extra: { metadata: { ls_model_name: 'm' } },
    },
    { reader: 'langsmith', response: 'hi', columns: { model: 'm' } },
  ],
  [
    'a run that is not a model’s',
    { id: 'l', run_type: 'tool', outputs: {} },
    { reader: 'langsmith', skip: 'not-an-answer' },
  ],
  [
    'a generation of Langfuse',
    { id: 'f', type: 'GENERATION', traceId: 't', output: { role: 'assistant', content: 'hi' } },
    { reader: 'langfuse', response: 'hi' },
  ],
  [
    'a generation of Langfuse',
    {
      id: 'f',
      type: 'GENERATION',
      traceId: 't',
      name: 'answer',
      level: 'DEFAULT',
      model: 'm',
      modelParameters: { temperature: 0.5 },
      output: { role: 'assistant', content: 'hi' },
    },
    {
      reader: 'langfuse',
      id: 'f',
      response: 'hi',
      columns: { model: 'm', temperature: '0.5', name: 'answer', level: 'DEFAULT' },
    },
  ],
  [
    'a generation of Langfuse with the names of its database',
    { id: 'f', type: 'GENERATION', trace_id: 't', model: 'm', model_parameters: { temperature: 1 }, output: 'hi' },
    { reader: 'langfuse', response: 'hi', columns: { model: 'm', temperature: '1' } },
  ],
  [
    'a generation of Langfuse that failed',
    { id: 'f', type: 'GENERATION', traceId: 't', level: 'ERROR', output: null },
    { reader: 'langfuse', skip: 'connection-failed', columns: { level: 'ERROR' } },
  ],
  [
    'a span of Langfuse',
    { id: 'f', type: 'SPAN', traceId: 't', output: {} },
    { reader: 'langfuse', skip: 'not-an-answer' },
  ],
  [
    'a run of ours',
    { id: '3', model: 'm', retry: 1, attempts: 1, request: {}, response: 'hi', finish_reason: 'length' },
    { reader: 'responses', id: '3#1', response: 'hi', finish: 'length' },
  ],
  [
    'a run of ours that failed',
    { id: '3', model: 'm', retry: 0, attempts: 3, request: {}, error: {} },
    { reader: 'responses', id: '3', skip: 'connection-failed' },
  ],
  [
    'a row that says why it ended, in Anthropic’s word',
    { response: 'hi', stop_reason: 'max_tokens' },
    { reader: 'json', response: 'hi', finish: 'max_tokens' },
  ],
  [
    'a call of a tool in a body of the Responses API',
    {
      object: 'response',
      output: [{ type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }],
    },
    {
      reader: 'openai-responses',
      response: {
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
    },
  ],
  [
    'a row with an id of its own that is not of a batch',
    { custom_id: 'c', result: 'good', response: 'hi', expected: { a: 1 }, input: { text: 'x' } },
    { reader: 'json', id: 'c', response: 'hi', columns: { result: 'good' } },
  ],
  [
    'some other field',
    { id: 'x', prompt: 'a very long question', completion: 'hi' },
    { reader: 'json', response: 'hi' },
  ],
  [
    'a conversation',
    {
      messages: [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: 'hi' },
      ],
    },
    { reader: 'json', response: { role: 'assistant', content: 'hi' } as never },
  ],
  ['nothing', { error: 'timeout' }, { reader: 'json', skip: 'connection-failed' }],
  ['no data', 12, { reader: 'json', skip: 'no-response' }],
];

suite('readers of logs', () => {
  for (const [name, record, expected] of rows)
    test(name, () => {
      const row = read(record);
      const found = Object.fromEntries(Object.keys(expected).map(key => [key, row[key as keyof LogRow]]));
      assert.deepEqual(found, expected);
    });

  const names =
    'response completion model_output output generation generated_text prediction answer assistant raw_response result text reply';
  for (const name of names.split(' '))
    test(`a text in \`${name}\` is the response, and not a longer one beside it`, () => {
      const record = { id: 'x', remark: 'long words about something else', [name]: 'hi' };
      const { response, reader } = read(record);
      assert.deepEqual([response, reader], ['hi', 'json']);
    });

  test('a row of a batch without an answer: whether it failed', () => {
    const toRow = createRowReader({ reader: 'openai-chat' });
    const records: [record: object, skip: string][] = [
      [{ custom_id: 'c', response: { status_code: 500, body: { error: { message: 'gone' } } } }, 'connection-failed'],
      [{ custom_id: 'c', response: null, error: { code: 'batch_expired' } }, 'connection-failed'],
      [{ custom_id: 'c', response: null, error: null }, 'no-response'],
      [{ choices: [] }, 'no-response'],
    ];
    for (const [record, skip] of records) assert.equal(toRow(record, place).skip, skip, JSON.stringify(record));
  });

  test('a field of a well-known name is the response also where few records have it, and else the longest', () => {
    const fieldOf = (...records: object[]) => guessLog(records).field;
    assert.equal(fieldOf({ remark: 'a' }, { remark: 'b' }, { remark: 'c', reply: 'd' }, { remark: 'e' }), 'reply');
    assert.equal(fieldOf({ remark: 'a', words: 'as many as there are' }), 'words');
    assert.equal(fieldOf({ remark: 'a', words: 'as many as there are' }, { remark: 'b' }), 'remark');
    assert.equal(fieldOf({ prompt: 'a very long question' }), undefined);
  });

  test('what the log says of all its rows', () => {
    const record = { id: 'q', epoch: 1, input: 'x', output: { choices: [{ message: { content: 'hi' } }] } };
    assert.deepEqual(read(record, { eval: { task: 'quiz', model: 'm' } }).columns, {
      model: 'm',
      task: 'quiz',
      sample: 'q',
      epoch: '1',
    });
  });

  test('a field of one’s own keeps what else the reader knows', () => {
    const toRow = createRowReader({ reader: 'openai-chat', field: 'choices[0].message.reasoning_content' });
    const { id, response } = toRow(chat({ content: 'hi', reasoning_content: 'hm' }), place);
    assert.deepEqual({ id, response }, { id: 'chatcmpl-1', response: 'hm' });
  });

  test('no record makes a reader throw', () => {
    const odd: readonly unknown[] = [
      null,
      1,
      'x',
      [],
      [[]],
      {},
      { choices: [] },
      { output: null, object: 'response' },
      { type: 'message', content: [null, 1] },
      { run_type: 'llm', outputs: { generations: [null] } },
      { type: 'GENERATION', traceId: 1, output: [null] },
    ];
    for (const reader of logReaders) for (const record of odd) reader.read(record, record);
  });
});
