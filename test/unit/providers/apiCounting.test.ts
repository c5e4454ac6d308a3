import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTokenCounter, EngineError, type TokenCounterSpec } from '../../../src/engine/index.ts';
import { postJsonTo } from '../../../src/providers/allowedHosts.ts';

const key = 'sk-very-secret';
const tool = {
  type: 'function',
  function: { name: 'noop', description: 'Nothing.', parameters: { type: 'object', properties: {} } },
};
const messages = [
  { role: 'system', content: [{ type: 'text', text: 'Be kind.' }] },
  { role: 'user', content: [{ type: 'text', text: 'Hi!' }] },
];
const contents = [{ role: 'user', parts: [{ text: 'Hi!' }] }];

suite('counts by the providers’ APIs', () => {
  let server: Server;
  let url: string;
  let host: string;
  let answer: { readonly status: number; readonly body: string };
  let asked: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: unknown } | undefined;

  suiteSetup(async () => {
    server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      asked = { path: request.url ?? '', headers: request.headers, body: JSON.parse(body) };
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    url = `http://${host}`;
  });
  setup(() => {
    asked = undefined;
  });
  suiteTeardown(() => server.close());

  const anthropic = (): TokenCounterSpec => ({ type: 'AnthropicTokenCounter', model_name: 'claude-x', base_url: url });
  const gemini = (): TokenCounterSpec => ({
    type: 'GeminiTokenCounter',
    model_name: 'gemini-x',
    http_options: { base_url: `${url}/` },
  });

  async function count(spec: TokenCounterSpec, payload: unknown, tools?: unknown, hosts = [host]): Promise<number> {
    const { api } = createTokenCounter(spec, { postJson: postJsonTo(hosts) });
    assert.ok(api);
    return api.count(payload, tools, key);
  }

  test('Anthropic: the system message apart, tools in its own form', async () => {
    answer = { status: 200, body: '{"input_tokens": 42}' };
    assert.equal(await count(anthropic(), messages, [tool]), 42);
    assert.equal(messages.length, 2);
    assert.equal(asked?.path, '/v1/messages/count_tokens');
    assert.equal(asked?.headers['x-api-key'], key);
    assert.equal(asked?.headers['anthropic-version'], '2023-06-01');
    assert.deepEqual(asked?.body, {
      model: 'claude-x',
      messages: messages.slice(1),
      tools: [{ name: 'noop', description: 'Nothing.', input_schema: tool.function.parameters }],
      system: messages[0]?.content,
    });
  });

  test('Gemini: contents alone, or a whole request with tools', async () => {
    answer = { status: 200, body: '{"totalTokens": 7}' };
    assert.equal(await count(gemini(), contents), 7);
    assert.equal(asked?.path, '/v1beta/models/gemini-x:countTokens');
    assert.equal(asked?.headers['x-goog-api-key'], key);
    assert.deepEqual(asked?.body, { contents });
    assert.equal(await count(gemini(), contents, [tool]), 7);
    assert.deepEqual(asked?.body, {
      generateContentRequest: {
        model: 'models/gemini-x',
        contents,
        tools: [{ functionDeclarations: [tool.function] }],
      },
    });
  });

  test('what goes wrong is told in the words of the API, and never the key', async () => {
    const refusal = (message: string) => JSON.stringify({ type: 'error', error: { type: 'some_error', message } });
    const rejected = async (className: string, message: RegExp, hosts?: string[]) =>
      assert.rejects(count(anthropic(), messages, undefined, hosts), (error: EngineError) => {
        assert.ok(error instanceof EngineError);
        assert.equal(error.class, className);
        assert.match(error.message, message);
        assert.ok(!error.message.includes(key));
        return true;
      });
    for (const [status, className] of [
      [400, 'BadRequestError'],
      [401, 'AuthenticationError'],
      [403, 'PermissionDeniedError'],
      [404, 'NotFoundError'],
      [413, 'RequestTooLargeError'],
      [418, 'APIStatusError'],
      [429, 'RateLimitError'],
      [529, 'InternalServerError'],
    ] as const) {
      answer = { status, body: refusal(`no, ${key}`) };
      await rejected(className, new RegExp(`^Anthropic refused to count \\(${status} some_error\\): no, …$`));
    }
    answer = { status: 500, body: '<html>' };
    await rejected('InternalServerError', /\(500\): it gives no reason$/);
    for (const body of ['', '[]', '{"input_tokens": "7"}']) {
      answer = { status: 200, body };
      await rejected('APIResponseValidationError', /without a number in input_tokens/);
    }
    await rejected('APIConnectionError', /is not among the hosts that may be asked/, ['api.anthropic.com']);
    await assert.rejects(count(anthropic(), []), { class: 'IndexError', message: 'list index out of range' });
  });

  test('nothing is sent without a network, nor to what does not answer', async () => {
    const silent = createTokenCounter(anthropic());
    await assert.rejects(silent.api!.count(messages, undefined, key), { class: 'NetworkNotAllowed' });
    assert.equal(asked, undefined);
    const closed = { ...anthropic(), base_url: 'http://127.0.0.1:1' };
    await assert.rejects(count(closed, messages, undefined, ['127.0.0.1:1']), { class: 'APIConnectionError' });
    assert.throws(() => createTokenCounter({ ...anthropic(), base_url: 'ftp://x' }), { class: 'TokenCounterError' });
  });
});
