import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatConversation, readConversation } from '../../../../src/engine/conversation/index.ts';

type Message = { name: string; role: string; content: unknown };

const image = (url: string) => ({ type: 'image', source: { type: 'url', url } });
const call = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} });
const result = (id: string, ...urls: string[]) => ({ type: 'tool_result', id, name: 'f', output: urls.map(image) });
const from = (role: string, ...content: unknown[]): Message => ({ name: role, role, content });

async function run(messages: readonly Message[], limit: number, tokenCounter: object) {
  const file = { formatter: 'OllamaChatFormatter', promote_tool_result_images: true, max_tokens: limit, messages };
  const { conversation } = readConversation(JSON.stringify(file), 'a.messages.json');
  const resources = { cwd: '/', readFile: async (path: string) => Buffer.from(path) };
  return formatConversation(conversation!, { resources, tokenCounter: tokenCounter as { type: string } });
}

/** AgentScope's own loop, word for word: the list grows in every round, and its oldest unit is cut off. `undefined` where it takes too long. */
function straight(messages: readonly Message[], limit: number, cost: (message: Message) => number) {
  let list = messages.map(each => ({ ...each }));
  for (let round = 0; round < 60; round++) {
    let total = 0;
    for (let i = 0; i < list.length; i++) {
      total += cost(list[i]!);
      for (const block of list[i]!.content as { type: string; output: unknown[] }[])
        if (block.type === 'tool_result' && block.output.length > 0)
          list.splice(i + 1, 0, from('promoted', ...block.output));
    }
    if (list.length > 2000) return undefined;
    if (total <= limit) return list.map(({ role }) => role);
    const start = list[0]?.role === 'system' ? 1 : 0;
    if (list.length === start) return start ? 'ValueError' : 'TruncationError';
    const open = new Set<string>();
    let end = start;
    for (; end < list.length; end++) {
      const blocks = list[end]!.content as { type: string; id: string }[];
      for (const { type, id } of blocks) if (type === 'tool_use') open.add(id);
      for (const { type, id } of blocks) if (type === 'tool_result') open.delete(id);
      if (open.size === 0) break;
    }
    if (open.size > 0) return 'ValueError';
    list = [...list.slice(0, start), ...list.slice(end + 1)];
  }
  return undefined;
}

suite('truncation with promoted media', () => {
  const messages = [
    from('system', { type: 'text', text: 'Draw.' }),
    from('user', { type: 'text', text: 'first' }),
    from('assistant', call('a')),
    from('user', result('a', 'a.png')),
    from('user', { type: 'text', text: 'second' }),
    from('assistant', call('b')),
    from('user', result('b', 'b.png')),
  ];
  const perMessage = { count: (payload: unknown) => 10 * (payload as unknown[]).length };

  test('copies pile up behind a result, and leave one by one', async () => {
    const pictures = async (limit: number) => {
      const answer = await run(messages, limit, perMessage);
      assert(answer.ok);
      const payload = answer.payload as { role: string; images?: string[] }[];
      return [payload.map(({ role }) => role).join(' '), answer.perMessage.filter(({ kept }) => kept).length];
    };
    assert.deepEqual(await pictures(90), ['system user assistant tool user user assistant tool user', 7]);
    assert.deepEqual(await pictures(40), ['system user user user', 1]);
  });

  test('an answer in every round that brings itself back is an error of ours', async () => {
    const answer = await run(
      [from('system', result('a', 'a.png')), from('user', { type: 'text', text: 'x' })],
      10,
      perMessage,
    );
    assert(!answer.ok);
    assert.match(answer.error.message, /comes back in every round/);
  });

  test('more rounds than anybody waits for are an error of ours', async () => {
    const many = Array.from({ length: 40 }, (_, i) => [
      from('assistant', call(`${i}`)),
      from('user', result(`${i}`, 'a.png')),
    ]).flat();
    for (const counter of [perMessage, { type: 'CharTokenCounter' }]) {
      const answer = await run(many, 20, counter);
      assert(!answer.ok);
      assert.match(answer.error.message, /^After \d+ rounds/);
    }
  });

  test('is what AgentScope’s own loop gives', async () => {
    const block = fc.oneof(
      fc.constant({ type: 'text', text: 'x' }),
      fc.constantFrom('1', '2').map(call),
      fc
        .tuple(fc.constantFrom('1', '2'), fc.array(fc.constantFrom('a.png', 'b.png'), { maxLength: 2 }))
        .map(([id, urls]) => result(id, ...urls)),
    );
    const message = fc
      .tuple(
        fc.constantFrom('user', 'assistant', 'user', 'assistant', 'system'),
        fc.array(block, { minLength: 1, maxLength: 3 }),
      )
      .map(([role, content]) => from(role, ...content));
    const conversation = fc.array(message, { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(conversation, fc.integer({ min: 1, max: 12 }), async (list, limit) => {
        const answer = await run(list, 10 * limit, perMessage);
        // A message is a payload message for each result, and one of its own for what else it has.
        const size = ({ content }: Message) => {
          const types = (content as { type: string }[]).map(({ type }) => type);
          return (
            10 *
            (types.filter(type => type === 'tool_result').length + Number(types.some(type => type !== 'tool_result')))
          );
        };
        const expected = straight(list, 10 * limit, size);
        if (expected === undefined) return;
        if (typeof expected === 'string') assert.equal(answer.ok ? 'fits' : answer.error.class, expected);
        else {
          assert(answer.ok, answer.ok ? '' : answer.error.message);
          const copies = (answer.payload as { images?: unknown }[]).filter(({ images }) => images).length;
          assert.equal(copies, expected.filter(role => role === 'promoted').length);
          assert.equal(answer.perMessage.filter(({ kept }) => kept).length, expected.length - copies);
        }
      }),
      { numRuns: 300 },
    );
  });
});
