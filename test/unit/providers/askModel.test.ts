import assert from 'node:assert/strict';
import { askModel } from '../../../src/providers/askModel.ts';
import { readModelAddress } from '../../../src/providers/modelAddress.ts';
import type { ModelRequest } from '../../../src/providers/modelApi.ts';
import { type ModelFailure, retryAfter } from '../../../src/providers/modelFailure.ts';
import { type Behaviour, type ModelServer, openAiEvents, sendEvents, startModelServer } from './modelServer.ts';

const answer = 'Grüße, 世界! 😀 {"speak": "I agree."}';
const key = 'sk-planted-secret';

suite('asking a model', () => {
  let server: ModelServer;
  suiteSetup(async () => {
    server = await startModelServer(() => {});
  });
  setup(() => {
    server.seen.length = 0;
    server.abandoned.length = 0;
  });
  suiteTeardown(() => server.close());

  const request = (): ModelRequest => ({ url: `${server.url}/v1/chat/completions`, headers: {}, body: new Map() });
  const ask = (behave: Behaviour, options: Partial<Parameters<typeof askModel>[2]> = {}) => {
    server.behave = behave;
    const address = readModelAddress(`${server.url}/v1#m`);
    return askModel(address, request(), { timeout: 5000, firstWait: 1, key, ...options });
  };

  test('a stream cut at every byte, in the middle of characters, is one text', async () => {
    const bytes = Buffer.from(openAiEvents(answer).join(''));
    for (const size of [1, 3, 7]) {
      const texts: string[] = [];
      const { reply, attempts } = await ask(
        async response => {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.socket?.setNoDelay(true);
          for (let i = 0; i < bytes.length; i += size) response.write(bytes.subarray(i, i + size));
          response.end();
        },
        { onText: text => texts.push(text) },
      );
      assert.equal(reply?.text, answer);
      assert.equal(texts.join(''), answer);
      assert.equal(reply?.finishReason, 'stop');
      assert.equal(reply?.usage?.prompt_tokens, 12);
      assert.equal(attempts, 1);
    }
  });

  test('the key is in a header, and nowhere else', async () => {
    await ask(response => sendEvents(response, openAiEvents(answer)));
    const [seen] = server.seen;
    assert.equal(seen?.headers.authorization, `Bearer ${key}`);
    assert.ok(!`${seen?.path}${seen?.text}`.includes(key));
  });

  test('too many requests: the wait that the server asks for, then again', async () => {
    const waits: number[] = [];
    const { reply, attempts } = await ask(
      (response, _, n) => {
        if (n === 0) response.writeHead(429, { 'retry-after': '0.02' }).end('{"error":{"message":"slow down"}}');
        else if (n === 1) response.writeHead(503).end('busy');
        else sendEvents(response, openAiEvents(answer));
      },
      { onRestart: (_, wait) => waits.push(wait) },
    );
    assert.equal(reply?.text, answer);
    assert.equal(attempts, 3);
    assert.deepEqual(waits, [20, 2]);
  });

  test('a dropped connection is tried again, up to three times', async () => {
    const { failure, attempts } = await ask(response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(openAiEvents(answer)[0]);
      response.write('data: {"choices":[{"del', () => response.destroy());
    });
    assert.equal(failure?.kind, 'connection');
    assert.equal(attempts, 4);
  });

  test('a stream that ends early was dropped, although its end was polite', async () => {
    const { failure } = await ask(response => sendEvents(response, openAiEvents(answer).slice(0, 3)));
    assert.equal(failure?.kind, 'connection');
    assert.match(failure?.message ?? '', /ended before the answer did/);
  });

  test('a refusal is not tried again, and tells the server’s words without the key', async () => {
    const { failure, attempts } = await ask(response => {
      response.writeHead(401).end(JSON.stringify({ error: { message: `Incorrect API key provided: ${key}` } }));
    });
    assert.equal(attempts, 1);
    assert.equal(failure?.status, 401);
    assert.match(failure?.message ?? '', /Incorrect API key provided: …$/);
  });

  test('an error inside the stream is the provider’s; an overload is tried again', async () => {
    const { reply, attempts } = await ask((response, _, n) => {
      const overload = 'data: {"error":{"type":"server_error","message":"overloaded"}}\n\n';
      sendEvents(response, n === 0 ? [overload] : openAiEvents(answer));
    });
    assert.equal(reply?.text, answer);
    assert.equal(attempts, 2);
  });

  test('a malformed stream is a failure of its own kind, not asked again', async () => {
    const { failure, attempts } = await ask(response => sendEvents(response, ['data: <html>\n\n', 'data: {}\n\n']));
    assert.equal(failure?.kind, 'stream');
    assert.equal(attempts, 1);
  });

  test('a redirect is refused: the key goes to nobody else', async () => {
    const { failure, attempts } = await ask(response => {
      response.writeHead(307, { location: `${server.url}/elsewhere` }).end();
    });
    assert.equal(failure?.status, 307);
    assert.equal(attempts, 1);
    assert.ok(server.seen.every(({ path }) => path !== '/elsewhere'));
  });

  test('silence ends by the time limit', async () => {
    const { failure } = await ask(
      response => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(openAiEvents(answer)[0]);
      },
      { timeout: 50 },
    );
    assert.equal(failure?.kind, 'timeout');
  });

  test('a server that is not there is a failed connection', async () => {
    const address = readModelAddress('http://127.0.0.1:9/v1#m');
    const { failure, attempts } = await askModel(
      address,
      { url: 'http://127.0.0.1:9/v1/chat/completions', headers: {}, body: new Map() },
      { timeout: 1000, firstWait: 1 },
    );
    assert.equal(failure?.kind, 'connection');
    assert.equal(attempts, 4);
  });

  test('a server that does not stream answers with the whole', async () => {
    const { reply } = await ask(response => {
      const message = { role: 'assistant', content: answer };
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }, null, 2));
    });
    assert.equal(reply?.text, answer);
  });

  test('cancelling ends the request at the server, also while it waits', async () => {
    const whileStreaming = new AbortController();
    await assert.rejects(
      ask(
        response => {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.write(openAiEvents(answer).slice(0, 2).join(''));
        },
        { signal: whileStreaming.signal, onText: () => whileStreaming.abort() },
      ),
      (error: ModelFailure) => error.kind === 'cancelled',
    );
    const deadline = Date.now() + 5000;
    while (server.abandoned.length === 0 && Date.now() < deadline) await new Promise(setImmediate);
    assert.equal(server.abandoned.length, 1);

    const whileWaiting = new AbortController();
    await assert.rejects(
      ask(response => void response.writeHead(429, { 'retry-after': '60' }).end(), {
        signal: whileWaiting.signal,
        onRestart: () => whileWaiting.abort(),
      }),
      (error: ModelFailure) => error.kind === 'cancelled',
    );
  });

  test('calls of functions are put together from their pieces', async () => {
    const piece = (call: unknown) => `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [call] } }] })}\n\n`;
    const { reply } = await ask(response =>
      sendEvents(response, [
        piece({ index: 0, id: 'c1', type: 'function', function: { name: 'bash', arguments: '' } }),
        piece({ index: 0, function: { arguments: '{"comm' } }),
        piece({ index: 0, function: { arguments: 'and":"ls"}' } }),
        piece({ index: 1, id: 'c2', function: { name: 'bash', arguments: '{}' } }),
        'data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}\n\n',
      ]),
    );
    assert.deepEqual(reply?.calls, [
      { id: 'c1', name: 'bash', arguments: '{"command":"ls"}' },
      { id: 'c2', name: 'bash', arguments: '{}' },
    ]);
  });
});

suite('what a server says instead of an answer', () => {
  let server: ModelServer;
  suiteSetup(async () => {
    server = await startModelServer(() => {});
  });
  suiteTeardown(() => server.close());
  /** The failure's words behind the host's name. */
  const words = async (status: number, type: string, body: string, statusText = '') => {
    server.behave = response => void response.writeHead(status, statusText, { 'content-type': type }).end(body);
    const address = readModelAddress(`${server.url}/v1#m`);
    const request = { url: server.url, headers: {}, body: new Map() };
    const { failure } = await askModel(address, request, { timeout: 5000, firstWait: 1, key });
    return failure?.message.replace(/^127[\d.:]+ /, '');
  };

  for (const [page, title] of [
    ['<title>Sign in</title>', ' (Sign in)'],
    ['<TITLE lang="en" dir=ltr>\n Sign\n\tin </TITLE>', ' (Sign in)'],
    [`<title>${'x'.repeat(301)}</title>`, ` (${'x'.repeat(300)})`],
    ['<title></title>', ''],
    ['<title>  </title>', ''],
    ['<p>Sign in</p>', ''],
    ['', ''],
  ] as const)
    test(`a page: ${JSON.stringify(page.slice(0, 50))}`, async () =>
      assert.equal(
        await words(200, 'text/html; charset=utf-8', page),
        `answered with a web page${title}. Is the address right?`,
      ));

  for (const [body, type, told] of [
    ['{"error": {"message": "no such model"}}', 'application/json', ': no such model'],
    ['[{"error": {"message": "no such model"}}, {}]', 'application/json', ': no such model'],
    ['{"error": "no such model"}', 'application/json', ': no such model'],
    ['{"error": {"reason": "model"}}', 'application/json', ': {"reason":"model"}'],
    ['{"message": "no such model"}', 'application/json', ': no such model'],
    ['{"error": {"message": "no such model"}}', 'text/html', ': no such model'],
    [' no such model\n', 'text/plain', ': no such model'],
    ['<h1>Oh</h1><title>Gone</title>', 'text/html', ': Gone'],
    ['<h1>Oh</h1>', 'text/html', ''],
    ['<h1>Oh</h1><title>Gone</title>', 'text/plain', ': <h1>Oh</h1><title>Gone</title>'],
    ['', 'text/plain', ''],
    ['x'.repeat(501), 'text/plain', `: ${'x'.repeat(500)}`],
    [`${key} is wrong`, 'text/plain', ': … is wrong'],
  ] as const)
    test(`a refusal as ${type}: ${JSON.stringify(body.slice(0, 50))}`, async () =>
      assert.equal(await words(404, type, body, 'Not Found'), `answered 404 Not Found${told}`));

  for (const [status, told] of [
    [300, 'sends elsewhere (300), which is refused.'],
    [399, 'sends elsewhere (399), which is refused.'],
    [400, 'answered 400 Odd'],
  ] as const)
    test(`${status}`, async () => assert.equal(await words(status, 'text/plain', '', 'Odd'), told));
});

suite('Retry-After', () => {
  const now = Date.UTC(2026, 0, 1, 12, 0, 0);
  for (const [header, ms] of [
    ['3', 3000],
    [' 1.5 ', 1500],
    ['Thu, 01 Jan 2026 12:00:07 GMT', 7000],
    ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ] as const)
    test(`${header}`, () => assert.equal(retryAfter(header, now), ms));
});
