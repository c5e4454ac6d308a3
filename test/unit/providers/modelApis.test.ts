import assert from 'node:assert/strict';
import {
  fromPlain,
  type PyDict,
  readConversation,
  readDefinitions,
  startTask,
  toJsonText,
} from '../../../src/engine/index.ts';
import { requestFor } from '../../../src/providers/askConversation.ts';
import { readModelAddress } from '../../../src/providers/modelAddress.ts';
import { modelApi } from '../../../src/providers/modelApis.ts';
import { GrowingReply, responseOf, usageTokens } from '../../../src/providers/modelReply.ts';

const noop = {
  type: 'function',
  function: { name: 'noop', description: 'Nothing.', parameters: { type: 'object', properties: {} } },
};
const written = {
  messages: [
    { name: 'system', role: 'system', content: 'Be brief.' },
    { name: 'Ann', role: 'user', content: 'Grüße' },
  ],
  tools: [noop],
};

suite('requests for conversations of AgentScope 2', () => {
  const send = async (more: object) => {
    const messages = [{ name: 'Ann', role: 'user', content: [{ type: 'text', text: 'x'.repeat(400) }] }];
    const text = JSON.stringify({ agentscope_version: '2.0.6+', ...more, messages });
    const target = { address: readModelAddress('http://127.0.0.1:1/v1#m'), host: {} };
    return requestFor(readConversation(text, 'a.messages.json').conversation!, target);
  };

  test('its formatter for OpenAI’s responses goes there; Moonshot’s payload is OpenAI’s', async () => {
    const responses = await send({ formatter: 'OpenAIResponseFormatter' });
    assert.deepEqual(
      [responses.formatter, responses.request.url],
      ['OpenAIResponseFormatter', 'http://127.0.0.1:1/v1/responses'],
    );
    assert.equal((await send({ formatter: 'MoonshotChatFormatter' })).formatter, 'MoonshotChatFormatter');
    assert.equal((await send({ formatter: 'XAIChatFormatter' })).formatter, 'OpenAIChatFormatter');
  });

  test('no placeholder of a summary is ever sent', async () => {
    const sent = send({ formatter: 'OpenAIChatFormatter', context: { context_size: 50 } });
    await assert.rejects(sent, { class: 'SummaryNeeded' });
    assert.equal((await send({ formatter: 'OpenAIChatFormatter', context: { context_size: 500 } })).warnings.length, 0);
  });
});

suite('requests to models, byte for byte', () => {
  const conversation = (formatter?: string) => {
    const text = JSON.stringify(formatter ? { formatter, ...written } : written);
    return readConversation(text, 'a.messages.json').conversation!;
  };
  const request = async (address: string, formatter?: string, parameters: Record<string, unknown> = {}) => {
    const given = fromPlain(parameters) as PyDict;
    const target = { address: readModelAddress(address), parameters: given, host: {} };
    const { request } = await requestFor(conversation(formatter), target);
    return `${request.url}\n${JSON.stringify(request.headers)}\n${toJsonText(request.body, 0)}`;
  };
  const tool = toJsonText(fromPlain(noop), 0);

  test('OpenAI’s chat completions', async () => {
    assert.equal(
      await request('http://127.0.0.1:1/v1#m', undefined, { temperature: 0.2 }),
      [
        'http://127.0.0.1:1/v1/chat/completions',
        '{}',
        `{"model": "m", "messages": [{"role": "system", "name": "system", "content": [{"type": "text", "text": "Be brief."}]}, {"role": "user", "name": "Ann", "content": [{"type": "text", "text": "Grüße"}]}], "tools": [${tool}], "stream": true, "stream_options": {"include_usage": true}, "temperature": 0.2}`,
      ].join('\n'),
    );
  });

  test('OpenAI’s responses, for a conversation of their formatter', async () => {
    const flat = toJsonText(fromPlain({ type: 'function', ...noop.function }), 0);
    assert.equal(
      await request('http://127.0.0.1:1/v1#m', 'OpenAIResponseChatFormatter'),
      [
        'http://127.0.0.1:1/v1/responses',
        '{}',
        `{"model": "m", "input": [{"role": "system", "content": [{"type": "input_text", "text": "Be brief."}]}, {"role": "user", "content": [{"type": "input_text", "text": "Grüße"}]}], "tools": [${flat}], "stream": true}`,
      ].join('\n'),
    );
  });

  test('a question of messages alone is no more than they are', () => {
    for (const [api, formatter, members] of [
      ['openai', undefined, 'model,messages,stream,stream_options'],
      ['openai', 'OpenAIResponseChatFormatter', 'model,input,stream'],
      ['anthropic', undefined, 'model,max_tokens,stream,messages'],
      ['gemini', undefined, 'contents'],
      ['ollama', undefined, 'model,messages,stream'],
    ] as const) {
      const { body } = modelApi(api, formatter).request(readModelAddress('http://127.0.0.1:1/v1#m'), { payload: [] });
      assert.equal([...body.keys()].join(), members);
    }
  });

  test('Anthropic: the system’s message apart, functions in its form', async () => {
    assert.equal(
      await request('anthropic+http://127.0.0.1:1#m'),
      [
        'http://127.0.0.1:1/v1/messages',
        '{"anthropic-version":"2023-06-01"}',
        '{"model": "m", "max_tokens": 2048, "stream": true, "tools": [{"name": "noop", "description": "Nothing.", "input_schema": {"type": "object", "properties": {}}}], "system": [{"type": "text", "text": "Be brief."}], "messages": [{"role": "user", "content": [{"type": "text", "text": "Grüße"}]}]}',
      ].join('\n'),
    );
  });

  test('Anthropic: what the user sets takes the place of what is set by custom', async () => {
    const body = await request('anthropic+http://127.0.0.1:1#m', undefined, { max_tokens: 7 });
    assert.match(body, /"max_tokens": 7,/);
    assert.doesNotMatch(body, /2048/);
  });

  test('Gemini', async () => {
    const declaration = toJsonText(fromPlain(noop.function), 0);
    assert.equal(
      await request('gemini+http://127.0.0.1:1#m/x'),
      [
        'http://127.0.0.1:1/v1beta/models/m%2Fx:streamGenerateContent?alt=sse',
        '{}',
        `{"contents": [{"role": "user", "parts": [{"text": "Be brief."}]}, {"role": "user", "parts": [{"text": "Grüße"}]}], "tools": [{"functionDeclarations": [${declaration}]}]}`,
      ].join('\n'),
    );
  });

  test('Ollama’s own', async () => {
    assert.equal(
      await request('ollama+http://127.0.0.1:1#m', undefined, { num_ctx: 9 }),
      [
        'http://127.0.0.1:1/api/chat',
        '{}',
        `{"model": "m", "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Grüße"}], "tools": [${tool}], "stream": true, "options": {"num_ctx": 9}}`,
      ].join('\n'),
    );
  });

  test('DeepSeek: its own formatter’s payload, at its host or where it is named', async () => {
    const sent = [
      '{}',
      `{"model": "m", "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Grüße"}], "tools": [${tool}], "stream": true, "stream_options": {"include_usage": true}}`,
    ];
    const own = 'https://api.deepseek.com/v1';
    assert.equal(await request(`${own}#m`), [`${own}/chat/completions`, ...sent].join('\n'));
    const named = await request('http://127.0.0.1:1/v1#m', 'DeepSeekChatFormatter');
    assert.equal(named, ['http://127.0.0.1:1/v1/chat/completions', ...sent].join('\n'));
    assert.match(await request(`${own}#m`, 'OpenAIChatFormatter'), /"content": \[\{"type": "text"/);
  });

  test('a formatter for several agents stays one for another provider', async () => {
    const body = await request('anthropic+http://127.0.0.1:1#m', 'OpenAIMultiAgentFormatter');
    assert.match(body, /<history>/);
  });

  test('the functions of a definition are sent with its instruction', async () => {
    const { definitions } = readDefinitions(
      '{ "type": "mini_swe_agent", "mode": "actions_toolcall", "system_template": "S", "instance_template": "Do {{task}}" }',
      'a.parser.json',
    );
    const { conversation: sent } = await startTask(definitions[0]!, 'this');
    const target = { address: readModelAddress('http://127.0.0.1:1/v1#m'), host: {} };
    const { request } = await requestFor(sent, target);
    const body = toJsonText(request.body, 0);
    assert.match(body, /"text": "S"/);
    assert.match(body, /"text": "Do this"/);
    assert.match(body, /"name": "bash"/);
  });
});

suite('streams of models', () => {
  const reply = (api: Parameters<typeof modelApi>[0], pieces: readonly unknown[], formatter?: string) => {
    const growing = new GrowingReply();
    for (const piece of pieces) for (const event of modelApi(api, formatter).read(piece)) growing.add(event);
    return { ...growing.reply(), isWhole: growing.isWhole };
  };

  test('Anthropic', () => {
    assert.deepEqual(
      reply('anthropic', [
        { type: 'message_start', message: { usage: { input_tokens: 9, output_tokens: 1 } } },
        { type: 'ping' },
        { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
        { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hello' } },
        {
          type: 'content_block_start',
          index: 2,
          content_block: { type: 'tool_use', id: 't', name: 'noop', input: {} },
        },
        { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"a"' } },
        { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: ':1}' } },
        { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 5 } },
        { type: 'message_stop' },
      ]),
      {
        text: 'Hello',
        reasoning: 'Hm.',
        calls: [{ id: 't', name: 'noop', arguments: '{"a":1}' }],
        finishReason: 'tool_use',
        usage: { input_tokens: 9, output_tokens: 5 },
        isWhole: true,
      },
    );
  });

  test('Gemini', () => {
    assert.deepEqual(
      reply('gemini', [
        { candidates: [{ content: { parts: [{ text: 'Hm.', thought: true }, { text: 'Hel' }] } }] },
        { candidates: [{ content: { parts: [{ text: 'lo' }, { functionCall: { name: 'a', args: { b: 1 } } }] } }] },
        {
          candidates: [{ content: { parts: [{ functionCall: { name: 'c' } }] }, finishReason: 'STOP' }],
          usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4 },
        },
      ]),
      {
        text: 'Hello',
        reasoning: 'Hm.',
        calls: [
          { id: 'call_1', name: 'a', arguments: '{"b":1}' },
          { id: 'call_2', name: 'c', arguments: '{}' },
        ],
        finishReason: 'STOP',
        usage: { promptTokenCount: 3, candidatesTokenCount: 4 },
        isWhole: true,
      },
    );
  });

  test('Ollama’s own', () => {
    assert.deepEqual(
      reply('ollama', [
        { message: { role: 'assistant', content: 'Hel' }, done: false },
        { message: { role: 'assistant', content: 'lo' }, done: false },
        {
          message: { role: 'assistant', content: '' },
          done: true,
          done_reason: 'stop',
          prompt_eval_count: 3,
          eval_count: 4,
        },
      ]),
      {
        text: 'Hello',
        calls: [],
        finishReason: 'stop',
        usage: { prompt_eval_count: 3, eval_count: 4 },
        isWhole: true,
      },
    );
  });

  test('OpenAI’s responses', () => {
    const item = { type: 'function_call', call_id: 'c', name: 'noop', arguments: '' };
    const response = { status: 'completed', usage: { input_tokens: 3, output_tokens: 4 } };
    assert.deepEqual(
      reply(
        'openai',
        [
          { type: 'response.output_text.delta', output_index: 0, delta: 'Hello' },
          { type: 'response.output_item.added', output_index: 1, item },
          { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{}' },
          { type: 'response.completed', response },
        ],
        'OpenAIResponseChatFormatter',
      ),
      {
        text: 'Hello',
        calls: [{ id: 'c', name: 'noop', arguments: '{}' }],
        finishReason: 'completed',
        usage: { input_tokens: 3, output_tokens: 4 },
        isWhole: true,
      },
    );
  });

  test('whatever JSON stands there, nothing is thrown', () => {
    const odd = [
      null,
      1,
      'x',
      [],
      {},
      { choices: 3 },
      { choices: [null] },
      { candidates: [{ content: { parts: [7] } }] },
      { message: 1 },
      { type: 5 },
      { delta: [] },
    ];
    for (const api of ['openai', 'anthropic', 'gemini', 'ollama'] as const) assert.equal(reply(api, odd).text, '');
  });

  test('an answer is a text, or a message where it calls functions; tokens under every name', () => {
    assert.equal(responseOf({ text: 'a', calls: [] }), 'a');
    const call = { id: 'c', name: 'n', arguments: '{}' };
    const sent = { id: 'c', type: 'function', function: { name: 'n', arguments: '{}' } };
    assert.deepEqual(responseOf({ text: 'a', calls: [call] }), { content: 'a', tool_calls: [sent] });
    assert.deepEqual(usageTokens({ promptTokenCount: 1, candidatesTokenCount: 2 }), { input: 1, output: 2 });
    assert.deepEqual(usageTokens({ input_tokens: 1 }), { input: 1 });
    assert.deepEqual(usageTokens(undefined), {});
  });
});
