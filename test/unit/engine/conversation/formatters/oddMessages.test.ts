import assert from 'node:assert/strict';
import { formatConversation, readConversation } from '../../../../../src/engine/conversation/index.ts';

const user = (...content: unknown[]) => ({ name: 'Ann', role: 'user', content });
const system = { name: 'system', role: 'system', content: 'You are Ann.' };
const text = { type: 'text', text: 'hi' };
const call = (id: unknown) => ({ type: 'tool_use', id, name: 'f', input: {} });
const answer = (more: object) => ({ type: 'tool_result', name: 'f', output: [text], ...more });
const image = (url: string) => ({ type: 'image', source: { type: 'url', url } });
/** Counts ten tokens for a message, so that a limit says how many are kept. */
const tokenCounter = { count: (payload: unknown) => 10 * (payload as unknown[]).length };

suite('odd messages, as the formatters take them', () => {
  const cases: [what: string, formatter: string, messages: object[], expected: string, maxTokens?: unknown][] = [
    ['a block without a type behind a call', 'OpenAIMultiAgent', [user(call('1'), {})], "KeyError: 'type'"],
    [
      'what an earlier run raises',
      'OpenAIMultiAgent',
      [user({ type: 'text' }), user(call('1')), user({})],
      "KeyError: 'text'",
    ],
    ['a result without an id', 'OpenAIChat', [user(answer({})), user(text)], '1 message', 10],
    ['a result without an id answers nothing', 'OpenAIChat', [user(call('1')), user(answer({}))], noAnswer("{'1'}"), 1],
    [
      'equal ids of different types',
      'OpenAIChat',
      [user(call(1)), user(answer({ id: true })), user(text)],
      '1 message',
      10,
    ],
    [
      'an id that cannot be hashed',
      'OpenAIChat',
      [user(call(['x'])), user(text)],
      "TypeError: unhashable type: 'list'",
      1,
    ],
    ['a limit that is not an integer', 'OpenAIChat', [system], tooLong('5.0'), '5.0'],
    ['a limit that is a bool', 'OpenAIChat', [system], tooLong('True'), true],
    ['an address with a line feed in it', 'OpenAIChat', [user(image('\u0001ht\ntp://x.org/a.png'))], '1 message'],
    [
      'half a bracket in an address',
      'OpenAIChat',
      [user(image('http://[x.org/a.png'))],
      'ValueError: Invalid IPv6 URL',
    ],
    ['a file with a slash behind it', 'DashScopeChat', [user(image('here.png/'))], '1 message'],
  ];
  for (const [what, formatter, messages, expected, maxTokens] of cases)
    test(what, async () => {
      const limit = maxTokens === undefined ? '' : `, "max_tokens": ${maxTokens}`;
      const source = `{ "formatter": "${formatter}Formatter"${limit}, "messages": ${JSON.stringify(messages)} }`;
      const { conversation } = readConversation(source, 'odd.messages.json');
      const resources = { cwd: '/here', readFile: async () => undefined };
      const result = await formatConversation(conversation!, { resources, tokenCounter });
      const actual = result.ok ? `${result.payload.length} message` : `${result.error.class}: ${result.error.message}`;
      assert.equal(actual, expected);
    });
});

function noAnswer(ids: string): string {
  return `ValueError: The input messages contains tool call(s) that do not have the corresponding tool result(s): ${ids}. `;
}

function tooLong(limit: string): string {
  return `ValueError: The system prompt message already exceeds the token limit (${limit} tokens).`;
}
