import assert from 'node:assert/strict';
import { readConversation } from '../../../../src/engine/conversation/index.ts';

const file = 'x.messages.json';

suite('reading a conversation', () => {
  test('what the file does not say is absent', () => {
    const { conversation, problems } = readConversation('{"messages": []}', file);
    assert.deepEqual(problems, []);
    assert.deepEqual(conversation, { file, optionSpans: {}, messages: [] });
  });

  test('what it says is there', () => {
    const keys = { formatter: 'F', module: 'm', truncation: 't', agentscope_version: '1', parser: 'p', max_tokens: 5 };
    const { conversation } = readConversation(JSON.stringify({ ...keys, messages: [] }), file);
    const { optionSpans, ...rest } = conversation!;
    assert.deepEqual(Object.keys(optionSpans!), Object.keys(keys));
    assert.deepEqual(rest, {
      file,
      messages: [],
      formatter: 'F',
      module: 'm',
      truncation: 't',
      agentscopeVersion: '1',
      parser: 'p',
      maxTokens: 5,
    });
  });

  const where = 'not-a-conversation: `messages` must be a list of messages.';
  for (const [what, text, expected] of [
    ['a text for messages', '{"messages": "x"}', [where]],
    ['null for messages', '{"messages": null}', [where]],
    ['messages without a value', '{"messages"}', [where]],
    ['messages, and once more without a value', '{"messages": [], "messages"}', [where]],
    ['another file', '{"hello": "Hallo"}', []],
  ] as const)
    test(`no conversation: ${what}`, () => {
      const { conversation, problems } = readConversation(text, file);
      assert.equal(conversation, undefined);
      const told = problems.map(({ code, message }) => `${code}: ${message}`);
      assert.deepEqual(
        told.filter(each => each.startsWith('not-a-conversation')),
        expected,
      );
    });

  test('blocks have their places, whatever stands behind the content', () => {
    const text =
      '[{"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "tags": ["x"], "role": "user", "name": "n"}]';
    const [message] = readConversation(text, file).conversation!.messages;
    assert.deepEqual(
      message?.blockSpans?.map(({ start, end }) => text.slice(start, end)),
      ['{"type": "text", "text": "a"}', '{"type": "text", "text": "b"}'],
    );
  });

  test('a content that is a text has no blocks', () => {
    const [message] = readConversation('[{"role": "user", "name": "n", "content": "x", "tags": ["x"]}]', file)
      .conversation!.messages;
    assert.equal(message?.blockSpans, undefined);
  });
});
