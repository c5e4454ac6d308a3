import assert from 'node:assert/strict';
import {
  checkConversation,
  formatConversation,
  readConversation,
  recordedReleases,
} from '../../../../src/engine/conversation/index.ts';
import { agentscopeReleases } from '../../../../src/engine/core/agentscopeReleases.ts';
import type { EngineError } from '../../../../src/engine/core/errors.ts';
import { toJsonText } from '../../../../src/engine/python/index.ts';
import { createTokenCounter } from '../../../../src/engine/tokens/index.ts';

const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const files: Readonly<Record<string, Uint8Array>> = {
  'a.png': png,
  'A.PNG': png,
  noext: png,
  's.mp3': png,
  'v.mp4': png,
};
const resources = {
  cwd: '/here',
  readFile: async (path: string) => files[path],
  writeTemp: async (_: Uint8Array, ending: string) => `/tmp/tmp00000000${ending}`,
};

const message = (content: unknown, role = 'user') => ({ name: 'Ann', role, content });
const text = (words: string | null) => ({ type: 'text', text: words });
const medium = (type: string, url: string) => ({ type, source: { type: 'url', url } });
const odd = (type: string) => ({ type, source: { type: 'file_id' } });
const call = { type: 'tool_use', id: '1', name: 'f', input: {} };
const result = (output: unknown) => ({ type: 'tool_result', id: '1', name: 'f', output });
const base64 = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };

async function format(version: string | undefined, formatter: string, messages: object[], options: object = {}) {
  const file = {
    ...(version && { agentscope_version: version }),
    formatter: `${formatter}Formatter`,
    ...options,
    messages,
  };
  const { conversation } = readConversation(JSON.stringify(file), 'a.messages.json');
  return formatConversation(conversation!, { resources });
}

async function outcome(version: string, formatter: string, messages: object[], options?: object): Promise<string> {
  const answer = await format(version, formatter, messages, options);
  return answer.ok ? toJsonText(answer.exactPayload, 0) : `${answer.error.class}: ${answer.error.message}`;
}

/** What is different since a release: the last one before it, and the release itself. */
const rules: readonly (readonly [
  since: string,
  what: string,
  formatter: string,
  messages: object[],
  before: RegExp,
  now: RegExp,
  options?: object,
])[] = [
  [
    '1.0.1',
    'a text as output',
    'OpenAIChat',
    [message([result('ab')])],
    /^AssertionError: Invalid block: a,/,
    /"content": "ab"/,
  ],
  ['1.0.3', 'local sound', 'GeminiChat', [message([medium('audio', 's.mp3')])], /image\/mp3/, /audio\/mp3/],
  ['1.0.6', 'an object as content', 'OllamaChat', [message({})], /^\[\]$/, /^AssertionError: The content must be/],
  ['1.0.8', 'an image alone', 'OllamaChat', [message([base64])], /^\[\]$/, /"images": \["AAAA"\]/],
  [
    '1.0.8',
    'an unknown source',
    'OllamaMultiAgent',
    [message([odd('image')])],
    /"role": "user"/,
    /^ValueError: Unsupported image source/,
  ],
  [
    '1.0.8',
    'an unknown source',
    'GeminiChat',
    [message([odd('image')])],
    /^\[\]$/,
    /^ValueError: Unsupported source type: file_id/,
  ],
  [
    '1.0.8',
    'a result without output',
    'DashScopeChat',
    [message([{ type: 'tool_result', id: '1' }])],
    /^TypeError/,
    /^KeyError: 'output'/,
  ],
  [
    '1.0.8',
    'promotion',
    'OpenAIChat',
    [message([result([medium('image', 'a.png')])])],
    /^TypeError: TruncatedFormatterBase\.__init__\(\) got an unexpected keyword argument 'promote_tool_result_images'$/,
    /the image contents/,
    { promote_tool_result_images: true },
  ],
  [
    '1.0.9',
    'what is promoted',
    'DashScopeChat',
    [message([result([medium('image', 'a.png')])])],
    /the image contents/,
    /the media contents/,
    { promote_tool_result_images: true },
  ],
  [
    '1.0.9',
    'video',
    'DashScopeMultiAgent',
    [message([medium('video', 'https://x.org/v.mp4')])],
    /^\[\]$/,
    /"video": "https/,
  ],
  [
    '1.0.9',
    'thinking',
    'DeepSeekChat',
    [message([{ type: 'thinking', thinking: 'hm' }, text('x')])],
    /"content": "x"\}\]$/,
    /"reasoning_content": "hm"/,
  ],
  ['1.0.9', 'two texts', 'GeminiMultiAgent', [message([text('a'), text('b')], 'system')], /"ab"/, /"a\\nb"/],
  ['1.0.9', 'no block as output', 'OllamaChat', [message([result([5])])], /or AudioBlock is/, /or VideoBlock is/],
  [
    '1.0.11',
    'a query behind an image',
    'OpenAIChat',
    [message([medium('image', 'https://x.org/a.png?s=1')])],
    /^TypeError: .* should end with/,
    /a\.png\?s=1"/,
  ],
  [
    '1.0.11',
    'an image in capitals',
    'OpenAIChat',
    [message([medium('image', 'https://x.org/A.PNG')])],
    /A\.PNG/,
    /^TypeError: .* should end with/,
  ],
  [
    '1.0.11',
    'A2A',
    'A2AChat',
    [message('x')],
    /^AgentScopeVersionError: A2AChatFormatter came with AgentScope 1\.0\.11, and this conversation is for 1\.0\.10\.$/,
    /"kind": "message"/,
  ],
  [
    '1.0.13',
    'a call alone',
    'DashScopeChat',
    [message([call], 'assistant')],
    /\[\{"text": null\}\]/,
    /"content": \[\]/,
  ],
  ['1.0.13', 'a null text', 'DashScopeChat', [message([text(null)])], /^\[\]$/, /\[\{"text": null\}\]/],
  [
    '1.0.14',
    'sound of the assistant',
    'OpenAIMultiAgent',
    [message([text('x'), odd('audio')], 'assistant')],
    /^TypeError: Unsupported audio source/,
    /Ann: x/,
  ],
  [
    '1.0.15',
    'the id of a call',
    'GeminiChat',
    [message([call], 'assistant')],
    /"id": "1".*"args": \{\}\}\}/,
    /"id": null.*"thought_signature": "1"/,
  ],
  ['1.0.17', 'a temporary file', 'OllamaChat', [message([result([base64])])], /0\.\.png/, /0\.png/],
  [
    '1.0.17',
    'an address of any kind',
    'OpenAIChat',
    [message([medium('image', 'https://x.org')])],
    /^TypeError/,
    /"https:\/\/x\.org"/,
  ],
  [
    '1.0.17',
    'a file address',
    'DashScopeChat',
    [message([medium('image', 'file://a.png')])],
    /"file:\/\/a\.png"/,
    /"file:\/\/\/here\/file:\/a\.png"/,
  ],
  [
    '1.0.18',
    'a file without ending',
    'OpenAIChat',
    [message([medium('image', 'noext')])],
    /^ValueError: Invalid image URL/,
    /data:image\/png/,
  ],
  [
    '1.0.18',
    'sound in a file',
    'OpenAIChat',
    [message([medium('audio', 'file://s.mp3')])],
    /^(?!\[)/,
    /"format": "mp3"/,
  ],
  [
    '1.0.19',
    'a local image',
    'AnthropicChat',
    [message([medium('image', 'a.png')])],
    /"url": "a\.png"/,
    /"media_type": "image\/png"/,
  ],
  [
    '1.0.19',
    'an image beside what is no block, in a result',
    'AnthropicChat',
    [message([result([base64, 'x'])])],
    /"content": \[\{"type": "image".*"x"\]/,
    /^AttributeError: 'str' object has no attribute 'get'$/,
  ],
  [
    '1.0.19',
    'a local video',
    'DashScopeChat',
    [message([medium('video', 'v.mp4')])],
    /file:\/\/\/here\/v\.mp4/,
    /data:video\/mp4/,
  ],
  [
    '1.0.19',
    'a file address',
    'OllamaChat',
    [message([medium('image', 'file://a.png')])],
    /^(?!\[)/,
    /"images": \["iVBORw0KGgo="\]/,
  ],
  [
    '1.0.19',
    'an unknown source in a history',
    'DashScopeMultiAgent',
    [message([odd('image')])],
    /^\[\]$/,
    /^NotImplementedError/,
  ],
  ['1.0.20', 'a null output', 'GeminiChat', [message([result(null)])], /^TypeError/, /"output": ""/],
  ['1.0.21', 'a null output', 'AnthropicChat', [message([result(null)])], /"text": null/, /"text": ""/],
  [
    '1.0.21',
    'a signature',
    'GeminiChat',
    [message([{ ...call, thought_signature: 'aGk=' }], 'assistant')],
    /"thought_signature": "1"/,
    /"thought_signature": "aGk="/,
  ],
  ['1.0.21', 'OpenAI’s responses', 'OpenAIResponseChat', [message('x')], /^AgentScopeVersionError/, /"input_text"/],
];

suite('releases of AgentScope', () => {
  for (const [since, what, formatter, messages, before, now, options] of rules)
    test(`${formatter}, ${since}: ${what}`, async () => {
      const last = agentscopeReleases[agentscopeReleases.indexOf(since as (typeof agentscopeReleases)[number]) - 1]!;
      assert.match(await outcome(last, formatter, messages, options), before);
      assert.match(await outcome(since, formatter, messages, options), now);
    });

  test('name the rules that matter, and no others', async () => {
    const messages = [
      message([text('x'), medium('video', 'https://x.org/v.mp4'), medium('image', 'https://x.org/a.png')]),
    ];
    const answer = await format('1.0.8', 'DashScopeChat', messages);
    assert(answer.ok);
    assert.deepEqual(
      [answer.agentscopeVersion, answer.releaseRules],
      ['1.0.8', [{ since: '1.0.9', summary: 'DashScope: video is converted like images and audio', followed: false }]],
    );
    const plain = await format('1.0.8', 'OpenAIMultiAgent', [
      message('x'),
      message([text('a'), medium('image', 'a.png')]),
    ]);
    assert(plain.ok);
    assert.deepEqual(plain.releaseRules, []);
  });

  test('absent is the newest, and errors tell which it was', async () => {
    const answer = await format(undefined, 'OpenAIChat', [message([medium('image', 'gone')])]);
    assert.deepEqual([answer.ok, answer.agentscopeVersion], [false, '1.0.21']);
    assert.deepEqual(recordedReleases, ['1.0.0', '1.0.21', '2.0.6', '2.0.6+']);
  });

  const unknown: readonly (readonly [version: string, expected: RegExp])[] = [
    [
      '1.0.22',
      /^There is no release `1\.0\.22` of AgentScope that ParserLens knows\. The releases are 1\.0\.0 to 1\.0\.21\.$/,
    ],
    ['', /^There is no release ``/],
    ['2.1.0', /^ParserLens does not know AgentScope 2\.1\.0: of version 2 it follows `2\.0\.6\+`/],
    ['0.1.6', /^AgentScope 0\.1\.6 has no such formatters; .* parsers, those of 0\.1\.6\./],
  ];
  for (const [version, expected] of unknown)
    test(`unknown: ${version}`, async () => {
      const source = `{ "agentscope_version": "${version}", "formatter": "OpenAIChatFormatter", "messages": [] }`;
      const { conversation } = readConversation(source, 'a.messages.json');
      const answer = await formatConversation(conversation!);
      assert(!answer.ok);
      assert.equal(answer.error.class, 'AgentScopeVersionError');
      assert.match(answer.error.message, expected);
      const [problem] = checkConversation(conversation!);
      assert.equal(problem?.code, 'agentscope-version');
      assert.equal(source.slice(problem.span.start, problem.span.end), JSON.stringify(version));
      assert.equal(problem.message, answer.error.message);
    });

  test('a tag’s name is a release too', async () => {
    const answer = await format('v1.0.13', 'OpenAIChat', []);
    assert.equal(answer.agentscopeVersion, '1.0.13');
  });

  const misused: readonly (readonly [what: string, options: object, code: string, place: string])[] = [
    [
      'a formatter',
      { agentscope_version: '1.0.20', formatter: 'OpenAIResponseChatFormatter' },
      'agentscope-version',
      '"OpenAIResponseChatFormatter"',
    ],
    [
      'an option',
      { agentscope_version: '1.0.7', formatter: 'OllamaChatFormatter', promote_tool_result_images: true },
      'agentscope-version',
      'true',
    ],
    [
      'an option that is not there',
      { formatter: 'OllamaChatFormatter', promote_tool_result_videos: false },
      'formatter-option',
      'false',
    ],
    [
      'a counter',
      { agentscope_version: '1.0.11', token_counter: { type: 'CharTokenCounter' } },
      'unknown-counter',
      '{"type":"CharTokenCounter"}',
    ],
  ];
  for (const [what, options, code, place] of misused)
    test(`misused: ${what}`, () => {
      const source = JSON.stringify({ ...options, messages: [] });
      const { conversation } = readConversation(source, 'a.messages.json');
      const [problem] = checkConversation(conversation!);
      assert.deepEqual([problem?.code, source.slice(problem?.span.start, problem?.span.end)], [code, place]);
    });

  test('an option that is not a boolean is a problem at its place', () => {
    const source = '{ "promote_tool_result_images": "yes", "agentscope_version": 1, "messages": [] }';
    const { problems } = readConversation(source, 'a.messages.json');
    assert.deepEqual(problems.map(({ code, span }) => [code, source.slice(span.start, span.end)]).sort(), [
      ['wrong-shape', '"yes"'],
      ['wrong-shape', '1'],
    ]);
  });

  test('a text as output is a problem before 1.0.1 only', () => {
    const codes = (version?: string) => {
      const file = { ...(version && { agentscope_version: version }), messages: [message([call, result('x')])] };
      return readConversation(JSON.stringify(file), 'a.messages.json').problems.map(({ code }) => code);
    };
    assert.deepEqual([codes('1.0.0'), codes('1.0.1'), codes()], [['incomplete-block'], [], []]);
  });

  test('counters follow the release too', async () => {
    const tools = [{ function: { name: 'f', parameters: { properties: { a: { description: 'b' } } } } }];
    const count = async (version: string) => {
      const { nodeHost } = await import('../../../../src/node/nodeHost.ts');
      const spec = { type: 'OpenAITokenCounter', model_name: 'gpt-4o', agentscope_version: version };
      return createTokenCounter(spec, nodeHost).count([], tools);
    };
    await assert.rejects(async () => count('1.0.18'), { class: 'KeyError', message: "'type'" });
    assert.equal(typeof (await count('1.0.19')), 'number');
    const old = { type: 'CharTokenCounter', agentscope_version: '1.0.11' };
    assert.throws(
      () => createTokenCounter(old),
      (error: EngineError) => /came with AgentScope 1\.0\.12/.test(error.message),
    );
  });
});
