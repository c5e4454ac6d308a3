import assert from 'node:assert/strict';
import {
  checkConversation,
  formatConversation,
  migrateConversation,
  readConversation,
} from '../../../../../../src/engine/conversation/index.ts';

const text = (words: string) => ({ type: 'text', text: words });
const user = (...content: unknown[]) => ({ name: 'Ann', role: 'user', content });
const agent = (...content: unknown[]) => ({ name: 'Friday', role: 'assistant', content });
const call = (id: unknown, input: unknown = '{}', more = {}) => ({ type: 'tool_call', id, name: 'f', input, ...more });
const result = (id: unknown, output: unknown = 'ok', more = {}) => ({
  type: 'tool_result',
  id,
  name: 'f',
  output,
  state: 'success',
  ...more,
});
const data = (source: object) => ({ type: 'data', source });
const linked = (url: string) => data({ type: 'url', url, media_type: 'image/png' });
const png = { type: 'base64', data: 'YQ==', media_type: 'image/png' };

function conversationOf(messages: readonly unknown[], options: object = {}) {
  const whole = { agentscope_version: '2.0.6+', formatter: 'OpenAIChatFormatter', ...options, messages };
  return readConversation(JSON.stringify(whole), 'x.messages.json');
}

function problemsOf(messages: readonly unknown[], options?: object) {
  const { conversation, problems } = conversationOf(messages, options);
  return [...problems, ...checkConversation(conversation!)];
}

const format = async (messages: readonly unknown[], options?: object, more = {}) =>
  formatConversation(conversationOf(messages, options).conversation!, {
    resources: { cwd: '/', readFile: async () => undefined, ...more },
  });

suite('what AgentScope 2 refuses, and what is near it', () => {
  const cases: readonly (readonly [
    what: string,
    bad: readonly unknown[],
    near: readonly unknown[],
    options?: object,
  ])[] = [
    [
      'a call of AgentScope 1',
      [agent({ type: 'tool_use', id: '1', name: 'f', input: {} })],
      [agent(call('1'), result('1'))],
    ],
    ['an image of AgentScope 1', [user({ type: 'image', source: png })], [user(data(png))]],
    ['an input that is an object', [agent(call('1', {}), result('1'))], [agent(call('1', '{"a": {}}'), result('1'))]],
    ['a thought of the user’s', [user({ type: 'thinking', thinking: 'a' })], [agent({ type: 'hint', hint: 'a' })]],
    [
      'a medium of the system’s',
      [{ name: 's', role: 'system', content: [data(png)] }],
      [{ name: 's', role: 'system', content: [text('a')] }],
    ],
    ['an address without a scheme', [user(linked('a.png'))], [user(linked('https://a.org/a.png'))]],
    ['a local path', [user(linked('/tmp/a.png'))], [user(linked('file:///tmp/a.png'))]],
    [
      'an unknown state',
      [agent(call('1', '{}', { state: 'done' }), result('1'))],
      [agent(call('1', '{}', { state: 'finished' }), result('1'))],
    ],
    ['an output that is null', [agent(call('1'), result('1', null))], [agent(call('1'), result('1', ''))]],
    ['metadata that are null', [{ ...user(text('a')), metadata: null }], [{ ...user(text('a')), metadata: {} }]],
  ];
  for (const [what, bad, near, options] of cases)
    test(what, async () => {
      const errors = problemsOf(bad, options).filter(({ severity }) => severity === 'error');
      assert.ok(errors.length > 0, 'an error');
      for (const { span } of errors) assert.ok(span.end > span.start);
      assert.equal((await format(bad, options)).ok, false);
      assert.deepEqual(
        problemsOf(near, options).map(({ code }) => code),
        [],
      );
    });

  test('a text as content is read as the constructors do, and becomes a list by a fix', () => {
    const [problem, ...more] = problemsOf([{ name: 'Ann', role: 'user', content: 'a' }]);
    assert.deepEqual(more, []);
    assert.match(problem!.fixes![0]!.edits[0]!.text, /"type": "text"/);
  });

  test('a path with letters outside ASCII, or percent signs, is never opened', () => {
    for (const url of ['file:///tmp/ä.png', 'file:///a%20b.png', 'file:///a b.png'])
      assert.deepEqual(
        problemsOf([user(linked(url))]).map(({ code }) => code),
        ['unopened-path'],
        url,
      );
    assert.deepEqual(problemsOf([user(linked('https://a.org/ä b.png'))]), []);
  });
});

suite('odd conversations for AgentScope 2', () => {
  test('blocks of both generations in one file: each of the other is an error at its place', () => {
    const mixed = [agent({ type: 'tool_use', id: '1', name: 'f', input: {} }, call('2'), result('2')), user(text('a'))];
    const { conversation, problems } = conversationOf(mixed);
    const errors = problems.filter(({ severity }) => severity === 'error');
    assert.ok(errors.length > 0 && errors.every(({ span }) => span.start >= conversation!.messages[0]!.span.start));
    const inOne = readConversation(
      JSON.stringify({ formatter: 'OpenAIChatFormatter', messages: mixed }),
      'x.messages.json',
    );
    assert.ok(
      [...inOne.problems, ...checkConversation(inOne.conversation!)].some(({ message }) => /tool_call/.test(message)),
    );
  });

  test('ids that repeat are formatted as they are', async () => {
    const repeated = [agent(call('1'), call('1'), result('1'), result('1')), agent(call('1'), result('1'))];
    const formatted = await format(repeated, { context: { context_size: 10_000 } });
    assert.ok(formatted.ok);
    assert.equal(JSON.stringify(formatted.payload).match(/"tool_call_id"/g)?.length, 3);
  });

  test('results without calls are formatted, and told', async () => {
    assert.deepEqual(
      problemsOf([agent(result('7'))]).map(({ code }) => code),
      ['result-without-call'],
    );
    assert.ok((await format([agent(result('7'))])).ok);
  });

  test('base64 that is none is passed on, but where a result would be saved', async () => {
    const bad = { type: 'base64', data: '%%%a', media_type: 'image/png' };
    const passed = await format([user(data(bad))]);
    assert.match(JSON.stringify(passed.ok && passed.payload), /%%%a/);
    const saved = [agent(call('1'), result('1', [data({ ...bad, data: 'YWI', media_type: 'video/mp4' })]))];
    const raised = await format(saved, {}, { writeTemp: () => '/tmp/x' });
    assert.deepEqual(raised.ok || [raised.error.class, raised.error.message], ['Error', 'Incorrect padding']);
  });

  test('lone surrogates neither throw nor get lost', async () => {
    const formatted = await format([user(text('a\ud83d')), agent(call('1', '{"a": "\udc00"}'), result('1', '\ud800'))]);
    assert.ok(!formatted.ok || Array.isArray(formatted.payload));
    if (formatted.ok) assert.ok(JSON.stringify(formatted.payload).includes('\\ud83d'));
  });

  /** Whether ten times as much takes far more than ten times as long; short times are all alike. */
  const isLinear = async (run: (count: number) => unknown, count: number) => {
    const time = async (n: number) => {
      const started = performance.now();
      await run(n);
      return performance.now() - started;
    };
    await time(count / 10);
    const [few, many] = [await time(count / 10), await time(count)];
    assert.ok(many < 40 * Math.max(few, 25), `${few} ms, then ${many} ms`);
  };

  test('a megabyte of hints, whole and in pieces, takes linear time @slow', async () => {
    const whole = await format([agent({ type: 'hint', hint: 'x'.repeat(1_000_000) })], {
      context: { context_size: 10_000 },
    });
    assert.ok(whole.ok && whole.tokens! < 300_000);
    const pieces = (count: number) => [
      agent(...Array.from({ length: count }, () => ({ type: 'hint', hint: 'x'.repeat(100) }))),
    ];
    await isLinear(async n => {
      problemsOf(pieces(n), { context: { context_size: 1000 } });
      assert.ok((await format(pieces(n), { context: { context_size: 1000 } })).ok);
    }, 10_000);
  });

  test('ten thousand calls and results in one message, and their migration, take linear time @slow', async () => {
    const blocks = (count: number) => {
      const ids = Array.from({ length: count }, (_, i) => String(i));
      return [agent(...ids.map(id => call(id)), ...ids.map(id => result(id)))];
    };
    await isLinear(async n => {
      problemsOf(blocks(n), { context: { context_size: 1000 } });
      await format(blocks(n), { context: { context_size: 1000 } });
    }, 10_000);
    const old = (count: number) => {
      const ids = Array.from({ length: count }, (_, i) => String(i));
      const calls = agent(...ids.map(id => ({ type: 'tool_use', id, name: 'f', input: {} })));
      const results = ids.map(id => ({
        name: 'system',
        role: 'system',
        content: [{ type: 'tool_result', id, name: 'f', output: '' }],
      }));
      return JSON.stringify({ formatter: 'OpenAIChatFormatter', messages: [calls, ...results] });
    };
    await isLinear(n => migrateConversation(old(n), 'x.messages.json'), 10_000);
  });
});
