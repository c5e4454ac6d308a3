import assert from 'node:assert/strict';
import {
  checkConversation,
  conversationSchema,
  formatConversation,
  readConversation,
  setConversationOptions,
} from '../../../../../src/engine/conversation/index.ts';
import { toJsonText } from '../../../../../src/engine/python/index.ts';

const text = (text: string) => ({ type: 'text', text });
const user = (...content: unknown[]) => ({ name: 'Ann', role: 'user', content });
const agent = (...content: unknown[]) => ({ name: 'Friday', role: 'assistant', content });
const call = (input = '{}', more = {}) => ({ type: 'tool_call', id: '1', name: 'look', input, ...more });
const result = (output: unknown = 'a.txt', more = {}) => ({
  type: 'tool_result',
  id: '1',
  name: 'look',
  output,
  state: 'success',
  ...more,
});
const medium = (media_type: string) => ({ type: 'data', source: { type: 'base64', data: 'YQ==', media_type } });
const linked = (url: string, media_type = 'image/png') => ({ type: 'data', source: { type: 'url', url, media_type } });

function read(messages: readonly unknown[], options: object = {}) {
  const whole = { agentscope_version: '2.0.6+', formatter: 'OpenAIChatFormatter', ...options, messages };
  const source = JSON.stringify(whole, null, 2);
  return { source, ...readConversation(source, 'x.messages.json') };
}

function problemsOf(messages: readonly unknown[], options?: object): string[] {
  const { conversation, problems } = read(messages, options);
  return [...problems, ...checkConversation(conversation!)].map(({ code }) => code);
}

suite('a conversation for AgentScope 2', () => {
  test('becomes the payload, with the estimate as its tokens', async () => {
    const { conversation } = read([user(text('Where is it?')), agent(call('{"a": 1.0}'), result(), text('There.'))]);
    const formatted = await formatConversation(conversation!);
    assert(formatted.ok);
    assert.equal(formatted.agentscopeVersion, '2.0.6+');
    assert.equal(formatted.tokens, 8);
    assert.deepEqual(
      formatted.perMessage.map(({ kept, tokens }) => [kept, tokens]),
      [
        [true, 3],
        [true, 5],
      ],
    );
    assert.match(formatted.basis!, /bytes \/ 4/);
    assert.match(toJsonText(formatted.exactPayload, 0), /"arguments": "{\\"a\\": 1\.0}"/);
  });

  test('a text for a content is read as the constructors do, with a fix', async () => {
    const { conversation, problems, source } = read([{ name: 'Ann', role: 'user', content: 'Hi "you"' }]);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['incomplete-block'],
    );
    const [edit] = problems[0]!.fixes![0]!.edits;
    const fixed = source.slice(0, edit!.span.start) + edit!.text + source.slice(edit!.span.end);
    assert.deepEqual(readConversation(fixed, 'x.messages.json').problems, []);
    assert.equal((await formatConversation(conversation!)).ok, true);
  });

  test('what loading refuses is told at its place, once', () => {
    const places: readonly (readonly [what: string, message: unknown, at: string, words: RegExp])[] = [
      ['a block of 1', agent({ type: 'tool_use', id: '1', name: 'f', input: {} }), '{\n', /block of AgentScope 1/],
      ['an input', agent({ type: 'tool_call', id: '1', name: 'f', input: { a: 1 } }), '{\n', /`input`: .*valid string/],
      ['a state', agent(call('{}', { state: 'done' }), result()), '"done"', /`state`: Input should be 'pending'/],
      ['an address', user(linked('a.png')), '"a.png"', /`source\.url`: .*relative URL without a base/],
      ['a role', { ...user(call()), role: 'user' }, '{\n', /User message can only contain/],
      ['a name', { role: 'user', content: [] }, '{\n', /`name`/],
      ['a type', user({ type: 'txt', text: 'x' }), '{\n', /No block of AgentScope 2 has the type `txt`/],
    ];
    for (const [what, message, at, words] of places) {
      const { problems, source } = read([message]);
      const refused = problems.filter(({ code }) => code === 'agentscope2-message');
      assert.equal(refused.length, 1, `${what}: ${refused.map(each => each.message).join('\n')}`);
      assert.match(refused[0]!.message, words, what);
      assert(
        source.slice(refused[0]!.span.start).startsWith(at),
        `${what}: ${source.slice(refused[0]!.span.start, refused[0]!.span.end)}`,
      );
    }
  });

  const cases: readonly (readonly [
    what: string,
    messages: readonly unknown[],
    options: object,
    codes: readonly string[],
  ])[] = [
    ['a call with its result', [agent(call(), result())], {}, []],
    ['an option of 1', [], { max_tokens: 5, truncation: 'fifo' }, ['ignored-option', 'ignored-option']],
    ['a renamed formatter', [], { formatter: 'OpenAIResponseChatFormatter' }, ['unknown-formatter']],
    ['a timestamp', [{ ...user(), timestamp: 'x' }], {}, ['dropped-key']],
    ['a signature of a text', [agent({ ...text('a'), thought_signature: 's' })], {}, ['dropped-key']],
    [
      'a signature of a thought',
      [user(text('Well?')), agent({ type: 'thinking', thinking: 'a', signature: 's' })],
      { formatter: 'AnthropicChatFormatter' },
      [],
    ],
    [
      'a thought without one',
      [agent({ type: 'thinking', thinking: 'a' })],
      { formatter: 'AnthropicChatFormatter' },
      ['unsupported-block'],
    ],
    [
      'a hint among talk',
      [agent({ type: 'hint', hint: 'a' })],
      { formatter: 'GeminiMultiAgentFormatter' },
      ['unsupported-block'],
    ],
    ['a hint', [agent({ type: 'hint', hint: 'a' })], { formatter: 'GeminiChatFormatter' }, []],
    ['a video', [user(medium('video/mp4'))], {}, ['unsupported-block']],
    ['a video that is taken', [user(medium('video/mp4'))], { formatter: 'GeminiChatFormatter' }, []],
    [
      'an image that is not allowed',
      [user(medium('image/png'))],
      { input_types: ['text/plain'] },
      ['unsupported-block'],
    ],
    ['wrong input types', [], { input_types: 'image/*' }, ['wrong-shape']],
    ['a list for an input', [agent(call('[1]'), result())], {}, ['tool-input']],
    ['an empty input', [agent(call(''), result())], {}, ['tool-input']],
    ['a path with a blank', [user(linked('file:///a b.png'))], {}, ['unopened-path']],
    ['ogg', [user(medium('audio/ogg'))], {}, ['refused-audio']],
    [
      'ogg that is dropped',
      [user(medium('audio/ogg'))],
      { formatter: 'AnthropicChatFormatter' },
      ['unsupported-block'],
    ],
    ['an address without an ending', [user(linked('https://a.org/x', 'audio/wav'))], {}, ['refused-audio']],
    ['a call alone', [agent(call())], {}, ['call-without-result']],
    ['a result alone', [agent(result())], {}, ['result-without-call']],
    ['two messages', [agent(call()), agent(result())], {}, ['torn-call']],
    ['a medium of a result', [agent(call(), result([medium('video/mp4')]))], {}, ['saved-media']],
    [
      'a medium of a result in xAI',
      [agent(call(), result([medium('image/png')]))],
      { formatter: 'XAIChatFormatter' },
      ['saved-media'],
    ],
    ['a medium that is presented', [agent(call(), result([medium('image/png')]))], {}, []],
    ['the end of a history', [user(text('</history>'))], { formatter: 'XAIMultiAgentFormatter' }, ['history-tag']],
    [
      'a running result',
      [{ ...agent(call(), result('a', { state: 'running' })), finished_at: 'x' }],
      {},
      ['unfinished-state'],
    ],
    ['a running result that may still run', [agent(call(), result('a', { state: 'running' }))], {}, []],
    ['ratios', [], { context: { trigger_ratio: 0.3, reserve_ratio: 0.4 } }, ['wrong-shape']],
    [
      'a system prompt that is too long',
      [],
      { context: { context_size: 1, system_prompt: 'x'.repeat(99) } },
      ['wrong-shape'],
    ],
    [
      'the tag',
      [user(medium('application/pdf'))],
      { agentscope_version: '2.0.6' },
      ['unsupported-block', 'other-in-tag'],
    ],
    [
      'the tag, a document that is allowed',
      [user(medium('application/pdf'))],
      { agentscope_version: '2.0.6', input_types: ['*'] },
      ['unsupported-block', 'other-in-tag'],
    ],
    [
      'the tag, a document that is not allowed',
      [user(medium('application/pdf'))],
      { agentscope_version: '2.0.6', input_types: ['image/*'] },
      ['unsupported-block'],
    ],
    ['the tag, where it is the same', [user(medium('image/png'))], { agentscope_version: '2.0.6' }, []],
    ['a later release', [], { agentscope_version: '2.0.10' }, ['other-in-tag']],
  ];
  for (const [what, messages, options, codes] of cases)
    test(`problems: ${what}`, () => assert.deepEqual(problemsOf(messages, options), codes));

  test('a call is checked against its tool, and read twice', () => {
    const schema = { type: 'object', properties: { a: { type: 'integer' } } };
    const tools = [{ type: 'function', function: { name: 'look', parameters: schema } }];
    const { conversation } = read([agent(call('{"a": "5"'), result())], { tools });
    const [problem] = checkConversation(conversation!);
    assert.match(problem!.message, /checked as `\{"a": 5\}`, but the tool is called with `\{"a": "5"\}`/);
  });

  test('compression: the threshold, the cut, and a placeholder for the summary', async () => {
    const messages = [user(text('x'.repeat(400))), agent(text('y'.repeat(400))), user(text('Now?'))];
    const { conversation } = read(messages, { context: { context_size: 200, reserve_ratio: 0.3 } });
    const formatted = await formatConversation(conversation!);
    assert(formatted.ok && formatted.compression?.cut);
    assert.deepEqual([formatted.compression.threshold, formatted.compression.reserveTokens], [160, 60]);
    assert.deepEqual(
      formatted.perMessage.map(({ kept }) => kept),
      [false, false, true],
    );
    assert.match(
      JSON.stringify(formatted.payload),
      /^\[\{"role":"user","name":"user","content":\[\{"type":"text","text":"\(the summary that/,
    );
    assert.equal(formatted.compression.cut.request?.length, 4);
    const whole = await formatConversation(conversation!, { maxTokens: null });
    assert(whole.ok && whole.compression === undefined && whole.payload.length === 3);
    const dragged = await formatConversation(conversation!, { maxTokens: 500 });
    assert(dragged.ok && dragged.compression?.threshold === 500 && !dragged.compression.cut);
  });

  test('the newest message of the user’s falling out is told', () => {
    const messages = [user(text('x'.repeat(400))), user(text('And now?'))];
    const context = { context_size: 100, system_prompt: 'z'.repeat(60) };
    assert.deepEqual(problemsOf(messages, { context }), ['newest-compressed']);
    assert.deepEqual(problemsOf(messages, { context: { ...context, context_size: 400 } }), []);
  });

  test('saving a threshold changes the size of the context alone', () => {
    const apply = (source: string) => {
      const [edit] = setConversationOptions(source, { contextSize: 900 });
      return source.slice(0, edit!.span.start) + edit!.text + source.slice(edit!.span.end);
    };
    assert.equal(
      apply('{"context": { "context_size": 5 }, "messages": []}'),
      '{"context": { "context_size": 900 }, "messages": []}',
    );
    assert.deepEqual(JSON.parse(apply('{"context": {"summary": "x"}, "messages": []}')).context, {
      context_size: 900,
      summary: 'x',
    });
    assert.deepEqual(JSON.parse(apply('{"messages": []}')).context, { context_size: 900 });
  });

  test('the schema knows its blocks, options and formatters', () => {
    const words = JSON.stringify(conversationSchema());
    for (const each of [
      '"tool_call"',
      '"hint"',
      '"input_types"',
      '"trigger_ratio"',
      '"MoonshotChatFormatter"',
      '"2.0.6+"',
    ])
      assert(words.includes(each), each);
  });

  test('ten thousand messages take linear time @slow', async () => {
    const many = Array.from({ length: 10_000 }, () => [user(text('Hello')), agent(call(), result())]).flat();
    const { conversation } = read(many, { context: { context_size: 3000 } });
    const started = performance.now();
    checkConversation(conversation!);
    assert((await formatConversation(conversation!)).ok);
    assert(performance.now() - started < 30_000);
  });

  test('hostile files never throw', async () => {
    for (const message of [
      null,
      5,
      {},
      { role: 'user', content: [null, 5, { type: 5 }, [[]]] },
      agent({ type: 'hint', hint: 'x'.repeat(1_000_000) }),
      user(text('\ud83d')),
    ])
      assert.doesNotThrow(() => problemsOf([message], { context: { context_size: -1 }, input_types: [5] }));
    const { conversation } = read([user(linked('http://[::1'))]);
    assert.equal((await formatConversation(conversation!)).ok, false);
  });
});
