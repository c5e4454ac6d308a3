import assert from 'node:assert/strict';
import type { ModelMessage } from '../../../../src/engine/core/result.ts';
import { createRowReader, guessLog, type LogRow, logReaders } from '../../../../src/engine/evaluation/index.ts';
import { dataAt } from '../../../../src/engine/json/plainData.ts';

const place = { log: 0, line: 1 };

/** What is read from a record that is alone in its log. */
function read(record: unknown, header?: unknown): LogRow & { readonly reader: string } {
  const { reader, field, body } = guessLog([record]);
  const own = { ...(field !== undefined && { field }), ...(body !== undefined && { body }) };
  return { ...createRowReader({ reader, header, ...own })(record, place), reader };
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
  ...['finish_reason', 'stop_reason', 'done_reason', 'finishReason', 'stopReason'].map(
    key =>
      [
        `a row with \`${key}\``,
        { response: 'hi', [key]: 'end' },
        { reader: 'json', response: 'hi', finish: 'end' },
      ] as const,
  ),
  [
    'members of a row that tell nothing to group by',
    {
      response: 'hi',
      expected: { a: 1 },
      request: { b: 1 },
      message: { c: 1 },
      input: { d: 1 },
      prompt: 'x',
      custom_id: 'y',
      lang: 'en',
    },
    { reader: 'json', id: 'y', response: 'hi', expected: { a: 1 }, columns: { lang: 'en' } },
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
    'a result of Anthropic’s batches that succeeded',
    {
      custom_id: 'c',
      result: { type: 'succeeded', message: { type: 'message', id: 'm', content: [{ type: 'text', text: 'hi' }] } },
    },
    { reader: 'anthropic-messages', id: 'c', response: 'hi' },
  ],
  [
    'a result of Anthropic’s batches',
    { custom_id: 'c', result: { type: 'errored', error: {} } },
    { reader: 'anthropic-messages', id: 'c', skip: 'connection-failed' },
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
        output: [{ type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }],
      },
    },
  ],
  [
    'a call of a custom tool, which takes a text',
    {
      object: 'response',
      output: [{ type: 'custom_tool_call', call_id: 'c', name: 'run', input: 'print(1)' }],
    },
    {
      reader: 'openai-responses',
      response: {
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'run', arguments: '{"input":"print(1)"}' } }],
        output: [{ type: 'custom_tool_call', call_id: 'c', name: 'run', input: 'print(1)' }],
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
  [
    'a refusal',
    chat({ role: 'assistant', content: null, refusal: 'I cannot help with that.' }),
    { reader: 'openai-chat', response: { content: null } },
  ],
  [
    'an answer in parts',
    chat({ role: 'assistant', content: [{ type: 'text', text: 'hi' }] }),
    { reader: 'openai-chat', response: { content: [{ type: 'text', text: 'hi' }] } as never },
  ],
  [
    'the call of a function, as OpenAI wrote it before there were tools',
    chat({ role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } }),
    { reader: 'openai-chat', response: { content: null, function_call: { name: 'f', arguments: '{}' } } as never },
  ],
  ['a chat completion without a choice', chat(null, { choices: [] }), { reader: 'openai-chat', skip: 'no-response' }],
  [
    'a piece of a streamed chat completion',
    { object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'h' } }] },
    { reader: 'openai-chat', skip: 'stream-part' },
  ],
  [
    'the last piece of a streamed chat completion',
    { object: 'chat.completion.chunk', choices: [], usage: {} },
    { reader: 'openai-chat', skip: 'stream-part' },
  ],
  [
    'a body of the Responses API beside its request',
    {
      request: { input: 'x' },
      response: {
        id: 'r',
        object: 'response',
        model: 'm',
        status: 'completed',
        output: [{ type: 'message', content: [{ type: 'output_text', text: 'hi' }] }],
      },
    },
    { reader: 'openai-responses', id: 'r', response: 'hi', columns: { model: 'm', status: 'completed' } },
  ],
  [
    'the end of a stream of the Responses API',
    {
      type: 'response.completed',
      sequence_number: 9,
      response: { object: 'response', output: [{ type: 'message', content: [{ type: 'output_text', text: 'hi' }] }] },
    },
    { reader: 'openai-responses', response: 'hi' },
  ],
  [
    'a piece of a stream of the Responses API',
    { type: 'response.output_text.delta', sequence_number: 4, delta: 'h' },
    { reader: 'openai-responses', skip: 'stream-part' },
  ],
  [
    'the start of a stream of the Responses API',
    {
      type: 'response.created',
      sequence_number: 0,
      response: { object: 'response', status: 'in_progress', output: [] },
    },
    { reader: 'openai-responses', skip: 'stream-part' },
  ],
  [
    'a message of Anthropic’s beside its request',
    {
      request: { model: 'm', messages: [] },
      response: {
        type: 'message',
        id: 'm1',
        model: 'm',
        content: [{ type: 'text', text: 'hi' }],
        stop_reason: 'max_tokens',
      },
    },
    {
      reader: 'anthropic-messages',
      id: 'm1',
      response: 'hi',
      finish: 'max_tokens',
      columns: { model: 'm', stop_reason: 'max_tokens' },
    },
  ],
  [
    'a row of a batch of Bedrock’s',
    {
      recordId: 'R1',
      modelInput: { messages: [] },
      modelOutput: { type: 'message', content: [{ type: 'text', text: 'hi' }], stop_reason: 'end_turn' },
    },
    { reader: 'anthropic-messages', id: 'R1', response: 'hi' },
  ],
  [
    'a row that names the model itself',
    { model: 'claude', response: { type: 'message', id: 'm2', content: [{ type: 'text', text: 'hi' }] } },
    { reader: 'anthropic-messages', id: 'm2', response: 'hi', columns: { model: 'claude' } },
  ],
  [
    'a piece of a streamed message of Anthropic’s',
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'h' } },
    { reader: 'anthropic-messages', skip: 'stream-part' },
  ],
  [
    'an error of Anthropic’s',
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    { reader: 'anthropic-messages', skip: 'connection-failed' },
  ],
  [
    'a sample of Inspect that calls a tool',
    {
      id: 'q',
      epoch: 1,
      input: 'x',
      output: {
        choices: [
          {
            message: {
              content: [
                { type: 'reasoning', reasoning: 'hm' },
                { type: 'text', text: 'I look' },
              ],
              tool_calls: [{ id: 't', function: 'bash', arguments: { cmd: 'ls' }, type: 'function' }],
            },
          },
        ],
      },
    },
    {
      reader: 'inspect',
      response: {
        content: 'I look',
        tool_calls: [{ id: 't', type: 'function', function: { name: 'bash', arguments: '{"cmd":"ls"}' } }],
      },
    },
  ],
  [
    'a run of LangSmith, with what its message says',
    {
      id: 'l',
      run_type: 'llm',
      outputs: {
        generations: [
          [
            {
              text: 'hi',
              generation_info: { finish_reason: 'length' },
              message: { lc: 1, kwargs: { content: 'hi', tool_calls: [], response_metadata: {} } },
            },
          ],
        ],
      },
    },
    { reader: 'langsmith', response: 'hi', finish: 'length' },
  ],
  [
    'a run of LangSmith that calls a tool of Anthropic’s',
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
                  content: [{ type: 'tool_use', id: 't', name: 'f', input: { x: 1 } }],
                  additional_kwargs: {},
                  response_metadata: { stop_reason: 'tool_use' },
                  tool_calls: [{ name: 'f', args: { x: 1 }, id: 't', type: 'tool_call' }],
                },
              },
            },
          ],
        ],
      },
    },
    {
      reader: 'langsmith',
      finish: 'tool_use',
      response: {
        content: null,
        tool_calls: [{ id: 't', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }],
      },
    },
  ],
  [
    'a run of LangSmith that has the body of OpenAI',
    {
      id: 'l',
      run_type: 'llm',
      outputs: { choices: [{ finish_reason: 'length', message: { role: 'assistant', content: 'hi' } }] },
    },
    { reader: 'langsmith', response: 'hi', finish: 'length' },
  ],
  [
    'a run of LangSmith that has the body of Anthropic',
    {
      id: 'l',
      run_type: 'llm',
      outputs: {
        type: 'message',
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look' },
          { type: 'tool_use', id: 't', name: 'f', input: {} },
        ],
        stop_reason: 'tool_use',
      },
    },
    {
      reader: 'langsmith',
      finish: 'tool_use',
      response: {
        content: 'I look',
        tool_calls: [{ id: 't', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
    },
  ],
  [
    'a run of LangSmith with a message',
    { id: 'l', run_type: 'llm', outputs: { message: { role: 'assistant', content: 'hi' } } },
    { reader: 'langsmith', response: 'hi' },
  ],
  [
    'a run of LangSmith with messages',
    {
      id: 'l',
      run_type: 'llm',
      outputs: {
        messages: [
          { role: 'user', content: 'x' },
          { role: 'assistant', content: 'hi' },
        ],
      },
    },
    { reader: 'langsmith', response: 'hi' },
  ],
  [
    'a run of LangSmith whose output is a message',
    { id: 'l', run_type: 'llm', outputs: { output: { role: 'assistant', content: 'hi' } } },
    { reader: 'langsmith', response: 'hi' },
  ],
  [
    'a run of LangSmith in a table, where data are texts',
    {
      id: 'l',
      run_type: 'llm',
      outputs: '{"generations":[[{"text":"hi"}]]}',
      extra: '{"metadata":{"ls_model_name":"m"}}',
    },
    { reader: 'langsmith', response: 'hi', columns: { model: 'm' } },
  ],
  [
    'a generation of Langfuse in a table, where data are texts',
    {
      id: 'f',
      type: 'GENERATION',
      trace_id: 't',
      provided_model_name: 'm',
      model_parameters: '{"temperature":0.3}',
      output: '{"role":"assistant","content":"hi"}',
    },
    { reader: 'langfuse', response: 'hi', columns: { model: 'm', temperature: '0.3' } },
  ],
  [
    'a generation of Langfuse whose answer is JSON itself',
    { id: 'f', type: 'GENERATION', traceId: 't', output: '{"content":"hi"}' },
    { reader: 'langfuse', response: '{"content":"hi"}' },
  ],
  [
    'a generation of Langfuse with blocks',
    { id: 'f', type: 'GENERATION', traceId: 't', output: [{ type: 'text', text: 'hi' }] },
    { reader: 'langfuse', response: 'hi' },
  ],
  [
    'an answer of Ollama’s',
    { model: 'm', message: { role: 'assistant', content: 'hi' }, done: true, done_reason: 'length' },
    { reader: 'json', response: { role: 'assistant', content: 'hi' } as never, finish: 'length' },
  ],
  [
    'an answer of Gemini’s',
    {
      candidates: [{ content: { parts: [{ text: 'hi' }], role: 'model' }, finishReason: 'MAX_TOKENS' }],
      modelVersion: 'm',
    },
    { reader: 'gemini', response: 'hi', finish: 'MAX_TOKENS', columns: { model: 'm', finish_reason: 'MAX_TOKENS' } },
  ],
  [
    'parts of an answer of Gemini’s, without what it thinks',
    { candidates: [{ content: { parts: [{ text: 'hm {', thought: true }, { text: 'h' }, { text: 'i' }] } }] },
    { reader: 'gemini', response: 'hi' },
  ],
  [
    'a call of a tool in a row of Gemini’s batch, as its Python client writes it',
    {
      key: 'k',
      response: {
        candidates: [
          {
            content: { parts: [{ function_call: { name: 'f', args: { a: 1 } } }] },
            finish_reason: 'FinishReason.STOP',
          },
        ],
        model_version: 'm',
      },
    },
    {
      reader: 'gemini',
      id: 'k',
      finish: 'STOP',
      response: {
        content: null,
        tool_calls: [{ id: 'f', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
      },
    },
  ],
  [
    'a call of Gemini’s that the provider could not read, with what it says',
    {
      candidates: [
        { content: {}, finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'Malformed function call: f(' },
      ],
    },
    {
      reader: 'gemini',
      response: { content: null },
      finish: 'MALFORMED_FUNCTION_CALL',
      failure: { class: 'MALFORMED_FUNCTION_CALL', message: 'Malformed function call: f(' },
    },
  ],
  [
    'a question that Gemini refused',
    { response: { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: {} }, request: {} },
    { reader: 'gemini', response: { content: null } },
  ],
  [
    'a failed row of Gemini’s batch, by the reader of the others',
    { key: 'k', error: { code: 3 } },
    { reader: 'json', id: 'k', skip: 'connection-failed' },
  ],
  [
    'a chat completion in a member of a row, with what the row says of it',
    {
      request_id: 'h',
      task: 'plan',
      request_body: { messages: [{ role: 'user', content: 'a long question' }] },
      response_body: chat({ role: 'assistant', content: null, tool_calls: [{ function: { name: 'f' } }] }),
      expected: { a: 1 },
    },
    {
      reader: 'openai-chat',
      id: 'h',
      finish: 'stop',
      expected: { a: 1 },
      response: { content: null, tool_calls: [{ function: { name: 'f' } }] },
      columns: { task: 'plan', model: 'm', finish_reason: 'stop' },
    },
  ],
  [
    'a chat completion as JSON text in a cell of a table',
    { request_id: 'h', response: JSON.stringify(chat({ content: 'hi' })) },
    { reader: 'openai-chat', id: 'h', response: 'hi' },
  ],
  [
    'Anthropic’s message in a member of a row, without what it thinks',
    {
      output: {
        type: 'message',
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'hi' },
        ],
      },
    },
    { reader: 'anthropic-messages', response: 'hi' },
  ],
  [
    'the message of an answer, of which the text is only a part',
    { output: [{ message: { role: 'assistant', content: 'hi', tool_calls: [{ function: { name: 'f' } }] } }] },
    {
      reader: 'json',
      response: { role: 'assistant', content: 'hi', tool_calls: [{ function: { name: 'f' } }] } as ModelMessage,
    },
  ],
  [
    'what the row around an answer says, and the answer’s metadata',
    { task: 'plan', response: chat({ content: 'hi' }, { metadata: { lang: 'en' } }) },
    {
      reader: 'openai-chat',
      columns: { task: 'plan', model: 'm', finish_reason: 'stop', 'metadata.lang': 'en' },
    },
  ],
  [
    'an expected value that an export leaves open',
    { input: 'x', output: 'hi', expected: null },
    { reader: 'json', response: 'hi', expected: undefined },
  ],
  [
    'an empty cell of expected values',
    { response: 'hi', expected: '' },
    { response: 'hi', reader: 'json', expected: undefined },
  ],
  [
    'an observation of Langfuse in a table, texts in quotes',
    { id: '"o"', type: '"GENERATION"', traceId: '"t"', model: '"m"', output: '"h\\"i"', level: '"DEFAULT"' },
    { reader: 'langfuse', id: 'o', response: 'h"i', columns: { model: 'm', level: 'DEFAULT' } },
  ],
  [
    'an observation of Langfuse in a table that failed',
    { id: 'o', type: 'GENERATION', traceId: 't', output: '', level: 'ERROR' },
    { reader: 'langfuse', skip: 'connection-failed' },
  ],
  [
    'a completion that is not of a chat',
    { id: 'c', object: 'text_completion', choices: [{ text: 'hi', finish_reason: 'length' }] },
    { reader: 'json', response: 'hi', finish: 'length' },
  ],
  [
    'a conversation of ShareGPT’s',
    {
      conversations: [
        { from: 'human', value: 'x' },
        { from: 'gpt', value: 'hi' },
      ],
    },
    { reader: 'json', response: 'hi' },
  ],
  [
    'what is known of a row, and no answer',
    {
      object: 'thing',
      type: 'error',
      status: 'failed',
      role: 'assistant',
      created_at: 'now',
      request_id: 'x',
      url: '/v1',
    },
    { reader: 'json', skip: 'no-response' },
  ],
  [
    'a message with the response that it is of',
    { role: 'assistant', content: 'hi', extra: { response: { choices: [{ finish_reason: 'length' }] } } },
    { reader: 'messages', response: 'hi', finish: 'length' },
  ],
  [
    'a message that calls a tool',
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: '1', type: 'function', function: { name: 'bash', arguments: '{}' } }],
    },
    {
      reader: 'messages',
      response: {
        content: null,
        tool_calls: [{ id: '1', type: 'function', function: { name: 'bash', arguments: '{}' } }],
      },
    },
  ],
  ...['system', 'developer', 'user', 'tool', 'function', 'exit'].map(
    role =>
      [
        `what has the role \`${role}\``,
        { role, content: 'hi' },
        { reader: 'messages', skip: 'not-an-answer' },
      ] as const,
  ),
  ['a choice whose message is a text', chat('hi'), { reader: 'openai-chat', skip: 'no-response' }],
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

  for (const [name, beside] of [
    ['model_response', {}],
    ['modelResponse', { userPrompt: 'long words about something else' }],
    ['llm_output', { question: 'long words about something else' }],
    ['assistant_message', { user_message: 'long words about something else' }],
    ['idea', { id: 'a long name that says nothing' }],
    ['llm_reply', { reference_answer: 'long words about something else' }],
    ['answer_text', { ground_truth: 'long words about something else', label: 'long words about something else' }],
    ['output', { input_text: 'long words about something else', error_message: 'long words about something else' }],
  ] as const)
    test(`a text in \`${name}\` is the response, and not what was asked or wanted`, () =>
      assert.equal(read({ ...beside, [name]: 'hi' }).response, 'hi'));

  test('a log’s own words are not the response where there is one', () => {
    const record = { level: 'info', message: 'the model answered', completion: 'hi' };
    assert.equal(read(record).response, 'hi');
    assert.equal(guessLog([record, { level: 'error', message: 'the model did not answer' }]).field, 'completion');
    assert.equal(read({ level: 'info', message: 'hi' }).response, 'hi');
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

  test('a row without an answer whose key was refused', () => {
    const said = (error: unknown) => ({ id: '1', error });
    for (const [reader, record] of [
      ['openai-chat', { custom_id: 'c', response: { status_code: 401, body: { error: { message: 'no' } } } }],
      ['openai-chat', { custom_id: 'c', response: { status_code: 400, body: { error: { code: 'invalid_api_key' } } } }],
      ['anthropic-messages', { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } }],
      ['gemini-responses', said({ code: 403, message: 'Permission denied', status: 'PERMISSION_DENIED' })],
      ['responses', { id: '1', attempts: 1, retry: 0, error: 'HTTP 401: Incorrect API key provided: sk-1.' }],
      ['json', said('Error code: 401 - {"error": "Unauthorized"}')],
      ['json', said({ error: { message: 'Your API key is not valid.' } })],
      ['json', { id: '1', status: 401, error: 'no' }],
    ] as const)
      assert.equal(createRowReader({ reader })(record, place).skip, 'refused-key', JSON.stringify(record));
    for (const [reader, record] of [
      ['json', said('timeout after 401 s')],
      ['json', said('The key was found after 10401 tries')],
      ['openai-chat', { custom_id: 'c', response: { status_code: 429, body: { error: { message: 'slow down' } } } }],
    ] as const)
      assert.equal(createRowReader({ reader })(record, place).skip, 'connection-failed', JSON.stringify(record));
    assert.equal(createRowReader({ reader: 'json' })({ status: 401, response: 'hi' }, place).response, 'hi');
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

  test('the last answer of a conversation in a column', () => {
    const turns = (...values: string[]) => values.map((value, i) => ({ from: i % 2 === 0 ? 'human' : 'gpt', value }));
    assert.equal(guessLog([{ q: 1, conversations: turns('a', 'one', 'b', 'two', 'c') }]).reader, 'conversation');
    const toRow = createRowReader({ reader: 'conversation' });
    for (const [record, expected] of [
      [{ conversations: turns('a', 'one', 'b', 'two', 'c') }, 'two'],
      [
        { messages: [{ role: 'user', content: 'a' }, ...['x', 'y'].map(content => ({ role: 'assistant', content }))] },
        'y',
      ],
      [{ messages: JSON.stringify([{ role: 'assistant', content: 'x' }]) }, 'x'],
    ] as const)
      assert.equal(toRow(record, place).response, expected);
    assert.equal(toRow({ messages: [{ role: 'user', content: 'a' }] }, place).skip, 'no-response');
  });

  test('a row of a table that names its columns once', () => {
    const header = { columns: ['prompt', 'completion'] };
    const toRow = createRowReader({ reader: 'json', field: 'completion', header });
    assert.equal(toRow(['a question', 'hi'], place).response, 'hi');
    assert.equal(guessLog([['a question', 'hi']], header).field, 'completion');
    assert.equal(toRow({ completion: 'hi' }, place).response, 'hi');
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

test('a table’s JSON text is what it says; anything else stays', () => {
  for (const [value, wanted] of [
    ['{"a": 1}', { a: 1 }],
    [' [1]', [1]],
    ['12', '12'],
    ['so {', 'so {'],
    ['{bad', '{bad'],
    [5, 5],
    [null, null],
  ] as const)
    assert.deepEqual(dataAt(value), wanted);
});
