import assert from 'node:assert/strict';
import { formatConversation, formatters, readConversation } from '../../../../../src/engine/conversation/index.ts';

/** Tools, image, audio, video, thinking: converted, dropped with a warning, or silently. */
const support: readonly (readonly [name: string, marks: string])[] = [
  ['OpenAIChatFormatter', 'Y Y Y warn warn'],
  ['OpenAIMultiAgentFormatter', 'Y Y Y silent silent'],
  ['OpenAIResponseChatFormatter', 'Y Y Y warn warn'],
  ['OpenAIResponseMultiAgentFormatter', 'Y Y Y silent silent'],
  ['AnthropicChatFormatter', 'Y Y warn warn Y'],
  ['AnthropicMultiAgentFormatter', 'Y Y silent silent silent'],
  ['DashScopeChatFormatter', 'Y Y Y Y warn'],
  ['DashScopeMultiAgentFormatter', 'Y Y Y Y silent'],
  ['GeminiChatFormatter', 'Y Y Y Y warn'],
  ['GeminiMultiAgentFormatter', 'Y Y Y Y silent'],
  ['OllamaChatFormatter', 'Y Y warn warn warn'],
  ['OllamaMultiAgentFormatter', 'Y Y silent silent silent'],
  ['DeepSeekChatFormatter', 'Y warn warn warn Y'],
  ['DeepSeekMultiAgentFormatter', 'Y silent silent silent silent'],
  ['A2AChatFormatter', 'Y Y Y Y Y'],
];
const words: Readonly<Record<string, string>> = { Y: 'converted', warn: 'warning', silent: 'silent' };
const blocks: Readonly<Record<string, object>> = {
  tools: { type: 'tool_result', id: '1', name: 'f', output: [] },
  image: { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
  audio: { type: 'audio', source: { type: 'base64', media_type: 'audio/wav', data: 'AAAA' } },
  video: { type: 'video', source: { type: 'base64', media_type: 'video/mp4', data: 'AAAA' } },
  thinking: { type: 'thinking', thinking: 'hm' },
};

suite('what formatters support', () => {
  test('are all of them', () =>
    assert.deepEqual(
      formatters.map(({ name }) => name),
      support.map(([name]) => name),
    ));

  for (const [name, marks] of support)
    test(`${name}: ${marks}`, async () => {
      const told = formatters.find(each => each.name === name)!.support;
      const expected = marks.split(' ').map(mark => words[mark]);
      assert.deepEqual([told.tools, told.image, told.audio, told.video, told.thinking], expected);
      // And so it is: a block beside a text changes the payload, or does not, with a warning or without one.
      const text = { type: 'text', text: 'x' };
      const run = async (content: object[]) => {
        const messages = [{ name: 'Ann', role: 'user', content }];
        const { conversation } = readConversation(JSON.stringify({ formatter: name, messages }), 'x.messages.json');
        const result = await formatConversation(conversation!);
        assert.ok(result.ok, JSON.stringify(result));
        return result;
      };
      const alone = JSON.stringify((await run([text])).payload);
      for (const [index, block] of Object.values(blocks).entries()) {
        const { payload, warnings } = await run([text, block]);
        const outcome = JSON.stringify(payload) !== alone ? 'converted' : warnings.length > 0 ? 'warning' : 'silent';
        assert.equal(outcome, expected[index], JSON.stringify(block));
      }
    });

  test('A2A’s class takes no limit', async () => {
    const text = '{"formatter": "A2AChatFormatter", "max_tokens": 5, "messages": []}';
    const result = await formatConversation(readConversation(text, 'x.messages.json').conversation!);
    assert.ok(!result.ok);
    assert.deepEqual(result.error, { class: 'TypeError', message: 'A2AChatFormatter() takes no arguments' });
  });
});
