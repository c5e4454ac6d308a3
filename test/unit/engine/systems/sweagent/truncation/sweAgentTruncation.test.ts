import assert from 'node:assert/strict';
import {
  checkConversation,
  formatConversation,
  readConversation,
} from '../../../../../../src/engine/conversation/index.ts';

const steps = [1, 2, 3].flatMap(i => [
  { name: 'agent', role: 'assistant', content: `Step ${i}.` },
  { name: 'shell', role: 'user', content: `out ${i}\nx` },
]);
const base = [
  { name: 'system', role: 'system', content: 'Rules.' },
  { name: 'user', role: 'user', content: 'The task.' },
];

function conversation(keys: object, messages: readonly object[] = [...base, ...steps]) {
  const text = JSON.stringify({ formatter: 'OpenAIChatFormatter', truncation: 'sweagent', ...keys, messages });
  const { conversation: read, problems } = readConversation(text, 'x.messages.json');
  assert(read);
  return {
    read,
    problems: [...problems, ...checkConversation(read)].map(({ code, message }) => `${code}: ${message}`),
  };
}

async function format(keys: object, messages?: readonly object[]) {
  const result = await formatConversation(conversation(keys, messages).read);
  assert(result.ok, JSON.stringify(result));
  const payload = result.payload as { content: { text: string }[] | string }[];
  const texts = payload.map(({ content }) =>
    typeof content === 'string' ? content : content.map(each => each.text).join(''),
  );
  return { texts, perMessage: result.perMessage, warnings: result.warnings };
}

const lastOne = [{ type: 'last_n_observations', n: 1 }];

suite('SWE-agent’s history processors as truncation', () => {
  test('older observations become a line, and the row says why', async () => {
    const { texts, perMessage, warnings } = await format({ history_processors: lastOne });
    assert.deepEqual(texts, [
      'Rules.',
      'The task.',
      'Step 1.',
      'Old environment output: (2 lines omitted)',
      'Step 2.',
      'Old environment output: (2 lines omitted)',
      'Step 3.',
      'out 3\nx',
    ]);
    assert.deepEqual(
      perMessage.map(({ kept, reason }) => [kept, reason !== undefined]),
      [...Array(8).keys()].map(i => [true, i === 3 || i === 5]),
    );
    assert.match(perMessage[3]?.reason ?? '', /last_n_observations.*Taken for `observation`/);
    assert.match(warnings[0] ?? '', /8 of 8 messages have no `message_type`/);
  });

  test('message_type and tags are what is read', async () => {
    const messages = [...base, ...steps].map((message, i) => ({
      ...message,
      message_type: [
        'system_prompt',
        'observation',
        'action',
        'note',
        'action',
        'observation',
        'action',
        'observation',
      ][i],
      ...(i === 7 && { tags: ['remove_output'] }),
    }));
    const { texts, warnings } = await format({ history_processors: lastOne }, messages);
    assert.deepEqual(
      texts.map(text => text.startsWith('Old')),
      [false, false, false, false, false, true, false, true],
    );
    assert.deepEqual(warnings, []);
  });

  test('a message that closed_window drops has its row', async () => {
    const { texts, perMessage } = await format({ history_processors: [{ type: 'closed_window' }] }, [
      ...base,
      { name: 'shell', role: 'user', content: '10:30 it began' },
    ]);
    assert.deepEqual(texts, ['Rules.', 'The task.']);
    assert.equal(perMessage[2]?.kept, false);
    assert.match(perMessage[2]?.reason ?? '', /numbered lines but names no file/);
  });

  test('results of tools are observations, and stay blocks', async () => {
    const call = (id: string) => ({ type: 'tool_use', id, name: 'bash', input: { command: 'ls' } });
    const result = (id: string) => ({
      type: 'tool_result',
      id,
      name: 'bash',
      output: [{ type: 'text', text: 'a\nb' }],
    });
    const messages = ['1', '2', '3'].flatMap(id => [
      { name: 'agent', role: 'assistant', content: [call(id)] },
      { name: 'system', role: 'system', content: [result(id)] },
    ]);
    const { read } = conversation({ history_processors: lastOne }, [...base, ...messages]);
    const formatted = await formatConversation(read);
    assert(formatted.ok);
    const outputs = (formatted.payload as { role: string; content: string }[]).filter(({ role }) => role === 'tool');
    assert.deepEqual(
      outputs.map(({ content }) => content),
      ['Old environment output: (2 lines omitted)', 'Old environment output: (2 lines omitted)', 'a\nb'],
    );
  });

  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
  const shown = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
  const contents = async (keys: object, ...messages: readonly object[]) => {
    const result = await formatConversation(conversation(keys, [...base, ...messages]).read);
    assert(result.ok, JSON.stringify(result));
    return (result.payload as { content: unknown }[]).slice(2).map(({ content }) => content);
  };
  const text = (words: string) => ({ type: 'text', text: words });

  test('images of an observation are counted where it is elided, and stay where it stays', async () => {
    const seen = { name: 'shell', role: 'user', content: [text('a\nb'), image] };
    assert.deepEqual(await contents({ history_processors: lastOne }, seen, seen), [
      [text('Old environment output: (2 lines omitted) (1 images omitted)')],
      [text('a\nb'), shown],
    ]);
  });

  test('an image in Markdown becomes an image block', async () => {
    const said = { name: 'shell', role: 'user', content: 'See ![x](data:image/png;base64,AAAA).' };
    assert.deepEqual(await contents({ history_processors: [{ type: 'image_parsing' }] }, said), [
      [text('See ![x](data:'), shown, text(').')],
    ]);
  });

  test('too long a payload ends the run, as no processor looks at a limit', async () => {
    const { read } = conversation({
      history_processors: lastOne,
      token_counter: { type: 'OpenAITokenCounter', model_name: 'gpt-4o' },
      max_tokens: 1,
    });
    const result = await formatConversation(read, { tokenCounter: { count: () => 100 } as never });
    assert(!result.ok);
    assert.equal(result.error.class, 'ContextWindowExceededError');
  });

  const problems: readonly [string, object, RegExp | undefined][] = [
    ['nothing', { history_processors: lastOne }, undefined],
    [
      'an unknown kind',
      { history_processors: [{ type: 'last_n' }] },
      /wrong-shape.*does not match any of the expected tags/,
    ],
    ['n of zero', { history_processors: [{ type: 'last_n_observations', n: 0 }] }, /n must be a positive integer/],
    ['polling of zero', { history_processors: [{ type: 'last_n_observations', n: 1, polling: 0 }] }, /divides by zero/],
    ['another truncation', { truncation: 'fifo', history_processors: lastOne }, /only run with/],
    [
      'an order that fails',
      { history_processors: [{ type: 'cache_control' }, { type: 'closed_window' }] },
      /takes texts only/,
    ],
  ];
  for (const [what, keys, expected] of problems)
    test(`problems: ${what}`, () => {
      const found = conversation(keys).problems;
      if (expected)
        assert.ok(
          found.some(problem => expected.test(problem)),
          found.join('\n'),
        );
      else assert.deepEqual(found, []);
    });
});
