import assert from 'node:assert/strict';
import { formatConversation, readConversation } from '../../../../../../src/engine/conversation/index.ts';
import { fromPlain } from '../../../../../../src/engine/core/pyValue.ts';
import { langroidTruncations } from '../../../../../../src/engine/systems/langroid/truncation/langroidTruncation.ts';

/** A token a word. */
const tokens = {
  count: (text: string) => text.split(' ').length,
  first: (text: string, count: number) => text.split(' ').slice(0, count).join(' '),
};
const dropTurns = langroidTruncations[1]!.entry.create!({ texts: () => tokens, module: () => assert.fail() });
const say = (role: string, content: unknown) => ({ name: role, role, content: fromPlain(content) });

suite('Langroid’s truncation', () => {
  const answer = (output: unknown) => [{ type: 'tool_result', id: '1', name: 'f', output }];
  for (const [what, content, dropped] of [
    ['a text', 'four five six', [0, 1]],
    ['the text of a tool’s result', answer('four five six'), [0, 1]],
    [
      'the texts of its blocks',
      answer([
        { type: 'text', text: 'four five' },
        { type: 'text', text: 'six' },
      ]),
      [0, 1],
    ],
    ['a result without output', answer(null), [0, 1, 2]],
    ['an output that is an object', answer({ a: 1 }), [0, 1, 2]],
    ['a medium', [{ type: 'image', source: { type: 'url', url: 'one two three' } }], [0, 1, 2]],
  ] as const)
    test(`turns are dropped until their texts make up for what is too much: ${what}`, async () => {
      const msgs = [say('user', 'one two three'), say('assistant', content), say('user', 'four'), say('user', 'last')];
      const drafts = msgs.map((msg, index) => ({ msg, index }));
      const round = await dropTurns(drafts, { tokens: 14, limit: 8 });
      assert.deepEqual(
        round.decisions.map(({ index }) => index),
        dropped,
      );
    });

  for (const truncation of ['langroid', 'langroid_drop_turns'])
    test(`${truncation}: without a token counter nothing is too long`, async () => {
      const messages = [1, 2, 3].map(n => ({ name: 'Ann', role: 'user', content: `message ${n}` }));
      const file = { formatter: 'OpenAIChatFormatter', truncation, max_tokens: 1, messages };
      const { conversation } = readConversation(JSON.stringify(file), 'x.messages.json');
      const result = await formatConversation(conversation!);
      assert.ok(result.ok, JSON.stringify(result));
      assert.deepEqual(
        result.perMessage.map(({ kept }) => kept),
        [true, true, true],
      );
    });
});
