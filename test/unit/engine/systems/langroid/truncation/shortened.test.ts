import assert from 'node:assert/strict';
import {
  counter,
  formatter,
  type Json,
  outcomes,
  run,
  say,
  words,
} from '../../../conversation/truncation/truncated.ts';

const cut = 'cut to its first 30 tokens';

suite('conversations that Langroid shortens', () => {
  const long = [say('system', words(50)), say('user', words(100)), say('assistant', words(100)), say('user', 'last')];

  const langroid: readonly (readonly [name: string, conversation: Json, expected: readonly string[] | string])[] = [
    ['fits', { max_tokens: 1000, messages: long }, ['kept', 'kept', 'kept', 'kept']],
    ['one is cut', { max_tokens: 200, messages: long }, ['kept', `kept 1: ${cut}`, 'kept', 'kept']],
    ['two are cut', { max_tokens: 150, messages: long }, ['kept', `kept 1: ${cut}`, `kept 2: ${cut}`, 'kept']],
    [
      'nothing is left to cut',
      { max_tokens: 20, messages: long },
      'ValueError: No message is left to shorten, and the payload still exceeds the token limit (20 tokens).',
    ],
    [
      'without a system message the first is cut; nothing from the user’s last on',
      {
        max_tokens: 140,
        messages: [say('assistant', words(100)), say('user', words(50)), say('assistant', words(20))],
      },
      [`kept 1: ${cut}`, 'kept', 'kept'],
    ],
    [
      'nothing to cut',
      { max_tokens: 5, messages: [say('user', words(9))] },
      'ValueError: No message is left to shorten, and the payload still exceeds the token limit (5 tokens).',
    ],
  ];
  for (const [name, conversation, expected] of langroid)
    test(`langroid: ${name}`, async () =>
      assert.deepEqual(await outcomes({ formatter, truncation: 'langroid', ...conversation }), expected));

  test('langroid: what each message costs, those that are cut as they are then', async () => {
    const answer = await run({ formatter, truncation: 'langroid', max_tokens: 200, messages: long });
    assert.ok(typeof answer !== 'string');
    // A message counts one token beside its words; its cut is 30 words and three of the note.
    assert.deepEqual(
      answer.perMessage.map(({ tokens }) => tokens),
      [51, 34, 101, 2],
    );
  });

  test('langroid: what is left of a message, its blocks among them', async () => {
    const result = { type: 'tool_result', id: '1', name: 'f', output: [{ type: 'text', text: words(60) }] };
    const call = { type: 'tool_use', id: '1', name: 'f', input: {} };
    const messages = [
      say('user', [
        { type: 'text', text: words(20) },
        { type: 'text', text: ` ${words(20)}` },
      ]),
      say('assistant', [call]),
      say('system', [result]),
      say('user', 'last'),
    ];
    const answer = await run({ formatter, truncation: 'langroid', max_tokens: 90, messages });
    assert.ok(typeof answer !== 'string');
    const note = '\n... [Contents truncated!]';
    const [first, , third] = answer.payload as { content: unknown }[];
    assert.deepEqual(first!.content, [
      { type: 'text', text: `${words(20)} ${words(10)} ${note}`.replace(' \n', ' \n') },
    ]);
    assert.equal(third!.content, `${words(30)} ${note}`);
  });

  test('langroid: a result that is empty stays so', async () => {
    const call = { type: 'tool_use', id: '1', name: 'f', input: {} };
    const messages = [
      say('user', words(50)),
      say('assistant', [call]),
      say('system', [
        { type: 'text', text: words(50) },
        { type: 'tool_result', id: '1', name: 'f', output: '' },
      ]),
      say('user', 'last'),
    ];
    const answer = await run({ formatter, truncation: 'langroid', max_tokens: 90, messages });
    assert.ok(typeof answer !== 'string');
    const results = (answer.payload as { role: string; content: unknown }[]).filter(({ role }) => role === 'tool');
    assert.deepEqual(
      results.map(({ content }) => content),
      [''],
    );
  });

  const turns = [
    say('system', 's'),
    say('assistant', 'hello'),
    say('user', words(50)),
    say('assistant', words(50)),
    say('user', words(50)),
    say('user', 'last'),
    say('assistant', 'end'),
  ];
  const turn = 'part of the oldest turn';
  test('langroid_drop_turns: turn after turn, what stands before the first is kept', async () => {
    const truncation = 'langroid_drop_turns';
    const messages = turns;
    assert.deepEqual(await outcomes({ formatter, truncation, max_tokens: 70, messages }), [
      'kept',
      'kept',
      `dropped 1: ${turn}`,
      `dropped 1: ${turn}`,
      'kept',
      'kept',
      'kept',
    ]);
    assert.deepEqual(await outcomes({ formatter, truncation, max_tokens: 30, messages }), [
      'kept',
      'kept',
      `dropped 1: ${turn}`,
      `dropped 1: ${turn}`,
      `dropped 2: ${turn}`,
      'kept',
      'kept',
    ]);
    assert.match(
      String(await outcomes({ formatter, truncation, max_tokens: 3, messages })),
      /^ValueError: No message is left to drop/,
    );
  });

  test('10,000 messages are shortened with few counts of the whole @slow', async () => {
    let counts = 0;
    const counting = { ...counter, count: (payload: unknown) => ++counts && counter.count(payload) };
    const messages = Array.from({ length: 10_000 }, (_, i) => say(i % 2 ? 'assistant' : 'user', words(40)));
    for (const truncation of ['langroid', 'langroid_drop_turns']) {
      counts = 0;
      const result = await run(
        { formatter, truncation, max_tokens: 390_000, messages },
        {},
        { tokenCounter: counting },
      );
      assert.ok(typeof result !== 'string' && result.tokens! <= 390_000);
      assert.ok(counts < 10, `${counts} counts`);
    }
  });
});
