import assert from 'node:assert/strict';
import { nodeHost } from '../../../../../src/node/nodeHost.ts';
import { conversationsService } from '../../../../../src/service/conversationsService.ts';
import type { FormatRequest } from '../../../../../src/service/formatRequest.ts';
import { libraryForTwo } from '../../../../ui/agentscope2Conversation.ts';

suite('conversations of AgentScope 2', () => {
  const service = conversationsService({
    host: nodeHost,
    resourcesFor: ({ cwd }) => ({ cwd, readFile: async () => undefined }),
  });
  const shown = async (choice: Partial<FormatRequest> = {}, text = libraryForTwo) => {
    await service.readConversation('id', text, 'library2.messages.json');
    return (await service.formatConversation('id', { cwd: '/', folder: '/', allowedHosts: [], ...choice }))!.main;
  };

  test('what goes into the summary, the row of the cut, and what a model is sent to write it', async () => {
    const { summary, limit, tokens, full } = await shown();
    assert.deepEqual({ limit, tokens, full }, { limit: 120, tokens: 52, full: 167 });
    assert.deepEqual(summary, { messages: 4, row: 4, requestTokens: 857, hasRequest: true });
    const rows = (await service.conversationRows('id', 0, 9)).items;
    assert.deepEqual(
      rows.map(({ kept, reason }) => (kept ? reason : `gone: ${reason}`)),
      [
        undefined,
        ...Array<string>(3).fill('gone: goes into the summary'),
        'cut: 3 of its 4 blocks go into the summary',
        undefined,
        undefined,
      ],
    );
    assert.match(rows[2]!.words, /^\[thinking\] .* search_catalogue\(.*lighthouse/);
    assert.match(rows[4]!.words, /^\[hint\] The reader's card expires in May\. reserve\(/);
    const request = JSON.parse((await service.payloadText('id', 'request', 1e6))!.text);
    assert.deepEqual([request[0].role, request[1].name, request.at(-1).role], ['system', 'Ann', 'user']);
    assert.match(request.at(-1).content[0].text, /continuation summary/);
    assert.match((await service.payloadText('id', 'main', 1e6))!.text, /\(the summary that the model will write\)/);
  });

  test('below the threshold there is neither a cut nor a request', async () => {
    assert.equal((await shown({ maxTokens: 168 })).summary, undefined);
    assert.equal(await service.payloadText('id', 'request', 1e6), undefined);
  });

  test('the cut is counted in rows: the instruction of a parser is one of them', async () => {
    const named = libraryForTwo.replace('"messages"', '"parser": "a.parser.json", "messages"');
    for (const [parser, at] of [
      [{ type: 'MarkdownJsonDictParser', content_hint: '{"a": "b"}' }, 7],
      [{ type: 'JsonOutputParser' }, 1],
    ] as const) {
      const { rows, summary } = await shown({ definitionText: JSON.stringify(parser) }, named);
      const { items } = await service.conversationRows('id', 0, 9);
      const gone = items.filter(({ kept, reason }) => !kept || reason !== undefined);
      assert.deepEqual([rows, items[at]!.kind, gone.length], [8, 'instruction', summary!.messages]);
      assert.equal(summary!.row, items.findLastIndex(({ kept }) => !kept) + 1);
    }
  });

  test('the limit is saved as the size of the context that makes compression begin there', async () => {
    await shown();
    const [edit, ...more] = await service.saveChoice('id', { maxTokens: 160 });
    assert.deepEqual(more, []);
    assert.deepEqual([libraryForTwo.slice(edit!.span.start, edit!.span.end), edit!.text], ['150', '200']);
  });

  test('a counter is shown beside the estimate, and never saved: AgentScope 2 has none', async () => {
    const { basis, exact } = await shown({ counter: 'OpenAITokenCounter:gpt-4o' });
    assert.match(basis!, /^\d+ tokens by .*gpt-4o; AgentScope 2’s estimate/);
    assert.equal(exact, false);
    assert.deepEqual(await service.saveChoice('id', { counter: 'OpenAITokenCounter:gpt-4o' }), []);
    await shown({}, libraryForTwo.replace('"2.0.6+"', '"1.0.21"'));
    assert.equal((await service.saveChoice('id', { counter: 'OpenAITokenCounter:gpt-4o' })).length, 1);
  });

  const compared = async (text: string, choice: Partial<FormatRequest>) => {
    await service.readConversation('id', text, 'a.messages.json');
    const answer = await service.formatConversation('id', { cwd: '/', folder: '/', allowedHosts: [], ...choice });
    const payload = async (pane: 'main' | 'other') => {
      const made = await service.payloadText('id', pane, 1e6);
      return made && JSON.parse(made.text);
    };
    return { ...answer!, payloads: [await payload('main'), await payload('other')] };
  };
  const file = (version: string, formatter: string, messages: readonly unknown[]) =>
    JSON.stringify({ agentscope_version: version, formatter, messages });

  test('a conversation of AgentScope 1 beside what AgentScope 2 makes of it', async () => {
    const { main, other, payloads } = await compared(
      file('1.0.21', 'OpenAIChatFormatter', [
        { name: 'Ada', role: 'user', content: 'Where?' },
        { name: 'Friday', role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'look', input: { a: 1 } }] },
        { name: 'system', role: 'system', content: [{ type: 'tool_result', id: '1', name: 'look', output: 'here' }] },
      ]),
      { otherRelease: '2.0.6+', counter: 'OpenAITokenCounter:gpt-4o', maxTokens: 1 },
    );
    assert.deepEqual([main.agentscopeVersion, other?.agentscopeVersion, other?.error], ['1.0.21', '2.0.6+', undefined]);
    assert.deepEqual(
      payloads[1].map(({ role }: { role: string }) => role),
      ['user', 'assistant', 'tool'],
    );
    assert.deepEqual(payloads[1][1].tool_calls[0].function, { name: 'look', arguments: '{"a": 1}' });
  });

  test('a conversation of AgentScope 2 beside what AgentScope 1 made of such a one; a formatter that it lacks is an error', async () => {
    const png = { type: 'data', source: { type: 'url', url: 'https://a.org/b.png', media_type: 'image/png' } };
    const messages = [
      { name: 'Ada', role: 'user', content: [{ type: 'text', text: 'Where?' }, png] },
      {
        name: 'Friday',
        role: 'assistant',
        content: [
          { type: 'hint', hint: 'Look twice.' },
          { type: 'tool_call', id: '1', name: 'look', input: '{"a": 1}' },
          { type: 'tool_result', id: '1', name: 'look', output: 'here' },
          { type: 'text', text: 'Here.' },
        ],
      },
    ];
    const text = file('2.0.6+', 'OpenAIResponseFormatter', messages);
    const { other } = await compared(text, { otherRelease: '1.0.21' });
    assert.deepEqual([other?.formatter, other?.agentscopeVersion], ['OpenAIResponseChatFormatter', '1.0.21']);
    const chat = await compared(file('2.0.6+', 'OpenAIChatFormatter', messages), { otherRelease: '1.0.21' });
    assert.deepEqual(
      chat.payloads[1].map(({ role }: { role: string }) => role),
      ['user', 'user', 'assistant', 'tool', 'assistant'],
    );
    assert.equal(chat.payloads[1][0].content[1].image_url.url, 'https://a.org/b.png');
    assert.equal(chat.payloads[1][2].tool_calls[0].function.name, 'look');
    const hints = ['Ann', 'Ann', 'Ben'].map(source => ({ type: 'hint', hint: `by ${source}`, source }));
    const hinted = file('2.0.6+', 'OpenAIChatFormatter', [{ name: 'Friday', role: 'assistant', content: hints }]);
    const [, sent] = (await compared(hinted, { otherRelease: '1.0.21' })).payloads;
    assert.deepEqual(
      sent.map(({ name, content }: { name: string; content: unknown[] }) => [name, content.length]),
      [
        ['Ann', 2],
        ['Ben', 1],
      ],
    );
    const lacking = await compared(file('2.0.6+', 'XAIChatFormatter', messages), { otherRelease: '1.0.21' });
    assert.match(lacking.other!.error!.message, /XAIChatFormatter/);
  });

  test('the tag beside what came after it: rows belong to one release', async () => {
    const pdf = { type: 'data', source: { type: 'base64', data: 'YQ==', media_type: 'application/pdf' } };
    const text = file('2.0.6+', 'OpenAIChatFormatter', [{ name: 'Ada', role: 'user', content: [pdf] }]);
    const { payloads } = await compared(text, { otherRelease: '2.0.6' });
    assert.equal(payloads[0][0].content[0].type, 'file');
    assert.deepEqual(payloads[1], []);
    assert.ok((await service.conversationRows('id', 0, 9)).items.every(({ other }) => other === undefined));
  });

  test('an answer that is appended is a list of blocks', async () => {
    const said = [{ type: 'text', text: 'Hm' }];
    await service.readConversation(
      'id',
      file('2.0.6+', 'OpenAIChatFormatter', [{ name: 'F', role: 'assistant', content: said }]),
      'a.messages.json',
    );
    const request = {
      cwd: '/',
      folder: '/',
      allowedHosts: [],
      parser: 'a.parser.json',
      definitionText: '{ "type": "StrOutputParser" }',
    };
    const appended = await service.appendedAnswer('id', { selected: { text: 'Yes.' } }, request);
    assert.ok(appended && 'edits' in appended, JSON.stringify(appended));
    assert.match(
      appended.edits.map(({ text }) => text).join(''),
      /"content": \[\s*\{\s*"type": "text",\s*"text": "Yes\."/,
    );
  });
});
