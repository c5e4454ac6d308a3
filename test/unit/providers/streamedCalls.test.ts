import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchFrom } from '../../../src/providers/allowedHosts.ts';
import { askModel } from '../../../src/providers/askModel.ts';
import { readModelAddress } from '../../../src/providers/modelAddress.ts';
import { type Behaviour, type ModelServer, openAiEvents, startModelServer } from './modelServer.ts';

const sse = (...events: readonly unknown[]) => events.map(each => `data: ${JSON.stringify(each)}\n\n`).join('');
const delta = (value: object, more: object = {}) => ({ choices: [{ index: 0, delta: value, ...more }] });
const stop = { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] };
const call = (name: string, written: unknown, more: object = {}) => ({
  ...more,
  function: { name, arguments: written },
});
const key = 'sk-planted-secret';

suite('what a model streams', () => {
  let server: ModelServer;
  suiteSetup(async () => {
    server = await startModelServer(() => {});
  });
  suiteTeardown(() => server.close());

  const ask = async (
    behave: Behaviour | string,
    {
      api = '',
      type = 'text/event-stream',
      formatter,
      ...options
    }: {
      api?: string;
      type?: string;
      formatter?: string;
      timeout?: number;
      onText?(text: string): void;
    } = {},
  ) => {
    server.behave =
      typeof behave === 'string'
        ? response => void response.writeHead(200, { 'content-type': type }).end(behave)
        : behave;
    const address = readModelAddress(`${api}${server.url}/v1#m`);
    const request = { url: server.url, headers: {}, body: new Map() };
    return askModel(address, request, { timeout: 5000, firstWait: 1, key, ...options }, formatter);
  };
  const callsOf = async (...asked: Parameters<typeof ask>) => {
    const { reply, failure } = await ask(...asked);
    equal(failure, undefined);
    return reply?.calls.map(({ name, arguments: written }) => `${name}(${written})`);
  };
  const responses = { formatter: 'OpenAIResponseChatFormatter' };

  const openAi: readonly (readonly [title: string, stream: string, calls: readonly string[]])[] = [
    [
      'without an index, told apart by their ids',
      sse(
        delta({ tool_calls: [call('get', '{"a":', { id: '1' })] }),
        delta({ tool_calls: [{ function: { arguments: '1}' } }] }),
        delta({ tool_calls: [call('set', '{"b":2}', { id: '2' })] }),
        stop,
      ),
      ['get({"a":1})', 'set({"b":2})'],
    ],
    [
      'without an index or an id, each whole',
      sse(delta({ tool_calls: [call('get', '{"a":1}')] }), delta({ tool_calls: [call('get', '{"a":2}')] }), stop),
      ['get({"a":1})', 'get({"a":2})'],
    ],
    [
      'with the same index and a new id',
      sse(
        delta({ tool_calls: [call('get', '{"a":1}', { index: 0, id: '1' })] }),
        delta({ tool_calls: [call('set', '{"b":2}', { index: 0, id: '2' })] }),
        stop,
      ),
      ['get({"a":1})', 'set({"b":2})'],
    ],
    [
      'whose names come with each piece',
      sse(
        delta({ tool_calls: [call('get', '{"a"', { index: 0, id: '1' })] }),
        delta({ tool_calls: [call('get', ':1}', { index: 0, id: '1' })] }),
        stop,
      ),
      ['get({"a":1})'],
    ],
    [
      'whose names come in pieces',
      sse(
        delta({ tool_calls: [call('get_', '', { index: 0, id: '1' })] }),
        delta({ tool_calls: [call('weather', '{}', { index: 0 })] }),
        stop,
      ),
      ['get_weather({})'],
    ],
    [
      'whose arguments are objects',
      sse(delta({ tool_calls: [call('get', { a: [1] }, { index: 0, id: '1' })] }), stop),
      ['get({"a":[1]})'],
    ],
  ];
  for (const [title, stream, calls] of openAi)
    test(`OpenAI: calls ${title}`, async () => deepEqual(await callsOf(stream), calls));

  test('OpenAI: content as a list of parts, and of several answers the one with the place 0', async () => {
    const { reply } = await ask(
      sse(
        { choices: [{ index: 1, delta: { content: 'other' } }] },
        {
          choices: [
            {
              index: 0,
              delta: {
                content: [
                  { type: 'text', text: 'mi' },
                  { type: 'text', text: 'ne' },
                ],
              },
            },
          ],
        },
        { choices: [{ index: 1, delta: {}, finish_reason: 'length' }] },
        { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      ),
    );
    deepEqual([reply?.text, reply?.finishReason], ['mine', 'stop']);
  });

  test('Anthropic: an input that comes whole, and the calls of the provider’s own tools', async () => {
    const start = (index: number, block: object) => ({ type: 'content_block_start', index, content_block: block });
    const piece = (index: number, json: string) => ({
      type: 'content_block_delta',
      index,
      delta: { type: 'input_json_delta', partial_json: json },
    });
    const stream = sse(
      start(0, { type: 'tool_use', id: '1', name: 'get', input: { a: 1 } }),
      start(1, { type: 'server_tool_use', id: '2', name: 'web_search', input: {} }),
      piece(1, '{"q":'),
      piece(1, '"x"}'),
      { type: 'message_stop' },
    );
    deepEqual(await callsOf(stream, { api: 'anthropic+' }), ['get({"a":1})', 'web_search({"q":"x"})']);
  });

  test('Responses: arguments that come with `.done`, and what only the end has', async () => {
    const item = { type: 'function_call', call_id: '1', name: 'get', arguments: '' };
    const done = sse(
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.function_call_arguments.done', output_index: 0, arguments: '{"a":1}' },
      { type: 'response.completed', response: { status: 'completed', output: [{ ...item, arguments: '{"a":1}' }] } },
    );
    deepEqual(await callsOf(done, responses), ['get({"a":1})']);
    const output = [
      { type: 'message', content: [{ type: 'output_text', text: 'all of it' }] },
      { ...item, arguments: '{"b":2}' },
    ];
    const texts: string[] = [];
    const { reply } = await ask(sse({ type: 'response.completed', response: { status: 'completed', output } }), {
      ...responses,
      onText: text => texts.push(text),
    });
    deepEqual([reply?.text, texts, reply?.calls[0]?.arguments], ['all of it', ['all of it'], '{"b":2}']);
  });

  test('Ollama: arguments that are text', async () => {
    const line = { message: { tool_calls: [call('get', '{"a":1}'), call('get', { a: 2 })] }, done: true };
    deepEqual(await callsOf(`${JSON.stringify(line)}\n`, { api: 'ollama+' }), ['get({"a":1})', 'get({"a":2})']);
  });

  const tool = { id: '1', type: 'function', function: { name: 'get', arguments: '{"a":1}' } };
  const wholes: readonly (readonly [api: string, formatter: string | undefined, body: unknown])[] = [
    ['', undefined, { choices: [{ message: { content: 'hi', tool_calls: [tool] }, finish_reason: 'stop' }] }],
    [
      '',
      responses.formatter,
      {
        object: 'response',
        status: 'completed',
        output: [
          { type: 'message', content: [{ type: 'output_text', text: 'hi' }] },
          { type: 'function_call', call_id: '1', name: 'get', arguments: '{"a":1}' },
        ],
      },
    ],
    [
      'anthropic+',
      undefined,
      {
        type: 'message',
        stop_reason: 'tool_use',
        content: [
          { type: 'text', text: 'hi' },
          { type: 'tool_use', id: '1', name: 'get', input: { a: 1 } },
        ],
      },
    ],
    [
      'gemini+',
      undefined,
      [
        { candidates: [{ content: { parts: [{ text: 'hi' }] } }] },
        {
          candidates: [
            { content: { parts: [{ functionCall: { name: 'get', args: { a: 1 } } }] }, finishReason: 'STOP' },
          ],
        },
      ],
    ],
    [
      'ollama+',
      undefined,
      { message: { content: 'hi', tool_calls: [call('get', { a: 1 })] }, done: true, done_reason: 'stop' },
    ],
  ];
  for (const [api, formatter, body] of wholes)
    test(`an answer that comes whole is read: ${api || 'openai:'}${formatter ?? ''}`, async () => {
      for (const type of ['application/json', 'text/plain', 'text/event-stream'])
        for (const text of [JSON.stringify(body), JSON.stringify(body, null, 2)]) {
          const { reply, attempts, failure } = await ask(text, { api, type, ...(formatter && { formatter }) });
          equal(failure?.message, undefined);
          deepEqual([reply?.text, reply?.calls[0]?.arguments, attempts], ['hi', '{"a":1}', 1]);
        }
    });

  test('a stream that is called JSON is read as what it is', async () => {
    const { reply } = await ask(openAiEvents('said').join(''), { type: 'application/json' });
    equal(reply?.text, 'said');
  });

  test('the words of an event of an error are kept', async () => {
    for (const [data, words] of [
      ['{"message":"no capacity"}', /^no capacity$/],
      ['{"error":{"message":"no capacity"}}', /^no capacity$/],
      ['out of memory', /^out of memory$/],
    ] as const) {
      const { failure } = await ask(`event: error\ndata: ${data}\n\n`);
      equal(failure?.kind, 'stream');
      match(failure?.message ?? '', words);
    }
  });

  test('`[DONE]` ends an answer, also where the server leaves the connection open', async () => {
    const { reply, attempts } = await ask(response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(openAiEvents('said').join(''));
    });
    deepEqual([reply?.text, attempts], ['said', 1]);
  });

  test('comments and empty events do not keep a stream alive for ever', async () => {
    for (const piece of [': waiting\n\n', 'data:\n\n', 'data: {}\n\n']) {
      let timer: NodeJS.Timeout | undefined;
      const { failure } = await ask(
        response => {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          timer = setInterval(() => response.write(piece), 5);
        },
        { timeout: 100 },
      );
      clearInterval(timer);
      equal(failure?.kind, 'timeout', piece);
      match(failure?.message ?? '', /sent nothing of an answer for 1 seconds/);
    }
  });

  test('all that is kept of a stream counts: reports, ids, names, reasons', async () => {
    const long = 'x'.repeat(1_000_000);
    const endless = (next: (i: number) => unknown): Behaviour => {
      return async response => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.on('error', () => {});
        for (let i = 0; i < 2000 && !response.destroyed; i++)
          if (!response.write(sse(next(i))))
            await new Promise(resolve => response.once('drain', resolve).once('close', resolve));
        response.end();
      };
    };
    for (const next of [
      (i: number) => ({ choices: [], usage: { [`k${i}${long}`]: 1 } }),
      (i: number) => delta({ tool_calls: [call(long, '', { index: i, id: String(i) })] }),
      (i: number) => delta({ tool_calls: [call('a', '', { index: i, id: `${i}${long}` })] }),
      () => delta({}, { finish_reason: long }),
    ]) {
      const { failure, attempts } = await ask(endless(next));
      equal(failure?.kind, 'stream');
      equal(attempts, 1);
    }
  });

  test('a key that the server echoes is in nothing that is kept, however it is cut', async () => {
    const texts: string[] = [];
    const { reply } = await ask(
      sse(
        delta({ content: 'your key is sk-plan' }),
        delta({ content: 'ted-secret, is it? sk-pl' }),
        delta({ reasoning_content: key, tool_calls: [call(key, `{"${key}":1}`, { index: 0, id: key })] }),
        { choices: [], usage: { [key]: key } },
        { choices: [{ index: 0, delta: {}, finish_reason: key }] },
      ),
      { onText: text => texts.push(text) },
    );
    equal(reply?.text, 'your key is …, is it? sk-pl');
    equal(texts.join(''), reply?.text);
    ok(!JSON.stringify(reply).includes(key));
  });

  test('a medium of any size is not read', async () => {
    const large = createServer(async (_, response) => {
      response.writeHead(200);
      response.on('error', () => {});
      const chunk = Buffer.alloc(4 * 1024 * 1024);
      for (let i = 0; i < 100 && !response.destroyed; i++)
        if (!response.write(chunk))
          await new Promise(resolve => response.once('drain', resolve).once('close', resolve));
      response.end();
    }).listen(0, '127.0.0.1');
    await once(large, 'listening');
    const host = `127.0.0.1:${(large.address() as AddressInfo).port}`;
    await fetchFrom(`http://${host}/`, [host]).then(
      () => ok(false, 'it was read'),
      (error: Error) => match(error.message, /its answer is longer than 100 MB/),
    );
    large.closeAllConnections();
    large.close();
  });
});
