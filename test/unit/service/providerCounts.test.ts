import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { postJsonTo } from '../../../src/providers/allowedHosts.ts';
import { conversationsService } from '../../../src/service/conversationsService.ts';
import type { FormatRequest } from '../../../src/service/formatRequest.ts';

const key = 'sk-very-secret';
const messages = [
  { name: 'system', role: 'system', content: 'Be kind.' },
  { name: 'Ada', role: 'user', content: 'Hello' },
  { name: 'Bob', role: 'assistant', content: 'Hi' },
  { name: 'Ada', role: 'user', content: 'How are you?' },
];

suite('counts by providers, of conversations', () => {
  let server: Server;
  let url: string;
  let host: string;
  let asked: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  let answer = { status: 200, body: '{"input_tokens": 42, "totalTokens": 43}' };
  const files = new Map([
    ['one.png', Buffer.from('the first image')],
    ['two\n\u202e.png', Buffer.from('the second image')],
    ['same.png', Buffer.from('the first image')],
  ]);
  const service = conversationsService({
    host: nodeHost,
    postJsonTo,
    resourcesFor: ({ cwd }) => ({ cwd, readFile: async path => files.get(path) }),
  });

  suiteSetup(async () => {
    server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      asked.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    url = `http://${host}`;
  });
  setup(() => {
    asked = [];
    answer = { status: 200, body: '{"input_tokens": 42, "totalTokens": 43}' };
  });
  suiteTeardown(() => server.close());

  const anthropic = () => ({
    formatter: 'AnthropicChatFormatter',
    token_counter: { type: 'AnthropicTokenCounter', model_name: 'claude-x', base_url: url },
  });
  const open = (options: object, list: readonly object[] = messages) =>
    service.readConversation('id', JSON.stringify({ ...options, messages: list }), 'x.messages.json');
  const request: FormatRequest = { cwd: '/x', folder: 'file:///x', allowedHosts: [] };
  const prepare = async (more: Partial<FormatRequest> = {}) => {
    const prepared = await service.prepareProviderCount('id', { ...request, ...more });
    assert.ok(prepared?.ok, JSON.stringify(prepared));
    return prepared.question;
  };

  test('sends the instruction of the definition as the editor has it', async () => {
    await open({ ...anthropic(), parser: 'vote.parser.json' });
    const definition = { type: 'MarkdownCodeBlockParser', language_name: 'python', content_hint: 'not saved yet' };
    await prepare({ definitionText: JSON.stringify(definition) });
    await service.countByProvider('id', host, key);
    assert.match(asked[0]!.body, /not saved yet/);
  });

  test('tells where and how much before anything is sent, and then sends just that, once', async () => {
    await open(anthropic());
    const { main } = (await service.formatConversation('id', request))!;
    assert.deepEqual([main.exact, main.provider], [false, 'Anthropic']);
    const question = await prepare();
    assert.deepEqual(question, {
      provider: 'Anthropic',
      url: `${url}/v1/messages/count_tokens`,
      messages: 4,
      length: question.length,
    });
    assert.equal(asked.length, 0);
    assert.deepEqual(await service.countByProvider('id', host, key), { ok: true, tokens: 42 });
    const [sent] = asked;
    assert.equal(sent!.headers['x-api-key'], key);
    assert.equal(sent!.body.length, question.length);
    const { system, messages: list } = JSON.parse(sent!.body);
    assert.deepEqual(system, [{ type: 'text', text: 'Be kind.' }]);
    assert.equal(list.length, 3);
    const again = await service.countByProvider('id', host, key);
    assert.ok(!again.ok && again.error.class === 'AbortError');
    assert.equal(asked.length, 1);
  });

  test('sends what is left under the limit, and the tools', async () => {
    const tools = [{ type: 'function', function: { name: 'noop', parameters: { type: 'object' } } }];
    await open({ ...anthropic(), tools });
    const { main } = (await service.formatConversation('id', request))!;
    const maxTokens = main.tokens! - 1;
    const cut = (await service.formatConversation('id', { ...request, maxTokens }))!.main;
    assert.equal(cut.dropped, 1);
    assert.equal((await prepare({ maxTokens })).messages, 3);
    await service.countByProvider('id', host, key);
    const sent = JSON.parse(asked[0]!.body);
    assert.equal(sent.tools[0].name, 'noop');
    assert.deepEqual(
      sent.messages.map((message: { content: [{ text: string }] }) => message.content[0].text),
      ['Hi', 'How are you?'],
    );
  });

  test('asks Gemini', async () => {
    const token_counter = { type: 'GeminiTokenCounter', model_name: 'gemini-x', http_options: { base_url: url } };
    await open({ formatter: 'GeminiChatFormatter', token_counter }, messages.slice(1));
    assert.equal((await prepare()).url, `${url}/v1beta/models/gemini-x:countTokens`);
    assert.deepEqual(await service.countByProvider('id', host, key), { ok: true, tokens: 43 });
    assert.equal(asked[0]!.headers['x-goog-api-key'], key);
    assert.equal(JSON.parse(asked[0]!.body).contents.length, 3);
  });

  test('tells which local files go along: not those of messages that were dropped', async () => {
    const image = (url: string) => ({
      name: 'Ada',
      role: 'user',
      content: [{ type: 'image', source: { type: 'url', url } }],
    });
    const list = [image('one.png'), image('two\n\u202e.png')];
    const token_counter = { type: 'GeminiTokenCounter', model_name: 'gemini-x', http_options: { base_url: url } };
    for (const formatter of ['GeminiChatFormatter', 'GeminiMultiAgentFormatter']) {
      await open({ formatter, token_counter }, list);
      assert.deepEqual((await prepare()).files, ['one.png', 'two\\n\\u202e.png'], formatter);
    }
    await open({ formatter: 'GeminiChatFormatter', token_counter }, list);
    const { main } = (await service.formatConversation('id', request))!;
    assert.deepEqual((await prepare({ maxTokens: main.tokens! - 1 })).files, ['two\\n\\u202e.png']);
    await service.countByProvider('id', host, key);
    assert.ok(asked[0]!.body.includes(Buffer.from('the second image').toString('base64')));
    assert.ok(!asked[0]!.body.includes(Buffer.from('the first image').toString('base64')));
  });

  test('goes to the provider itself where the conversation names no address', async () => {
    await open({}, messages);
    const choice = { formatter: 'AnthropicChatFormatter', counter: 'AnthropicTokenCounter:claude-x' };
    assert.equal((await prepare(choice)).url, 'https://api.anthropic.com/v1/messages/count_tokens');
  });

  test('sends nothing to a host that was not allowed, nor after the conversation changed', async () => {
    await open(anthropic());
    await prepare();
    const refused = await service.countByProvider('id', 'api.anthropic.com', key);
    assert.ok(!refused.ok && /not among the hosts/.test(refused.error.message));
    await prepare();
    await open(anthropic());
    const stale = await service.countByProvider('id', host, key);
    assert.ok(!stale.ok && /changed/.test(stale.error.message));
    assert.equal(asked.length, 0);
  });

  test('tells the API’s error, without the key', async () => {
    await open(anthropic());
    await prepare();
    answer = { status: 401, body: JSON.stringify({ error: { type: 'authentication_error', message: `bad ${key}` } }) };
    assert.deepEqual(await service.countByProvider('id', host, key), {
      ok: false,
      error: {
        class: 'AuthenticationError',
        message: 'Anthropic refused to count (401 authentication_error): bad …',
      },
    });
  });

  for (const [what, options, list, error] of [
    [
      'a counter that counts here',
      { formatter: 'OpenAIChatFormatter', token_counter: { type: 'o200k_base' } },
      messages,
    ],
    ['no counter', { formatter: 'OpenAIChatFormatter' }, messages],
    [
      'a counter that does not exist',
      { formatter: 'OpenAIChatFormatter', token_counter: { type: 'AnthropicCounter' } },
      messages,
    ],
    [
      'a formatter that does not exist',
      { formatter: 'X', token_counter: { type: 'AnthropicTokenCounter', model_name: 'x' } },
      messages,
      'FormatterError',
    ],
    [
      'no messages',
      { formatter: 'AnthropicChatFormatter', token_counter: { type: 'AnthropicTokenCounter', model_name: 'x' } },
      [],
      'IndexError',
    ],
  ] as const)
    test(`makes no question of ${what}`, async () => {
      await open(options, list);
      const prepared = await service.prepareProviderCount('id', request);
      assert.equal(prepared && !prepared.ok ? prepared.error.class : prepared, error);
    });
});
