import assert from 'node:assert/strict';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { fromPlain, type PyDict } from '../../../src/engine/index.ts';
import { askModel } from '../../../src/providers/askModel.ts';
import { readModelAddress } from '../../../src/providers/modelAddress.ts';
import { usageTokens } from '../../../src/providers/modelReply.ts';
import { type Behaviour, type ModelServer, openAiEvents, startModelServer } from './modelServer.ts';

const answer = 'Grüße, 世界! 😀 {"speak": "I agree."}';
const key = 'sk-planted-secret';
const pieces = answer.match(/.{1,5}/gsu) ?? [];
const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const event = (value: { readonly type: string } & Record<string, unknown>) => `event: ${value.type}\n${data(value)}`;
const line = (value: unknown) => `${JSON.stringify(value)}\n`;

interface Provider {
  readonly name: string;
  readonly address: (url: string) => string;
  readonly formatter?: string;
  /** The header that its key is in. */
  readonly header: readonly [name: string, value: string];
  readonly type: string;
  /** A whole stream that says the answer, and reports 12 tokens in and 7 out. */
  readonly stream: readonly string[];
  /** The body of a refusal, and of the provider's own overload in the middle of a stream. */
  readonly refusal: unknown;
  readonly overload: string;
}

/** The shapes of the providers' own documentation. */
const providers: readonly Provider[] = [
  {
    name: 'OpenAI’s chat completions',
    address: url => `${url}/v1#m`,
    header: ['authorization', `Bearer ${key}`],
    type: 'text/event-stream',
    stream: [
      ...openAiEvents(answer).slice(0, -2),
      data({ choices: [], usage: { prompt_tokens: 12, completion_tokens: 7 } }),
      'data: [DONE]\n\n',
    ],
    refusal: { error: { message: 'no', type: 'invalid_request_error', code: null } },
    overload: data({ error: { message: 'busy', type: 'server_error' } }),
  },
  {
    name: 'OpenAI’s responses',
    address: url => `${url}/v1#m`,
    formatter: 'OpenAIResponseChatFormatter',
    header: ['authorization', `Bearer ${key}`],
    type: 'text/event-stream',
    stream: [
      event({ type: 'response.created', response: { status: 'in_progress' } }),
      ...pieces.map(delta => event({ type: 'response.output_text.delta', output_index: 0, delta })),
      event({
        type: 'response.completed',
        response: { status: 'completed', usage: { input_tokens: 12, output_tokens: 7 } },
      }),
    ],
    refusal: { error: { message: 'no', type: 'invalid_request_error', code: null } },
    overload: event({ type: 'error', code: 'server_error', message: 'busy' }),
  },
  {
    name: 'Anthropic',
    address: url => `anthropic+${url}#m`,
    header: ['x-api-key', key],
    type: 'text/event-stream; charset=utf-8',
    stream: [
      event({ type: 'message_start', message: { usage: { input_tokens: 12, output_tokens: 1 } } }),
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
      event({ type: 'ping' }),
      ...pieces.map(text => event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
      event({ type: 'content_block_stop', index: 0 }),
      event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } }),
      event({ type: 'message_stop' }),
    ],
    refusal: { type: 'error', error: { type: 'invalid_request_error', message: 'no' } },
    overload: event({ type: 'error', error: { type: 'overloaded_error', message: 'busy' } }),
  },
  {
    name: 'Gemini',
    address: url => `gemini+${url}#m`,
    header: ['x-goog-api-key', key],
    type: 'text/event-stream',
    stream: pieces.map((text, i) =>
      data({
        candidates: [
          { content: { parts: [{ text }], role: 'model' }, ...(i === pieces.length - 1 && { finishReason: 'STOP' }) },
        ],
        usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 7 },
      }),
    ),
    refusal: [{ error: { code: 400, message: 'no', status: 'INVALID_ARGUMENT' } }],
    overload: data({ error: { code: 503, message: 'busy', status: 'UNAVAILABLE' } }),
  },
  {
    name: 'Ollama',
    address: url => `ollama+${url}#m`,
    header: ['authorization', `Bearer ${key}`],
    type: 'application/x-ndjson',
    stream: [
      ...pieces.map(content => line({ message: { role: 'assistant', content }, done: false })),
      line({
        message: { role: 'assistant', content: '' },
        done: true,
        done_reason: 'stop',
        prompt_eval_count: 12,
        eval_count: 7,
      }),
    ],
    refusal: { error: 'no' },
    overload: line({ error: { message: 'busy', status: 503 } }),
  },
];

for (const { name, address, formatter, header, type, stream, refusal, overload } of providers)
  suite(`a server that speaks as ${name}`, () => {
    let server: ModelServer;
    suiteSetup(async () => {
      server = await startModelServer(() => {});
    });
    setup(() => {
      server.seen.length = 0;
    });
    suiteTeardown(() => server.close());

    const ask = (behave: Behaviour, options: Partial<Parameters<typeof askModel>[2]> = {}) => {
      server.behave = behave;
      const body = fromPlain({ model: 'm' }) as PyDict;
      const request = { url: `${server.url}/asked`, headers: {}, body };
      const how = { timeout: 5000, firstWait: 1, key, ...options };
      return askModel(readModelAddress(address(server.url)), request, how, formatter);
    };
    const whole: Behaviour = response => void response.writeHead(200, { 'content-type': type }).end(stream.join(''));

    test('its stream is the answer, however it is cut, in the middle of characters too; its key is in its header', async () => {
      const bytes = Buffer.from(stream.join(''));
      for (const size of [1, 7]) {
        const texts: string[] = [];
        const { reply, failure } = await ask(
          response => {
            response.writeHead(200, { 'content-type': type });
            response.socket?.setNoDelay(true);
            for (let i = 0; i < bytes.length; i += size) response.write(bytes.subarray(i, i + size));
            response.end();
          },
          { onText: text => texts.push(text) },
        );
        assert.equal(failure, undefined);
        assert.deepEqual([reply?.text, texts.join('')], [answer, answer]);
        assert.deepEqual(usageTokens(reply?.usage), { input: 12, output: 7 });
      }
      assert.equal(server.seen[0]?.headers[header[0]], header[1]);
    });

    test('too many requests, after the wait that it asks for; an overload in the stream: asked again', async () => {
      const waits: number[] = [];
      const { reply, attempts } = await ask(
        (response, request, n) => {
          if (n === 0) response.writeHead(429, { 'retry-after': '0.02' }).end(JSON.stringify(refusal));
          else if (n === 1) response.writeHead(200, { 'content-type': type }).end(overload);
          else return whole(response, request, n);
        },
        { onRestart: (_, wait) => waits.push(wait) },
      );
      assert.deepEqual([reply?.text, attempts, waits[0]], [answer, 3, 20]);
    });

    test('a connection that is dropped in the middle is asked again, and then failed', async () => {
      const { reply, attempts } = await ask((response, request, n) => {
        if (n > 0) return whole(response, request, n);
        response.writeHead(200, { 'content-type': type });
        response.write(stream.join('').slice(0, -30), () => response.destroy());
      });
      assert.deepEqual([reply?.text, attempts], [answer, 2]);
      const polite = await ask(response => void response.writeHead(200, { 'content-type': type }).end(stream[0]));
      assert.deepEqual([polite.failure?.kind, polite.attempts], ['connection', 4]);
    });

    test('compressed, empty, a page, without end, silent from the start: an answer, or a failure that says what it is', async () => {
      const page = '<!doctype html><html><head>\n<title>Bad\n gateway</title></head><body>nginx</body></html>';
      const zipped = gzipSync(stream.join(''));
      const silent: Behaviour = () => {};
      const packed = await ask(
        response => void response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(zipped),
      );
      assert.equal(packed.reply?.text, answer);
      const failures: unknown[] = [];
      for (const behave of [
        response =>
          void response
            .writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' })
            .end(zipped.subarray(0, zipped.length - 20)),
        response => void response.writeHead(200, { 'content-type': type }).end(),
        response => void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page),
        response => void response.writeHead(502, { 'content-type': 'text/html' }).end(page),
        silent,
      ] satisfies Behaviour[]) {
        const { failure, attempts } = await ask(behave, behave === silent ? { timeout: 300 } : {});
        failures.push([failure?.kind, attempts, failure?.message.replace(/^127[\d.:]+ ?/, '')]);
      }
      assert.equal((failures[0] as unknown[])[0], 'connection');
      assert.deepEqual(failures.slice(1), [
        ['connection', 4, 'The stream ended before the answer did.'],
        ['stream', 1, 'answered with a web page (Bad gateway). Is the address right?'],
        ['refused', 4, 'answered 502 Bad Gateway: Bad gateway'],
        ['timeout', 1, 'sent nothing for 0 seconds.'],
      ]);
    });

    test('a stream that never ends is ended, here and at the server', async () => {
      const piece = stream.find(each => each.includes('Gr'))!.replace('Gr', 'Gr'.padEnd(500_000, '.'));
      const { failure, attempts } = await ask(async response => {
        response.writeHead(200, { 'content-type': type });
        const gone = once(response, 'close').then(() => false);
        const drained = () => once(response, 'drain').then(() => true);
        for (let open = true; open; ) open = response.write(piece) || (await Promise.race([drained(), gone]));
      });
      assert.deepEqual([failure?.kind, attempts], ['stream', 1]);
      assert.match(failure?.message ?? '', /longer than 16 million characters/);
    });

    test('what is malformed, refused, elsewhere or silent is a failure of its kind, not asked again', async () => {
      const kinds: unknown[] = [];
      const begun: Behaviour = response => void response.writeHead(200, { 'content-type': type }).write(stream[0]);
      for (const behave of [
        response => void response.writeHead(200, { 'content-type': type }).end(`data: <html>\n\n${stream.join('')}`),
        response => void response.writeHead(400).end(JSON.stringify(refusal)),
        response => void response.writeHead(302, { location: '/elsewhere' }).end(),
        begun,
      ] satisfies Behaviour[]) {
        const { failure, attempts } = await ask(behave, behave === begun ? { timeout: 100 } : {});
        kinds.push([failure?.kind, attempts]);
        if (failure?.status === 400) assert.match(failure.message, /answered 400 Bad Request: no$/);
      }
      assert.deepEqual(kinds, [
        ['stream', 1],
        ['refused', 1],
        ['refused', 1],
        ['timeout', 1],
      ]);
      assert.ok(server.seen.every(({ path }) => path === '/asked'));
    });
  });
