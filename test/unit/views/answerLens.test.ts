import assert from 'node:assert/strict';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { conversationsService } from '../../../src/service/conversationsService.ts';
import { answerLens } from '../../../src/views/answerLens.ts';

const words = { notRun: 'not run', remembers: (value: string) => `next: ${value}` };
const surroundings = { cwd: '/x', folder: 'file:///x', allowedHosts: [] };

suite('the lens of an answer', () => {
  const service = conversationsService({
    host: nodeHost,
    resourcesFor: ({ cwd }) => ({ cwd, readFile: async () => undefined }),
  });
  const view = async (definition: object, content: unknown) => {
    const messages = [{ name: 'Bob', role: 'assistant', content }];
    const text = JSON.stringify({ parser: 'x.parser.json', messages });
    await service.readConversation('id', text, 'a.messages.json');
    return (await service.readAnswerAt('id', 0, { ...surroundings, definitionText: JSON.stringify(definition) }))!;
  };
  const vote = { type: 'MarkdownJsonDictParser', content_hint: { vote: 'player' }, keys_to_memory: 'vote' };
  const raw = '```json\n{"vote": "Ann of Green Gables"}\n```';

  test('says what is remembered, cut to its room', async () => {
    const read = await view(vote, raw);
    assert.equal(answerLens(read, words, 76).title, '✓ toMemory "Ann of Green Gables"');
    const cut = answerLens(read, words, 20).title;
    assert.ok(cut.length <= 20 && cut.startsWith('✓ toMemory "Ann'), cut);
    assert.match(answerLens(read, words, 76).tooltip, /next: "Ann of Green Gables"/);
  });

  test('says why nothing is', async () => {
    assert.match(answerLens(await view(vote, 'Ann!'), words, 76).title, /^✗ /);
    const missing = await view({ ...vote, keys_to_memory: 'veto' }, raw);
    assert.match(answerLens(missing, words, 76).title, /^⚠ toMemory KeyError/);
    assert.match(answerLens(await view({ type: 'NoParser' }, raw), words, 76).title, /^✗ ParserNotFound/);
  });

  test('says what is odd about an answer that reads, as an evaluation does', async () => {
    const read = await view(vote, `${raw}\nNo, better:\n${raw.replace('Ann', 'Bo')}`);
    const { title, tooltip } = answerLens(read, words, 76);
    assert.match(title, /^⚠ answers lost · /);
    assert.match(tooltip, /next: "Ann of Green Gables"/);
    assert.match(answerLens(await view(vote, `${raw}\n`), words, 76).title, /^✓/);
  });

  test('where there is little room, a name is whole or not there', async () => {
    const read = await view(vote, raw);
    const failed = await view(vote, 'Ann!');
    const raised = await view({ ...vote, keys_to_memory: 'veto' }, raw);
    const titles = (width: number) => [read, failed, raised].map(each => answerLens(each, words, width).title);
    assert.deepEqual(titles(11), ['✓ toMemory', '✗ JsonParsingError', '⚠ toMemory']);
    assert.deepEqual(titles(6), ['✓', '✗', '⚠ toMemory']);
    assert.deepEqual(titles(0), ['✓', '✗', '⚠ toMemory']);
    for (const title of titles(24)) assert.ok(title.length <= 24 && title.length > 18, title);
  });

  test('tells a module that was not run', () => {
    const lens = answerLens({ error: { class: 'ModuleNotTrusted', message: 'm' } }, words, 76);
    assert.deepEqual([lens.title, lens.notRun], ['$(shield) not run', true]);
    const long = { ...words, notRun: 'x'.repeat(100) };
    const { title } = answerLens({ error: { class: 'ModuleNotTrusted', message: 'm' } }, long, 50);
    assert.equal(title, `$(shield) ${'x'.repeat(47)}…`);
  });

  test('the instruction is a row of the preview, and counted', async () => {
    const messages = [{ name: 'Bob', role: 'assistant', content: raw }];
    const file = { parser: 'x.parser.json', formatter: 'OpenAIChatFormatter', messages };
    await service.readConversation('id', JSON.stringify(file), 'a.messages.json');
    const request = { ...surroundings, definitionText: JSON.stringify(vote), counter: 'OpenAITokenCounter:gpt-4o' };
    const { main } = (await service.formatConversation('id', request))!;
    const [answer, row, ...more] = (await service.conversationRows('id', 0, 10)).items;
    assert.deepEqual([main.rows, answer?.kind, row?.kind, more], [2, 'message', 'instruction', []]);
    assert.ok(row?.kept && (row.tokens ?? 0) > 10, JSON.stringify(row));
    assert.match(row.note!, /where AgentScope’s dialog agents put it/);
    // The oldest message comes first.
    assert.deepEqual([answer!.start, row.start], [main.shared, main.shared + answer!.tokens!]);
    assert.deepEqual((await service.conversationRows('id', 1, 2)).items, [row]);
  });

  test('an answer’s text has its place in the file', async () => {
    const text =
      '{"parser": "x.parser.json", "messages": [{"role": "assistant", "content": [{"type": "text", "text": "a\\nb"}]}]}';
    await service.readConversation('id', text, 'a.messages.json');
    const span = (await service.answerText('id', 0))!;
    assert.equal(text.slice(span.start, span.end), 'a\\nb');
  });
});
