import assert from 'node:assert/strict';
import { truncations } from '../../../../../src/engine/conversation/index.ts';
import { formatter, hostOf, type Json, outcomes, run, say, words } from './truncated.ts';

suite('truncation by name', () => {
  const long = [say('system', words(50)), say('user', words(100)), say('assistant', words(100)), say('user', 'last')];

  test('a name that does not exist', async () => {
    const all = truncations.map(({ name }) => name);
    const unknown = `TruncationError: There is no truncation \`lifo\`. There are: ${all.join(', ')}.`;
    assert.equal(await run({ formatter, truncation: 'lifo', messages: long }), unknown);
    assert.equal(await run({ formatter, messages: long }, {}, { truncation: 'lifo' }), unknown);
    assert.deepEqual([all[0], all.at(-1)], ['fifo', 'custom']);
  });

  test('custom: dropped, changed and new messages', async () => {
    const host = hostOf({
      truncate: (msgs: { id?: string; content: string }[]) =>
        msgs[0]?.id === '0'
          ? [{ role: 'system', content: 'sum' }, { ...msgs[1], content: 'short' }, ...msgs.slice(2)]
          : msgs.filter(({ id }) => id !== '2'),
    });
    const conversation = { formatter, truncation: 'custom', module: 'm.mjs', max_tokens: 30, messages: long };
    assert.deepEqual(await outcomes(conversation, host), [
      'dropped 1: dropped by the module',
      'kept 1: changed by the module',
      'dropped 2: dropped by the module',
      'kept',
    ]);
    const result = await run({ ...conversation, max_tokens: 150 }, host);
    assert.ok(typeof result !== 'string');
    const texts = (result.payload as { content: { text: string }[] }[]).map(({ content }) => content[0]!.text);
    assert.deepEqual(
      texts.map(text => text.slice(0, 5)),
      ['sum', 'short', 'w0 w1', 'last'],
    );
  });

  const bad: readonly (readonly [name: string, truncate: unknown, expected: RegExp])[] = [
    [
      'the same again',
      (msgs: unknown) => msgs,
      /^TruncationError: `truncate` of `m.mjs` gave the same messages again, and .* \(10 tokens\)\.$/,
    ],
    [
      'ever more',
      (msgs: Json[]) => [...msgs, { role: 'user', content: `${msgs.length}` }],
      /^TruncationError: `truncate` of `m.mjs` was called 105 times/,
    ],
    ['no list', () => 1, /^ModuleValueError: `truncate` must give a list of messages, not int\.$/],
    ['no messages', () => [1], /^ModuleValueError: A message of `truncate` must be an object, not int\.$/],
    [
      'a message without a role',
      () => [{ content: 'x' }],
      /^ModuleValueError: Item 0 of what `truncate` gave is not a message/,
    ],
    ['not exported', undefined, /^ModuleExportError/],
  ];
  for (const [name, truncate, expected] of bad)
    test(`custom: ${name}`, async () => {
      const host = hostOf(truncate === undefined ? {} : { truncate });
      const conversation = { formatter, truncation: 'custom', module: 'm.mjs', max_tokens: 10, messages: long };
      assert.match(String(await outcomes(conversation, host)), expected);
    });

  test('custom needs a module, and trust', async () => {
    const conversation = { formatter, truncation: 'custom', max_tokens: 10, messages: long };
    assert.match(String(await run(conversation)), /^FormatterError: The truncation `custom` needs a `module`/);
    const named = { ...conversation, module: 'm.mjs' };
    assert.match(String(await run(named, { runModule: async () => undefined })), /^ModuleNotTrusted: /);
    assert.match(String(await run(named)), /^ModuleUnavailable: /);
  });
});

suite('a formatter of one’s own', () => {
  const module = {
    formatSystemMessage: ({ content }: Json) => ({ role: 'system', content }),
    formatToolSequence: (msgs: Json[]) => [{ role: 'tools', content: msgs.map(({ id }) => id) }],
    formatAgentMessage: (msgs: Json[], isFirst: boolean) => [
      {
        role: 'user',
        content: `${isFirst ? 'History: ' : ''}${msgs.map(({ name, content }) => `${name} ${content}`).join(', ')}`,
      },
    ],
  };
  const call = { type: 'tool_use', id: '1', name: 'f', input: { n: 1 } };
  const result = { type: 'tool_result', id: '1', name: 'f', output: [] };
  const messages = [
    say('system', 'Be brief.'),
    say('user', 'a b c', 'Ann'),
    say('assistant', 'd e f', 'Bob'),
    say('assistant', [call]),
    say('system', [result]),
    say('user', 'g', 'Ann'),
  ];
  const own = { formatter: 'custom', module: 'm.mjs', messages };

  test('grouping is AgentScope’s', async () => {
    const answer = await run(own, hostOf(module));
    assert.ok(typeof answer !== 'string');
    assert.deepEqual(answer.payload, [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'History: Ann a b c, Bob d e f' },
      { role: 'tools', content: ['3', '4'] },
      { role: 'user', content: 'Ann g' },
    ]);
  });

  test('the FIFO loop is AgentScope’s; a run that did not change is not formatted again', async () => {
    const host = hostOf(module);
    const answer = await run({ ...own, max_tokens: 14 }, host);
    assert.ok(typeof answer !== 'string');
    assert.deepEqual(
      answer.perMessage.map(({ kept, step }) => (kept ? 'kept' : step)),
      ['kept', 1, 'kept', 'kept', 'kept', 'kept'],
    );
    assert.ok(answer.perMessage.every(({ tokens }) => tokens !== undefined));
    assert.equal(host.calls.filter(name => name === 'formatSystemMessage').length, 1);
  });

  test('its own `truncate` goes before FIFO, unless FIFO is named', async () => {
    const host = hostOf({ ...module, truncate: (msgs: Json[]) => msgs.slice(0, -1) });
    const last = async (more: Json) => {
      const answer = await run({ ...own, max_tokens: 16, ...more }, host);
      return typeof answer !== 'string' && answer.perMessage.map(({ kept }) => (kept ? 1 : 0)).join('');
    };
    assert.deepEqual([await last({}), await last({ truncation: 'fifo' })], ['111110', '101111']);
  });

  test('its own `_count` counts in place of the token counter, and truncation goes by it', async () => {
    const count = (payload: { content: string }[]) => 10 * payload.length;
    const answer = await run({ ...own, max_tokens: 30 }, hostOf({ ...module, count }));
    assert.ok(typeof answer !== 'string');
    assert.deepEqual([answer.tokens, answer.exact, answer.basis], [30, true, '`count` of m.mjs']);
    assert.equal(answer.perMessage.map(({ kept }) => (kept ? 1 : 0)).join(''), '100111');
  });

  test('its own `_group_messages` decides what is formatted together', async () => {
    const groupMessages = (msgs: Json[]) => [
      { kind: 'agent_message', msgs: msgs.slice(0, 1) },
      { kind: 'agent_message', msgs: [] },
      { kind: 'tool_sequence', msgs: msgs.slice(1) },
    ];
    const answer = await run(own, hostOf({ ...module, groupMessages }));
    assert.ok(typeof answer !== 'string');
    assert.deepEqual(answer.payload, [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'History: Ann a b c' },
      { role: 'tools', content: ['2', '3', '4', '5'] },
    ]);
  });

  test('messages that its truncation wrote can be grouped', async () => {
    const truncate = (msgs: Json[]) => [{ role: 'user', name: 'sum', content: 's' }, ...msgs.slice(3)];
    const groupMessages = (msgs: Json[]) => msgs.map(msg => ({ kind: 'agent_message', msgs: [msg] }));
    const answer = await run({ ...own, max_tokens: 20 }, hostOf({ ...module, truncate, groupMessages }));
    assert.ok(typeof answer !== 'string', String(answer));
    assert.equal((answer.payload as { content: string }[])[0]!.content, 'History: sum s');
  });

  test('a long conversation is cut by bisection, as round by round', async () => {
    const host = hostOf(module);
    const many = Array.from({ length: 2000 }, (_, i) => say('user', `message ${i}`));
    const answer = await run({ ...own, max_tokens: 31, messages: many }, host);
    assert.ok(typeof answer !== 'string' && answer.tokens! <= 31);
    assert.deepEqual(answer.perMessage.filter(({ kept }) => kept).length, 9);
    assert.ok(host.calls.length < 20, `${host.calls.length} calls`);
    const tooMuch = await run({ ...own, max_tokens: 1, messages: [say('system', words(9)), ...many] }, hostOf(module));
    assert.match(String(tooMuch), /^ValueError: The system prompt message already exceeds/);
  });

  const bad: readonly (readonly [name: string, more: Json, expected: RegExp])[] = [
    ['no list', { formatAgentMessage: () => ({}) }, /`formatAgentMessage` must give a list of messages, not dict/],
    ['no object', { formatSystemMessage: () => 'x' }, /A message of `formatSystemMessage` must be an object, not str/],
    ['no count', { count: () => 'many' }, /^ModuleValueError: `count` must give a number of tokens, not str/],
    ['a count below zero', { count: () => -1 }, /^ModuleValueError: `count` must give a number of tokens, not -1/],
    ['no kind', { groupMessages: () => [{ kind: 'x', msgs: [] }] }, /A group of `groupMessages` needs a `kind`/],
    ['no group', { groupMessages: () => [1] }, /A message of `groupMessages` must be an object, not int/],
    [
      'a message from elsewhere',
      { groupMessages: () => [{ kind: 'agent_message', msgs: [{ id: '99' }] }] },
      /`groupMessages` must give the messages that it was given/,
    ],
    ['no export', { formatToolSequence: undefined }, /^NotImplementedError: _format_tool_sequence is not implemented/],
  ];
  for (const [name, more, expected] of bad)
    test(name, async () => assert.match(String(await run(own, hostOf({ ...module, ...more }))), expected));

  test('no module', async () =>
    assert.match(
      String(await run({ ...own, module: undefined }, hostOf(module))),
      /^FormatterError: The formatter `custom` needs a `module`/,
    ));
});

suite('a module that leaves hooks to the base class', () => {
  const conversation = {
    formatter: 'custom',
    module: 'm.mjs',
    messages: [
      say('system', 'S'),
      say('user', 'Hi'),
      say('assistant', [{ type: 'tool_use', id: '1', name: 't', input: {} }]),
    ],
  };
  const payloadOf = async (module: Record<string, unknown>) => {
    const result = await run(conversation, hostOf(module));
    return typeof result === 'string' ? result : result.payload;
  };

  test('may export `format` alone', async () => {
    const format = (msgs: Json[]) => msgs.map(({ role }) => ({ role, content: 'x' }));
    assert.deepEqual(await payloadOf({ format }), [
      { role: 'system', content: 'x' },
      { role: 'user', content: 'x' },
      { role: 'assistant', content: 'x' },
    ]);
  });

  test('formats a system message as the base class does, and nothing else', async () => {
    const formatAgentMessage = () => [{ role: 'user', content: 'a' }];
    const formatToolSequence = () => [{ role: 'tool', content: 't' }];
    assert.deepEqual(await payloadOf({ formatAgentMessage, formatToolSequence }), [
      { role: 'system', content: [{ type: 'text', text: 'S' }] },
      { role: 'user', content: 'a' },
      { role: 'tool', content: 't' },
    ]);
    assert.equal(
      await payloadOf({ formatAgentMessage }),
      'NotImplementedError: _format_tool_sequence is not implemented',
    );
    assert.equal(
      await payloadOf({ formatToolSequence }),
      'NotImplementedError: _format_agent_message is not implemented',
    );
  });
});
