import assert from 'node:assert/strict';
import { checkConversation, readConversation } from '../../../../src/engine/conversation/index.ts';

const system = { name: 'system', role: 'system', content: 'Be kind.' };
const user = { name: 'Ada', role: 'user', content: 'Hello' };
const answer = { name: 'Friday', role: 'assistant', content: 'Hi' };
const call = (...ids: string[]) => ({
  name: 'Friday',
  role: 'assistant',
  content: ids.map(id => ({ type: 'tool_use', id, name: 'f', input: {} })),
});
const result = (...ids: string[]) => ({
  name: 'system',
  role: 'system',
  content: ids.map(id => ({ type: 'tool_result', id, name: 'f', output: [] })),
});
const medium = (type: string, role = 'user') => ({
  name: 'x',
  role,
  content: [
    { type: 'text', text: 'a' },
    { type, source: { type: 'url', url: 'https://example.com/a.png' }, thinking: 'b' },
  ],
});

/** `code@message index`, in the order of the file. */
function check(formatter: string | undefined, messages: readonly object[]): string[] {
  const text = JSON.stringify({ ...(formatter && { formatter }), messages });
  const { conversation } = readConversation(text, 'x.messages.json');
  assert.ok(conversation);
  const problems = checkConversation(conversation);
  return problems.map(({ code, span }) => {
    const index = conversation.messages.findIndex(
      message => message.span.start <= span.start && span.end <= message.span.end,
    );
    return `${code}@${index}`;
  });
}

suite('what a provider refuses', () => {
  for (const [name, formatter, messages, expected] of [
    ['nothing', 'OpenAIChatFormatter', [system, user, call('1'), result('1'), answer], []],
    ['nothing, of parallel calls', 'AnthropicChatFormatter', [user, call('1', '2'), result('1'), result('2')], []],
    ['an image that a user sends', 'OpenAIChatFormatter', [medium('image')], []],
    ['an image of an assistant', 'OpenAIChatFormatter', [user, medium('image', 'assistant')], ['wrong-role@1']],
    [
      'a video, which is dropped before',
      'OpenAIChatFormatter',
      [user, medium('video', 'assistant')],
      ['unsupported-block@1'],
    ],
    ['a result without its call', 'OpenAIChatFormatter', [user, result('1')], ['result-without-call@1']],
    ['the same without a formatter', undefined, [user, result('1')], ['result-without-call@1']],
    ['the same where nobody cares for order', 'OllamaChatFormatter', [result('1')], ['result-without-call@0']],
    [
      'a result before its call',
      'DeepSeekChatFormatter',
      [user, result('1'), call('1')],
      ['result-without-call@1', 'call-without-result@2'],
    ],
    [
      'a call without its result',
      'OpenAIChatFormatter',
      [user, call('1', '2'), result('1'), answer],
      ['call-without-result@1'],
    ],
    [
      'a result that comes late',
      'OpenAIChatFormatter',
      [user, call('1'), user, result('1')],
      ['wrong-order@2', 'wrong-order@3'],
    ],
    ['a result that comes late, Ollama', 'OllamaChatFormatter', [user, call('1'), user, result('1')], []],
    ['an assistant that begins', 'AnthropicChatFormatter', [system, answer, user], ['wrong-order@1']],
    ['an assistant that begins, in a history', 'AnthropicMultiAgentFormatter', [system, answer, user], []],
    [
      'an assistant that begins with a call',
      'AnthropicMultiAgentFormatter',
      [system, call('1'), result('1')],
      ['wrong-order@1'],
    ],
    ['an assistant that begins, OpenAI', 'OpenAIChatFormatter', [answer, user], []],
    ['a system message that Anthropic gets as the user’s', 'AnthropicChatFormatter', [system, system, answer], []],
    ['a second system message', 'DashScopeChatFormatter', [system, user, system], ['wrong-order@2']],
    ['two system messages that begin', 'DashScopeChatFormatter', [system, system, user], ['wrong-order@1']],
    ['a system message that does not begin', 'DashScopeChatFormatter', [user, system], ['wrong-order@1']],
    ['one system message', 'DashScopeChatFormatter', [system], []],
    ['nothing but an assistant', 'AnthropicChatFormatter', [answer], ['wrong-order@0']],
    ['nothing but a system message', 'AnthropicChatFormatter', [system], []],
    ['an assistant that comes second', 'AnthropicChatFormatter', [user, answer], []],
    ['a call that begins', 'GeminiChatFormatter', [call('1'), result('1')], ['wrong-order@0']],
    ['a call right behind the user', 'GeminiChatFormatter', [user, call('1'), result('1')], []],
    ['a call behind the system prompt', 'GeminiChatFormatter', [system, call('1'), result('1')], []],
    ['an answer behind an answer', 'GeminiChatFormatter', [user, answer, answer], []],
    [
      'a result of parallel calls that comes late',
      'OpenAIChatFormatter',
      [user, call('1', '2'), result('1'), answer, result('2')],
      ['wrong-order@3', 'wrong-order@4'],
    ],
    ['results in another order', 'OpenAIChatFormatter', [user, call('1', '2'), result('2'), result('1'), answer], []],
    [
      'a result behind a plain answer',
      'OpenAIChatFormatter',
      [user, call('1'), result('1'), answer, result('1')],
      ['wrong-order@4'],
    ],
    ['a call behind an answer', 'GeminiChatFormatter', [user, answer, call('1'), result('1')], ['wrong-order@2']],
    ['a call behind a result', 'GeminiChatFormatter', [user, call('1'), result('1'), call('2'), result('2')], []],
    [
      'a call of the user',
      'OpenAIChatFormatter',
      [{ ...call('1'), role: 'user' }, result('1')],
      ['wrong-role@0', 'wrong-order@1'],
    ],
    ['an image of the assistant', 'OpenAIChatFormatter', [user, medium('image', 'assistant')], ['wrong-role@1']],
    ['an image of the assistant, in a history', 'OpenAIMultiAgentFormatter', [user, medium('image', 'assistant')], []],
    ['a video', 'AnthropicChatFormatter', [medium('video')], ['unsupported-block@0']],
    ['an image', 'DeepSeekMultiAgentFormatter', [user, medium('image')], ['unsupported-block@1']],
    ['a thought', 'OpenAIChatFormatter', [user, medium('thinking', 'assistant')], ['unsupported-block@1']],
    ['a thought in a history', 'AnthropicMultiAgentFormatter', [user, medium('thinking')], ['unsupported-block@1']],
    [
      'no thought among tool calls',
      'AnthropicMultiAgentFormatter',
      [user, { ...call('1'), content: [...medium('thinking').content, ...call('1').content] }, result('1')],
      [],
    ],
    [
      'an image of the system prompt',
      'OpenAIMultiAgentFormatter',
      [medium('image', 'system'), user],
      ['unsupported-block@0'],
    ],
    ['a formatter that is not there', 'NoFormatter', [user], ['unknown-formatter@-1']],
  ] as const) {
    test(name, () => assert.deepEqual(check(formatter, messages), expected));
  }

  for (const [what, formatter, messages, severity] of [
    ['what OpenAI answers with 400', 'OpenAIChatFormatter', [user, result('1')], 'error'],
    ['what Ollama answers all the same', 'OllamaChatFormatter', [user, result('1')], 'warning'],
    ['what nobody is asked', undefined, [user, call('1')], 'warning'],
    ['a second system message', 'DashScopeChatFormatter', [user, system], 'warning'],
    ['an image of the assistant', 'OpenAIChatFormatter', [user, medium('image', 'assistant')], 'error'],
  ] as const)
    test(`how much it matters: ${what}`, () => {
      const { conversation } = readConversation(JSON.stringify({ formatter, messages }), 'x.messages.json');
      assert.deepEqual(
        checkConversation(conversation!).map(each => each.severity),
        [severity],
      );
    });

  const parallel = (first: object) => [user, call('1', '2'), { ...result('1'), content: [first] }, result('2')];
  const seen = (type: string) => ({
    type: 'tool_result',
    id: '1',
    name: 'f',
    output: [{ type, source: { type: 'url', url: 'https://example.com/a.png' } }],
  });
  for (const [what, options, messages, expected] of [
    ['between two results', {}, parallel(seen('image')), ['wrong-order@2']],
    [
      'in one message with both results',
      {},
      [user, call('1', '2'), { ...result('1', '2'), content: [seen('image'), ...result('2').content] }],
      [],
    ],
    ['that stays in the result', { promote_tool_result_images: false }, parallel(seen('image')), []],
    ['of a kind that is not promoted', {}, parallel(seen('audio')), []],
    ['that Ollama does not mind', { formatter: 'OllamaChatFormatter' }, parallel(seen('image')), []],
    ['for Gemini', { formatter: 'GeminiChatFormatter' }, parallel(seen('image')), ['wrong-order@2']],
    ['among many speakers', { formatter: 'OpenAIMultiAgentFormatter' }, parallel(seen('image')), ['wrong-order@2']],
  ] as const)
    test(`a promoted picture ${what}`, () => {
      const whole = { formatter: 'OpenAIChatFormatter', promote_tool_result_images: true, ...options, messages };
      const { conversation } = readConversation(JSON.stringify(whole), 'x.messages.json');
      const places = checkConversation(conversation!).map(({ code, span }) => {
        const index = conversation!.messages.findIndex(
          each => each.span.start <= span.start && span.end <= each.span.end,
        );
        return `${code}@${index}`;
      });
      assert.deepEqual(places, expected);
    });

  test('the input of a call that is no object', () => {
    const cut = { ...call('1'), content: [{ type: 'tool_use', id: '1', name: 'f', input: '{"a": ' }] };
    assert.deepEqual(check('AnthropicChatFormatter', [user, cut, result('1')]), ['tool-input@1']);
  });

  for (const [formatter, host] of [
    [undefined, 'platform.openai.com'],
    ['OpenAIChatFormatter', 'platform.openai.com'],
    ['OpenAIResponseChatFormatter', 'platform.openai.com'],
    ['AnthropicChatFormatter', 'docs.anthropic.com'],
    ['DashScopeChatFormatter', 'www.alibabacloud.com'],
    ['GeminiChatFormatter', 'ai.google.dev'],
    ['OllamaChatFormatter', 'docs.ollama.com'],
    ['DeepSeekChatFormatter', 'api-docs.deepseek.com'],
  ] as const)
    test(`a call without a result leads to the provider’s page: ${formatter ?? 'no formatter'}`, () => {
      const text = JSON.stringify({ formatter, messages: [user, call('1')] });
      const problems = checkConversation(readConversation(text, 'x.messages.json').conversation!);
      assert.deepEqual(
        problems.map(({ code, documentation }) => [code, new URL(documentation ?? 'none:').hostname]),
        [['call-without-result', host]],
      );
    });

  test('names the counter that is not there, and leaves one that is chosen instead', () => {
    const text = JSON.stringify({ token_counter: { type: 'Guess' }, messages: [user] });
    const { conversation } = readConversation(text, 'x.messages.json');
    assert.ok(conversation);
    const [problem] = checkConversation(conversation);
    assert.equal(problem?.code, 'unknown-counter');
    assert.equal(text.slice(problem?.span.start, problem?.span.end), '{"type":"Guess"}');
    assert.deepEqual(checkConversation(conversation, { tokenCounter: 'o200k_base' }), []);
  });

  test('judges what is kept, and leads to the rule', () => {
    const text = JSON.stringify({ formatter: 'AnthropicChatFormatter', messages: [user, answer] });
    const { conversation } = readConversation(text, 'x.messages.json');
    assert.ok(conversation);
    const [problem] = checkConversation(conversation, { isKept: index => index > 0 });
    assert.equal(problem?.code, 'wrong-order');
    assert.match(problem?.documentation ?? '', /^https:\/\//);
  });
});
