import assert from 'node:assert/strict';
import { checkConversation, readConversation, truncations } from '../../../../src/engine/conversation/index.ts';

suite('checking a conversation', () => {
  const messages = [{ name: 'Ada', role: 'user', content: 'Hello' }];
  const needs = '`custom` needs a `module`: the path of an ES module, relative to this file.';
  const rows: readonly (readonly [what: string, keys: object, expected: readonly string[]])[] = [
    ['nothing to say', { formatter: 'OpenAIChatFormatter' }, []],
    ['a custom formatter without a module', { formatter: 'custom' }, [`missing-key at "custom": ${needs}`]],
    [
      'a custom truncation without a module',
      { formatter: 'OpenAIChatFormatter', truncation: 'custom' },
      [`missing-key at "custom": ${needs}`],
    ],
    ['both with a module', { formatter: 'custom', truncation: 'custom', module: 'm.mjs' }, []],
    [
      'a truncation that does not exist',
      { truncation: 'lifo' },
      [
        `unknown-truncation at "lifo": There is no truncation \`lifo\`. There are: ${truncations.map(({ name }) => name).join(', ')}.`,
      ],
    ],
    [
      'an option that the formatter does not have',
      { formatter: 'DeepSeekChatFormatter', promote_tool_result_images: true },
      ['formatter-option at true: DeepSeekChatFormatter has no option `promote_tool_result_images`.'],
    ],
    ['an option that it has', { formatter: 'OpenAIChatFormatter', promote_tool_result_images: true }, []],
  ];
  for (const [what, keys, expected] of rows)
    test(what, () => {
      const text = JSON.stringify({ ...keys, messages });
      const problems = checkConversation(readConversation(text, 'x.messages.json').conversation!);
      assert.deepEqual(
        problems.map(({ code, message, span }) => `${code} at ${text.slice(span.start, span.end)}: ${message}`),
        expected,
      );
    });

  test('a truncation without a module is marked where it stands, not at the formatter', () => {
    const text = JSON.stringify({ formatter: 'OpenAIChatFormatter', truncation: 'custom', messages });
    const [problem] = checkConversation(readConversation(text, 'x.messages.json').conversation!);
    assert.equal(problem?.span.start, text.indexOf('"custom"'));
  });
});
