import { deepEqual, equal } from 'node:assert/strict';
import { checkConversation, readConversation } from '../../../../../../src/engine/conversation/index.ts';

const media = ['image/png', 'image/gif', 'audio/wav', 'video/mp4', 'application/pdf', 'text/csv'];

/** The codes of what a formatter makes of one block of an agent or a user. */
function codesOf(formatter: string, agentscope_version: string, role: string, ...content: readonly object[]): string[] {
  const text = JSON.stringify({ agentscope_version, formatter, messages: [{ name: 'A', role, content }] });
  const { conversation } = readConversation(text, 'x.messages.json');
  return checkConversation(conversation!).map(({ code }) => code);
}

suite('what each formatter of AgentScope 2 sends', () => {
  for (const [name, sent, ofTag] of [
    ['OpenAIChat', 'image/png image/gif audio/wav application/pdf', 'image/png image/gif audio/wav'],
    ['OpenAIMultiAgent', 'image/png image/gif audio/wav application/pdf', 'image/png image/gif audio/wav'],
    ['OpenAIResponse', 'image/png image/gif application/pdf', 'image/png image/gif'],
    ['AnthropicChat', 'image/png image/gif application/pdf', 'image/png image/gif'],
    [
      'GeminiChat',
      'image/png image/gif audio/wav video/mp4 application/pdf',
      'image/png image/gif audio/wav video/mp4',
    ],
    ['OllamaChat', 'image/png image/gif', 'image/png image/gif'],
    ['DashScopeChat', 'image/png image/gif audio/wav video/mp4', 'image/png image/gif audio/wav video/mp4'],
    ['MoonshotChat', 'image/png image/gif audio/wav', 'image/png image/gif audio/wav'],
    ['DeepSeekChat', '', ''],
    ['XAIChat', 'image/png image/gif', 'image/png image/gif'],
    ['XAIMultiAgent', '', ''],
  ] as const)
    test(`media of a user: ${name}`, () => {
      const sentIn = (version: string) =>
        media
          .filter(media_type => {
            const block = { type: 'data', source: { type: 'base64', data: 'YQ==', media_type } };
            return !codesOf(`${name}Formatter`, version, 'user', block).includes('unsupported-block');
          })
          .join(' ');
      equal(sentIn('2.0.6+'), sent);
      equal(sentIn('2.0.6'), ofTag);
    });

  test('MP3 that stands in the message raises for OpenAI and Moonshot until 2.0.6; an address does not', () => {
    const raises = (name: string, version: string, source: object) => {
      const block = { type: 'data', source: { media_type: 'audio/mpeg', ...source } };
      return codesOf(`${name}ChatFormatter`, version, 'user', block).includes('other-in-tag');
    };
    const [inner, address] = [
      { type: 'base64', data: 'YQ==' },
      { type: 'url', url: 'https://a.org/b.mp3' },
    ];
    for (const name of ['OpenAI', 'Moonshot'])
      deepEqual(
        [raises(name, '2.0.6', inner), raises(name, '2.0.6+', inner), raises(name, '2.0.6', address)],
        [true, false, false],
        name,
      );
  });

  for (const [name, isKept] of [
    ['OpenAIChat', false],
    ['OpenAIResponse', false],
    ['AnthropicChat', false],
    ['GeminiChat', true],
    ['OllamaChat', false],
    ['DashScopeChat', false],
    ['MoonshotChat', true],
    ['DeepSeekChat', true],
    ['XAIChat', false],
  ] as const)
    test(`thoughts without a signature: ${name}`, () => {
      const blocks = [
        { type: 'thinking', thinking: 'x' },
        { type: 'text', text: 'y' },
      ];
      equal(!codesOf(`${name}Formatter`, '2.0.6+', 'assistant', ...blocks).includes('unsupported-block'), isKept);
    });
});
