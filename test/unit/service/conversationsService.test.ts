import assert from 'node:assert/strict';
import { createTokenCounter, recordedReleases } from '../../../src/engine/index.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { type ConversationsApi, conversationsService } from '../../../src/service/conversationsService.ts';
import type { FormatRequest } from '../../../src/service/formatRequest.ts';

const lines = (...words: string[]) =>
  words.map((word, i) => ({ name: `n${i}`, role: i === 0 ? 'system' : 'user', content: word }));

suite('conversations service', () => {
  const files = new Map([['a.png', new Uint8Array([1, 2, 3])]]);
  const service: ConversationsApi = conversationsService({
    host: nodeHost,
    resourcesFor: ({ cwd }) => ({
      cwd,
      readFile: async path => files.get(path),
      fetch: async () => new Uint8Array([4]),
    }),
  });
  const open = (value: unknown, fileName = 'x.messages.json') =>
    service.readConversation('id', typeof value === 'string' ? value : JSON.stringify(value), fileName);
  const format = (request: Partial<FormatRequest> = {}) =>
    service.formatConversation('id', { cwd: '/x', folder: 'file:///x', allowedHosts: [], ...request });

  test('releases whose behaviour was recorded are told from those between', async () => {
    const { releases } = await service.conversationChoices();
    const between = releases.filter(({ group }) => group === 'between').map(({ value }) => value);
    assert.ok(between.length > 0);
    assert.deepEqual(
      releases.filter(({ value }) => recordedReleases.some(each => each === value)).filter(each => 'group' in each),
      [],
    );
    assert.equal(
      releases.length,
      between.length + releases.filter(({ value }) => recordedReleases.some(each => each === value)).length,
    );
  });

  for (const [text, fileName, count, problems] of [
    ['{ "hello": "Hallo" }', 'en.messages.json', undefined, 0],
    ['[]', 'x.messages.json', 0, 0],
    ['{"role":"user","name":"a","content":"b"}\n\n{"role":"user","name":"a","content":"b"}', 'x.messages.jsonl', 2, 0],
    ['{ "messages": 3 }', 'x.messages.json', undefined, 1],
  ] as const)
    test(`reads ${text}`, async () => {
      const outline = await open(text, fileName);
      assert.deepEqual([outline.count, outline.problems.length], [count, problems]);
    });

  test('says what the file names', async () => {
    const token_counter = { type: 'OpenAITokenCounter', model_name: 'gpt-4o' };
    const { file } = await open({ formatter: 'OpenAIChatFormatter', token_counter, max_tokens: 9, messages: [] });
    assert.deepEqual(file, { formatter: 'OpenAIChatFormatter', counter: 'gpt-4o', maxTokens: 9 });
  });

  test('counts with and without the limit, and lays the bars so that what is dropped is beyond it', async () => {
    await open({ messages: lines('be kind', 'one two three', 'four five', 'six') });
    const choice = { formatter: 'OpenAIChatFormatter', counter: 'OpenAITokenCounter:gpt-4o' };
    const full = (await format(choice))!.main;
    assert.equal(full.dropped, 0);
    assert.equal(full.tokens, full.full);
    const limit = full.full! - 1;
    const cut = (await format({ ...choice, maxTokens: limit }))!.main;
    assert.deepEqual([cut.full, cut.dropped, cut.exact, cut.limit], [full.full, 1, true, limit]);
    const { items } = await service.conversationRows('id', 0, 100);
    assert.deepEqual(
      items.map(({ name, words, kept, step }) => [name, words, kept, step]),
      [
        ['n0', 'be kind', true, undefined],
        ['n1', 'one two three', false, 1],
        ['n2', 'four five', true, undefined],
        ['n3', 'six', true, undefined],
      ],
    );
    const starts = items.map(({ start }) => start!);
    assert.ok(starts[0]! < starts[2]! && starts[2]! < starts[3]!);
    // What is dropped takes no room.
    assert.deepEqual([starts[0], starts[1]], [cut.shared, cut.shared]);
    assert.equal(cut.extent, cut.tokens);
    assert.deepEqual(await service.messageOutcome('id', 1), {
      kept: false,
      step: 1,
      reason: 'the oldest message',
      tokens: items[1]!.tokens,
    });
  });

  test('shows payloads line by line, and two of them', async () => {
    await open({ messages: lines('a', 'b') });
    const answer = await format({ formatter: 'OpenAIChatFormatter', other: 'GeminiChatFormatter' });
    assert.equal(answer?.other?.formatter, 'GeminiChatFormatter');
    const { items } = await service.payloadLines('id', 'other', 1, 3);
    assert.deepEqual(items, ['  {', '    "role": "user",']);
    const { text } = (await service.payloadText('id', 'main', 1e6))!;
    assert.equal(JSON.parse(text)[0].content[0].text, 'a');
    assert.deepEqual(await service.payloadText('id', 'main', 5), { text: text.slice(0, 5), cut: true });
  });

  test('the examples of a parser are rows of their own behind the instruction', async () => {
    const demos = [{ q: 'one', a: 'eins' }];
    files.set(
      'd.parser.json',
      new TextEncoder().encode(JSON.stringify({ type: 'JSONAdapter', signature: 'q -> a', demos })),
    );
    await open({ parser: 'd.parser.json', messages: lines('be kind', 'two') });
    const counted = { formatter: 'OpenAIChatFormatter', counter: 'OpenAITokenCounter:gpt-4o' };
    const { main } = (await format(counted))!;
    const shown = (await service.conversationRows('id', 0, 9)).items;
    assert.deepEqual(
      shown.map(({ kind, role, name, kept }) => [kind, role, name, kept]),
      [
        ['message', 'system', 'n0', true],
        ['instruction', 'system', 'd', true],
        ['example', 'user', 'd', true],
        ['example', 'assistant', 'd', true],
        ['message', 'user', 'n1', true],
      ],
    );
    assert.deepEqual([main.rows, main.examples], [5, 2]);
    assert.ok(shown.every(({ tokens = 0, words }) => tokens > 0 && words !== ''));
    const { main: less } = (await format({ ...counted, maxTokens: main.tokens! - 1 }))!;
    assert.equal(less.dropped, 2);
  });

  suite('truncations', () => {
    const long = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ');
    const messages = lines('be kind', long, `${long} too`, 'six');
    const gpt = { formatter: 'OpenAIChatFormatter', counter: 'OpenAITokenCounter:gpt-4o' };
    const views = async (request: Partial<FormatRequest>) => {
      const { main, other } = (await format({ ...gpt, maxTokens: 200, ...request }))!;
      return [main, other].map(view => view && [view.truncation, view.dropped, view.changed]);
    };
    const rows = async () => (await service.conversationRows('id', 0, 9)).items;

    test('each leaves something else, and two are seen side by side', async () => {
      await open({ messages });
      assert.deepEqual(await views({}), [['fifo', 1, 0], undefined]);
      assert.deepEqual(await views({ truncation: 'langroid' }), [['langroid', 0, 1], undefined]);
      assert.deepEqual(await views({ otherTruncation: 'langroid' }), [
        ['fifo', 1, 0],
        ['langroid', 0, 1],
      ]);
      const [first, second, , last] = await rows();
      assert.deepEqual([first?.other, last?.other], [undefined, undefined]);
      assert.deepEqual([second?.kept, second?.reason], [false, 'the oldest message']);
      assert.deepEqual([second?.other?.kept, second?.other?.reason], [true, 'cut to its first 30 tokens']);
    });

    test('rows tell nothing of another formatter, nor of a truncation that cannot do it', async () => {
      await open({ messages });
      await views({ other: 'GeminiChatFormatter' });
      assert.ok((await rows()).every(({ other }) => other === undefined));
      await views({ otherTruncation: 'langroid', maxTokens: 60 });
      assert.ok((await rows()).every(({ other }) => other === undefined));
    });

    test('the file’s own is the first; a module that is the formatter may bring its own', async () => {
      await open({ truncation: 'langroid', module: 'm.mjs', messages });
      assert.deepEqual(await views({ otherTruncation: 'fifo' }), [
        ['langroid', 0, 1],
        ['fifo', 1, 0],
      ]);
      await open({ module: 'm.mjs', messages });
      assert.deepEqual((await views({ formatter: 'custom' }))[0]?.[0], undefined);
    });

    test('a module that cannot run is said so', async () => {
      const { runModule: _, ...bare } = nodeHost;
      const untrusted = conversationsService({
        host: bare,
        resourcesFor: ({ cwd }) => ({ cwd, readFile: async () => undefined }),
      });
      await untrusted.readConversation('id', JSON.stringify({ module: 'm.mjs', messages }), 'x.messages.json');
      const request = { cwd: '/x', folder: 'file:///x', allowedHosts: [], ...gpt, maxTokens: 60 };
      const { main, other } = (await untrusted.formatConversation('id', { ...request, otherTruncation: 'custom' }))!;
      assert.deepEqual([main.error, other?.error?.class], [undefined, 'ModuleUnavailable']);
    });

    test('all can be picked, with what they do, and written into the file', async () => {
      const { truncations } = await service.conversationChoices();
      assert.deepEqual(
        truncations.map(({ value }) => value),
        ['fifo', 'langroid', 'langroid_drop_turns', 'sweagent', 'custom'],
      );
      assert.ok(truncations.every(({ summary }) => summary && !summary.includes('`')));
      await open({ messages });
      const [edit] = await service.saveChoice('id', { truncation: 'langroid', otherTruncation: 'fifo' });
      assert.equal(edit?.text, ' "truncation": "langroid",');
    });
  });

  test('an image that cannot be had costs only its own tokens, and is asked for again only when told to', async () => {
    const image = (name: string) => ({ type: 'image', source: { type: 'url', url: `https://a.example/${name}.png` } });
    const said = (...content: object[]) => ({ name: 'a', role: 'user', content });
    const text = { type: 'text', text: 'hi' };
    const gone: string[] = [];
    const local = conversationsService({
      host: nodeHost,
      resourcesFor: ({ cwd }) => ({
        cwd,
        readFile: async () => undefined,
        fetch: async url => {
          gone.push(url);
          throw new Error('404 Error');
        },
      }),
    });
    const messages = [said(text), said(text, image('x')), said(image('x')), said(text, image('y'))];
    const token_counter = { type: 'OpenAITokenCounter', model_name: 'gpt-4o' };
    const file = JSON.stringify({ formatter: 'OpenAIChatFormatter', token_counter, messages });
    const ask = async (more: object) => {
      const request = { cwd: '/x', folder: 'file:///x', allowedHosts: ['a.example'], ...more };
      return (await local.formatConversation('id', request))!;
    };
    await local.readConversation('id', file, 'x.messages.json');
    const { main, problems } = await ask({});
    assert.deepEqual([main.error, main.uncounted, main.exact, main.blockedHosts], [undefined, 3, false, []]);
    assert.ok(main.tokens! > 8 && main.payloadLines > 20);
    const { items } = await local.conversationRows('id', 0, 9);
    assert.deepEqual(
      items.map(({ tokens, uncounted }) => [tokens! > 0, uncounted]),
      [
        [true, undefined],
        [true, '404 Error'],
        [true, '404 Error'],
        [true, '404 Error'],
      ],
    );
    assert.deepEqual(
      problems.map(({ message }) => message),
      Array(3).fill('The token counter raises HTTPError: 404 Error'),
    );
    const before = gone.length;
    await local.readConversation('id', file, 'x.messages.json');
    await ask({ maxTokens: 30 });
    assert.equal(gone.length, before);
    await ask({ attempt: 1 });
    assert.equal(gone.length, 2 * before);
    const blocked = await ask({ allowedHosts: [] });
    assert.deepEqual([blocked.main.blockedHosts, blocked.main.uncounted, blocked.problems], [['a.example'], 3, []]);
    assert.deepEqual((await ask({ allowedHosts: [], maxTokens: 30 })).main.blockedHosts, ['a.example']);
  });

  test('where the counter fails there is a payload, and it is said who failed', async () => {
    await open({ messages: [{ name: 'a', role: 'user', content: 'be <|endoftext|> kind' }] });
    const { main } = (await format({ formatter: 'OpenAIChatFormatter', counter: 'OpenAITokenCounter:gpt-4o' }))!;
    assert.deepEqual([main.error?.class, main.counterFailed, main.tokens], ['ValueError', true, undefined]);
    assert.ok(main.payloadLines > 2);
    assert.match((await service.payloadText('id', 'main', 1000))!.text, /endoftext/);
  });

  test('what is said of several messages, and in the log, is said once', async () => {
    const content = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'yes' },
    ];
    const said = { name: 'a', role: 'assistant', content };
    await open({ messages: [said, said, said] });
    const { main } = (await format({ formatter: 'OpenAIChatFormatter' }))!;
    assert.deepEqual(main.warnings, []);
    assert.deepEqual(
      main.refusals.map(({ message, spans }) => [message, spans.length]),
      [['OpenAIChatFormatter drops every block of type thinking, with a warning in the log.', 3]],
    );
  });

  test('lines that differ are marked in both payloads', async () => {
    await open({ messages: [{ name: 'a', role: 'user', content: 'hi' }] });
    await format({ formatter: 'OpenAIChatFormatter' });
    assert.equal((await service.payloadLines('id', 'main', 0, 9)).differing, undefined);
    await format({ formatter: 'OpenAIChatFormatter', other: 'DeepSeekChatFormatter' });
    const [main, other] = await Promise.all(
      (['main', 'other'] as const).map(async pane => {
        const { items, differing } = await service.payloadLines('id', pane, 0, 99);
        return differing!.map(i => items[i]!.trim());
      }),
    );
    assert.ok(main!.some(line => line.startsWith('"name"')) && !main!.includes('"role": "user",'));
    assert.ok(!other!.some(line => line.startsWith('"name"')));
  });

  test('waits for a host that nobody allowed', async () => {
    const audio = { type: 'audio', source: { type: 'url', url: 'https://media.example:8/a.wav' } };
    await open({ messages: [{ name: 'a', role: 'user', content: [audio] }] });
    const blocked = (await format({ formatter: 'OpenAIChatFormatter' }))!.main;
    assert.deepEqual([blocked.blockedHosts, blocked.error?.class], [['media.example:8'], 'NetworkNotAllowed']);
    const allowed = (await format({ formatter: 'OpenAIChatFormatter', allowedHosts: ['media.example:8'] }))!.main;
    assert.deepEqual([allowed.blockedHosts, allowed.error], [[], undefined]);
  });

  test('reads local media, and blames the message whose medium is missing', async () => {
    const image = (url: string) => ({
      name: 'a',
      role: 'user',
      content: [{ type: 'image', source: { type: 'url', url } }],
    });
    const messages = [image('a.png'), image('b.png')];
    const text = JSON.stringify(messages);
    await open(text);
    const { main, problems } = (await format({ formatter: 'OpenAIChatFormatter' }))!;
    assert.equal(main.error?.class, 'ValueError');
    const wrong = problems.find(({ code }) => code === 'format-error');
    assert.equal(text.slice(wrong?.span.start, wrong?.span.end), JSON.stringify(messages[1]));
  });

  test('shows the bars also where the limit makes the class raise', async () => {
    await open({ messages: lines('be kind', 'hello') });
    const choice = { formatter: 'OpenAIChatFormatter', counter: 'OpenAITokenCounter:gpt-4o', maxTokens: 1 };
    const { main } = (await format(choice))!;
    assert.equal(main.error?.class, 'ValueError');
    assert.ok(main.full !== undefined && main.extent === main.full);
    const { items } = await service.conversationRows('id', 0, 5);
    assert.deepEqual(
      items.map(({ kept, tokens }) => [kept, tokens !== undefined]),
      [
        [true, true],
        [true, true],
      ],
    );
  });

  test('ends when it is told to', async () => {
    await open({ messages: lines('a', 'b') });
    const cancel = new Int32Array(new SharedArrayBuffer(4));
    cancel[0] = 1;
    await assert.rejects(async () => format({ formatter: 'OpenAIChatFormatter', cancel }), { name: 'AbortError' });
  });

  test('follows the release that is chosen, that the file names, that is usual', async () => {
    const image = { name: 'a', role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'gone' } }] };
    const of = async (file: object, choice: object) => {
      await open({ formatter: 'OpenAIChatFormatter', ...file, messages: [image] });
      const { main } = (await format(choice))!;
      return [main.agentscopeVersion, main.error?.class];
    };
    const old = { agentscope_version: '1.0.0' };
    assert.deepEqual(await of({}, {}), ['1.0.21', 'ValueError']);
    assert.deepEqual(await of({}, { usualRelease: '1.0.9' }), ['1.0.9', 'TypeError']);
    assert.deepEqual(await of(old, { usualRelease: '1.0.21' }), ['1.0.0', 'TypeError']);
    assert.deepEqual(await of(old, { agentscopeVersion: '1.0.21' }), ['1.0.21', 'ValueError']);
  });

  test('tells what matters in a release between the recorded ones', async () => {
    await open({
      messages: [{ name: 'a', role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'f', input: {} }] }],
    });
    const rules = async (agentscopeVersion: string) =>
      (await format({ formatter: 'DashScopeChatFormatter', agentscopeVersion }))!.main.releaseRules?.map(
        ({ since, followed }) => [since, followed],
      );
    assert.deepEqual(await rules('1.0.12'), [['1.0.13', false]]);
    assert.deepEqual(await rules('1.0.14'), [['1.0.13', true]]);
    assert.equal(await rules('1.0.21'), undefined);
  });

  test('a file that gets its first formatter says of which release it is', async () => {
    await open({ messages: [] });
    await format({ formatter: 'OpenAIChatFormatter' });
    const [edit] = await service.saveChoice('id', { formatter: 'OpenAIChatFormatter' });
    assert.equal(edit?.text, ' "agentscope_version": "1.0.21", "formatter": "OpenAIChatFormatter",');
  });

  test('an option that the formatter does not have is told once, at its place', async () => {
    await open({ promote_tool_result_images: true, messages: lines('a') });
    const { main, problems } = (await format({ formatter: 'DeepSeekChatFormatter' }))!;
    assert.equal(main.error?.class, 'TypeError');
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['formatter-option'],
    );
  });

  test('writes a choice into the file', async () => {
    await open({ messages: [] });
    const [edit] = await service.saveChoice('id', { counter: 'OpenAITokenCounter:gpt-4o', maxTokens: 5 });
    assert.equal(
      edit?.text,
      ' "token_counter": {"type": "OpenAITokenCounter", "model_name": "gpt-4o"}, "max_tokens": 5,',
    );
  });

  test('knows nothing of what was closed', async () => {
    await open([]);
    await service.closeConversation('id');
    assert.equal(await format(), undefined);
    assert.deepEqual(await service.conversationRows('id', 0, 5), { from: 0, items: [] });
  });

  test('every choice can be made into a counter', async () => {
    const { counters, formatters } = await service.conversationChoices();
    assert.equal(formatters.length, 15);
    assert.ok(counters.length > 8);
    for (const { value } of counters) assert.doesNotThrow(() => createTokenCounter(value), value);
  });
});
