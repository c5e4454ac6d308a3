import { deepEqual } from 'node:assert/strict';
import type { ModelEvent } from '../../../src/providers/modelApi.ts';
import { modelApi } from '../../../src/providers/modelApis.ts';
import { responsesAnswerOf } from '../../../src/providers/modelReply.ts';

type Pieces = Readonly<Record<string, readonly (readonly [piece: unknown, events: readonly ModelEvent[]])[]>>;

const usage = { some: 1 };
const item = { type: 'function_call', call_id: 'i', name: 'n' };
const delta = (value: object, more: object = {}) => ({ choices: [{ index: 0, delta: value, ...more }] });
const ofTool = (call: object) => delta({ tool_calls: [call] });

const pieces: Pieces = {
  openai: [
    [{ error: { message: 'm', code: 402 } }, [{ error: { message: 'm', status: 402 } }]],
    [{ error: { message: 'm', type: 'rate_limit_error' } }, [{ error: { message: 'm', status: 429 } }]],
    [{ error: { message: 'm', status: 'UNAVAILABLE' } }, [{ error: { message: 'm', status: 503 } }]],
    [{ error: { message: 'm', code: 'server_error' } }, [{ error: { message: 'm', status: 500 } }]],
    [{ error: { why: 1 } }, [{ error: { message: '{"why":1}' } }]],
    [{ error: 'm' }, [{ error: { message: 'm' } }]],
    [{ error: null, usage, choices: [] }, [{ usage }]],
    [{ usage: null, ...delta({ content: '' }) }, []],
    [delta({ reasoning_content: 'r' }), [{ reasoning: 'r' }]],
    [delta({ reasoning: 'r', content: 't' }), [{ reasoning: 'r' }, { text: 't' }]],
    [delta({ refusal: 'no' }), [{ text: 'no' }]],
    [delta({ content: ['a', { text: 'b' }, { other: 1 }] }), [{ text: 'ab' }]],
    [delta({}, { finish_reason: 'stop' }), [{ finishReason: 'stop' }]],
    [
      { choices: [{ message: { content: 'whole' }, finish_reason: 'stop' }] },
      [{ text: 'whole' }, { finishReason: 'stop' }],
    ],
    [{ choices: [{ index: 1, delta: { content: 'x' } }, { delta: { content: 'y' } }] }, [{ text: 'y' }]],
    [
      ofTool({ index: 0, id: 'i', function: { name: 'n', arguments: '' } }),
      [{ call: { index: 0, id: 'i', name: 'n' } }],
    ],
    [ofTool({ function: { arguments: '{' } }), [{ call: { arguments: '{' } }]],
    [ofTool({ id: '', function: { name: '', arguments: { a: 1 } } }), [{ call: { whole: '{"a":1}' } }]],
    [
      delta({ tool_calls: [{ function: { name: 'a' } }, { index: 5, function: { name: 'b' } }] }),
      [{ call: { index: 0, name: 'a' } }, { call: { index: 5, name: 'b' } }],
    ],
  ],
  responses: [
    [{ type: 'response.output_text.delta', delta: 't' }, [{ text: 't' }]],
    [{ type: 'response.output_text.delta', delta: '' }, []],
    [{ type: 'response.refusal.delta', delta: 'no' }, [{ text: 'no' }]],
    [{ type: 'response.reasoning_text.delta', delta: 'r' }, [{ reasoning: 'r' }]],
    [{ type: 'response.reasoning_summary_text.delta', delta: 'r' }, [{ reasoning: 'r' }]],
    [{ type: 'response.reasoning_text.done', delta: 'r' }, []],
    [
      { type: 'response.function_call_arguments.delta', output_index: 2, delta: '{' },
      [{ call: { index: 2, arguments: '{' } }],
    ],
    [
      { type: 'response.function_call_arguments.done', output_index: 2, arguments: '{}' },
      [{ call: { index: 2, whole: '{}' } }],
    ],
    [{ type: 'response.function_call_arguments.done', arguments: '' }, []],
    [{ type: 'response.output_item.added', output_index: 3, item }, [{ call: { index: 3, id: 'i', name: 'n' } }]],
    [
      { type: 'response.output_item.done', item: { ...item, call_id: '', name: '', arguments: '{}' } },
      [{ call: { index: 0 } }, { call: { index: 0, whole: '{}' } }],
    ],
    [{ type: 'response.output_item.done', item: { type: 'message' } }, []],
    [{ type: 'error', message: 'm', code: 'rate_limit_exceeded' }, [{ error: { message: 'm', status: 429 } }]],
    [{ type: 'response.failed', response: { error: { message: 'm' } } }, [{ error: { message: 'm' } }]],
    [{ type: 'response.failed' }, [{ error: { message: 'It failed.' } }]],
    [{ type: 'response.completed', response: { error: { message: 'm' } } }, [{ error: { message: 'm' } }]],
    [
      { type: 'response.completed', response: { status: 'completed', usage, error: null } },
      [{ usage, finishReason: 'completed' }, { isEnd: true }],
    ],
    [
      {
        type: 'response.incomplete',
        response: {
          status: 'incomplete',
          incomplete_details: { reason: 'max_output_tokens' },
          output: [
            { type: 'reasoning', content: [{ text: 'x' }] },
            { type: 'message', content: [{ text: 'a' }, { refusal: 'b' }, {}] },
            { ...item, arguments: '{}' },
          ],
        },
      },
      [
        { wholeText: 'ab' },
        { call: { index: 2, id: 'i', name: 'n' } },
        { call: { index: 2, whole: '{}' } },
        { finishReason: 'max_output_tokens' },
        { isEnd: true },
      ],
    ],
    [{ object: 'response' }, [{}, { isEnd: true }]],
    [{ object: 'other' }, []],
  ],
  anthropic: [
    [{ type: 'error', error: { type: 'overloaded_error', message: 'm' } }, [{ error: { message: 'm', status: 529 } }]],
    [{ type: 'message_stop' }, [{ isEnd: true }]],
    [{ type: 'message_start', message: { usage } }, [{ usage }]],
    [{ type: 'message_start', message: {} }, []],
    [{ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage }, [{ usage }, { finishReason: 'end_turn' }]],
    [{ type: 'message_delta', delta: {} }, []],
    [{ type: 'content_block_start', content_block: { type: 'text', text: 't' } }, [{ text: 't' }]],
    [{ type: 'content_block_start', content_block: { type: 'thinking', thinking: 'r' } }, [{ reasoning: 'r' }]],
    [{ type: 'content_block_start', content_block: { type: 'image' } }, []],
    [
      { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'i', name: 'n', input: {} } },
      [{ call: { index: 1, id: 'i', name: 'n' } }],
    ],
    [
      { type: 'content_block_start', content_block: { type: 'mcp_tool_use', id: '', name: '', input: { a: 1 } } },
      [{ call: { index: 0, whole: '{"a":1}' } }],
    ],
    [{ type: 'content_block_delta', delta: { text: 't' } }, [{ text: 't' }]],
    [{ type: 'content_block_delta', delta: { thinking: 'r' } }, [{ reasoning: 'r' }]],
    [{ type: 'content_block_delta', index: 2, delta: { partial_json: '{' } }, [{ call: { index: 2, arguments: '{' } }]],
    [{ type: 'content_block_delta', delta: { text: '', thinking: '', partial_json: '' } }, []],
    [{ type: 'content_block_stop', delta: { text: 't' } }, []],
    [
      {
        type: 'message',
        content: [{ text: 'a' }, { type: 'server_tool_use', id: 'i', name: 'n' }],
        usage,
        stop_reason: 's',
      },
      [{ text: 'a' }, { call: { index: 1, id: 'i', name: 'n' } }, { usage }, { finishReason: 's' }, { isEnd: true }],
    ],
    [{ type: 'message' }, [{ isEnd: true }]],
  ],
  gemini: [
    [{ error: { message: 'm', status: 'RESOURCE_EXHAUSTED' } }, [{ error: { message: 'm', status: 429 } }]],
    [{ error: null, usageMetadata: usage }, [{ usage }]],
    [{ promptFeedback: { blockReason: 'SAFETY' } }, [{ finishReason: 'SAFETY' }]],
    [{ candidates: [{ finishReason: 'STOP' }] }, [{ finishReason: 'STOP' }]],
    [
      { candidates: [{ content: { parts: [{ text: 'a' }, { text: 'b', thought: true }, { text: '' }, {}] } }] },
      [{ text: 'a' }, { reasoning: 'b' }],
    ],
    [
      { candidates: [{ index: 1 }, { content: { parts: [{ functionCall: { name: 'n', args: { a: 1 } } }] } }] },
      [{ call: { isNew: true, name: 'n', whole: '{"a":1}' } }],
    ],
    [
      { candidates: [{ content: { parts: [{ functionCall: { name: 'n' } }] } }] },
      [{ call: { isNew: true, name: 'n', whole: '{}' } }],
    ],
  ],
  ollama: [
    [{ error: 'm' }, [{ error: { message: 'm' } }]],
    [{ error: null, message: { content: '' } }, []],
    [{ message: { thinking: 'r', content: 't' } }, [{ reasoning: 'r' }, { text: 't' }]],
    [
      { message: { tool_calls: [{ function: { name: 'n', arguments: { a: 1 } } }, { function: { name: 'o' } }, {}] } },
      [{ call: { isNew: true, name: 'n', whole: '{"a":1}' } }, { call: { isNew: true, name: 'o', whole: '{}' } }],
    ],
    [
      { done: true, done_reason: 'length', prompt_eval_count: 1, eval_count: 2, eval_duration: 3 },
      [{ finishReason: 'length', usage: { prompt_eval_count: 1, eval_count: 2 } }, { isEnd: true }],
    ],
    [{ done: true, eval_count: '2' }, [{ finishReason: 'stop' }, { isEnd: true }]],
    [{ done: false, done_reason: 'x' }, []],
  ],
};

suite('what a piece of a stream says', () => {
  for (const [name, cases] of Object.entries(pieces)) {
    const api =
      name === 'responses' ? modelApi('openai', 'OpenAIResponseChatFormatter') : modelApi(name as 'openai' | 'gemini');
    test(name, () => {
      for (const [piece, events] of cases) deepEqual(api.read(piece), events, JSON.stringify(piece));
    });
  }
});

test('a reply as OpenAI’s Responses API would give it', () => {
  const calls = [{ id: 'i', name: 'n', arguments: '{}' }];
  const message = {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: 't', annotations: [] }],
  };
  const call = { type: 'function_call', call_id: 'i', name: 'n', arguments: '{}' };
  deepEqual(responsesAnswerOf({ text: 't', calls }), {
    object: 'response',
    status: 'completed',
    output: [message, call],
  });
  for (const [finishReason, status, more] of [
    ['length', 'incomplete', { incomplete_details: { reason: 'max_output_tokens' } }],
    ['MAX_TOKENS', 'incomplete', { incomplete_details: { reason: 'max_output_tokens' } }],
    ['failed', 'failed', {}],
    ['stop', 'completed', {}],
  ] as const)
    deepEqual(responsesAnswerOf({ text: '', calls: [], finishReason }), {
      object: 'response',
      status,
      ...more,
      output: [],
    });
});
