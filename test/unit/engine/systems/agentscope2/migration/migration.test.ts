import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  checkConversation,
  formatConversation,
  migrateConversation,
  readConversation,
} from '../../../../../../src/engine/conversation/index.ts';

function migrated(messages: readonly unknown[], options: object = {}, folder?: string) {
  const made = migrateConversation(JSON.stringify({ ...options, messages }), 'x.messages.json', folder);
  assert(made);
  return { ...made, value: JSON.parse(made.text) };
}

const call = { type: 'tool_use', id: '1', name: 'look', input: { at: 'ä', n: 1 } };
const result = {
  type: 'tool_result',
  id: '1',
  name: 'look',
  output: [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
  ],
};

suite('moving a conversation to AgentScope 2', () => {
  test('what comes out loads, formats, and has no problem', async () => {
    const { text, value, changes, silent } = migrated(
      [
        { name: 'system', role: 'system', content: 'Be brief.', metadata: null, timestamp: '2025-01-01 10:00:00.000' },
        {
          name: 'Ann',
          role: 'user',
          content: [{ type: 'image', source: { type: 'url', url: 'https://a.org/b.jpg' } }],
        },
        { name: 'Friday', role: 'assistant', content: [{ type: 'text', text: 'Let me look.' }, call] },
        { name: 'system', role: 'system', content: [result] },
        { name: 'Friday', role: 'assistant', content: 'There.' },
      ],
      { formatter: 'OpenAIChatFormatter', max_tokens: 8000, token_counter: { type: 'CharTokenCounter' } },
    );
    const { conversation, problems } = readConversation(text, 'x.messages.json');
    assert.deepEqual([...problems, ...checkConversation(conversation!)], []);
    assert.equal((await formatConversation(conversation!)).ok, true);
    assert.deepEqual([value.agentscope_version, value.context], ['2.0.6+', { context_size: 10_000 }]);
    assert.deepEqual(
      value.messages.map((message: { role: string; content: { type: string }[] }) => [
        message.role,
        message.content.map(({ type }) => type),
      ]),
      [
        ['system', ['text']],
        ['user', ['data']],
        ['assistant', ['text', 'tool_call', 'tool_result']],
        ['assistant', ['text']],
      ],
    );
    assert.equal(value.messages[0].created_at, '2025-01-01 10:00:00.000');
    assert.equal(value.messages[1].content[0].source.media_type, 'image/jpeg');
    assert.deepEqual(
      [value.messages[2].content[1].input, value.messages[2].content[1].state, value.messages[2].content[2].state],
      ['{"at": "ä", "n": 1}', 'finished', 'success'],
    );
    const said = changes.map(({ message, text }) => `${message ?? ''} ${text}`).join('\n');
    for (const part of [
      '0 `timestamp` becomes',
      '0 `metadata` that is null',
      '2 `tool_use` becomes',
      '3 the parts of a result',
      '3 its tool result moves',
      '`max_tokens` has no effect',
      '`token_counter` has no effect',
    ])
      assert(said.includes(part), `${part} in ${said}`);
    assert(silent.some(words => words.includes('cut nothing')));
  });

  test('parallel results keep their order behind their calls', () => {
    const second = { ...call, id: '2' };
    const { value } = migrated([
      { name: 'F', role: 'assistant', content: [call, second] },
      { name: 's', role: 'system', content: [result, { ...result, id: '2' }] },
    ]);
    assert.deepEqual(
      value.messages[0].content.map(({ type, id }: { type: string; id: string }) => `${type} ${id}`),
      ['tool_call 1', 'tool_call 2', 'tool_result 1', 'tool_result 2'],
    );
  });

  test('what is lost is said', () => {
    const { changes } = migrated([
      {
        name: 'F',
        role: 'assistant',
        invocation_id: 'x',
        content: [
          { type: 'text', text: 'a', thought_signature: 's' },
          { type: 'tool_use', id: '1', name: 'f', input: {}, thought_signature: 's' },
          5,
        ],
      },
    ]);
    const said = changes.map(({ text }) => text).join('\n');
    for (const part of [
      '`invocation_id` is dropped',
      '`thought_signature` of a `text` block is lost',
      '`thought_signature` of a call is lost',
      'no block is left out',
    ])
      assert(said.includes(part), said);
  });

  test('local paths get a scheme where their folder is known', () => {
    const image = (url: string) => [
      { name: 'A', role: 'user', content: [{ type: 'image', source: { type: 'url', url } }] },
    ];
    const url = (made: ReturnType<typeof migrated>) => made.value.messages[0].content[0].source.url;
    assert.equal(url(migrated(image('pics/a.png'), {}, '/home/ann')), 'file:///home/ann/pics/a.png');
    assert.equal(url(migrated(image('/tmp/a.png'))), 'file:///tmp/a.png');
    const spaced = migrated(image('a cat.png'), {}, '/home');
    assert(spaced.changes.some(({ text }) => text.includes('never opens')));
    assert(migrated(image('a.png')).changes.some(({ text }) => text.includes('its folder is not known')));
  });

  test('lines stay lines, a list stays a list, and what is for 2 already stays', () => {
    const line = JSON.stringify({ name: 'A', role: 'user', content: 'x' });
    assert.equal(migrateConversation(`${line}\n\n${line}\n`, 'x.messages.jsonl')?.text.split('\n').length, 3);
    assert(Array.isArray(JSON.parse(migrateConversation(`[${line}]`, 'x.messages.json')!.text)));
    assert.equal(
      migrateConversation(`{ "agentscope_version": "2.0.6", "messages": [${line}] }`, 'x.messages.json'),
      undefined,
    );
    assert.equal(migrateConversation('{ "greeting": "hello" }', 'x.messages.json'), undefined);
    assert.equal(migrateConversation('', 'x.messages.json'), undefined);
  });

  test('any JSON is migrated or refused, never thrown at', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), messages => {
        const made = migrateConversation(JSON.stringify({ messages }), 'x.messages.json');
        assert(made);
        JSON.parse(made.text);
      }),
      { numRuns: 200 },
    );
  });

  test('calls of a user become the assistant’s, a system message with an image the user’s', () => {
    const roles = (role: string, content: readonly unknown[]) => {
      const { value } = migrated([{ name: 'a', role, content }], { formatter: 'OpenAIChatFormatter' });
      return value.messages.map((message: { role: string }) => message.role);
    };
    const image = { type: 'image', source: { type: 'url', url: 'https://a.org/b.jpg' } };
    assert.deepEqual(roles('user', [call]), ['assistant']);
    assert.deepEqual(roles('system', [image]), ['user']);
    assert.deepEqual(roles('user', [image]), ['user']);
  });
});
