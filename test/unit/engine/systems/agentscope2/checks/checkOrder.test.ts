import assert from 'node:assert/strict';
import {
  checkConversation,
  formatConversation,
  ownFormatters,
  readConversation,
} from '../../../../../../src/engine/conversation/index.ts';

const text = (words: string) => ({ type: 'text', text: words });
const user = { name: 'Ann', role: 'user', content: [text('Look.')] };
const agent = (...content: unknown[]) => ({ name: 'Friday', role: 'assistant', content });
const call = (id: string, input = '{}') => ({ type: 'tool_call', id, name: 'look', input, state: 'finished' });
const result = (id: string, output: unknown = 'seen') => ({
  type: 'tool_result',
  id,
  name: 'look',
  output,
  state: 'success',
});
const picture = {
  type: 'data',
  source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ' },
};
const shown = (id: string) => result(id, [text('done'), picture]);

function read(formatter: string, messages: readonly unknown[]) {
  const source = JSON.stringify({
    agentscope_version: '2.0.6+',
    formatter,
    input_types: ['image/*', 'text/*'],
    messages,
  });
  const { conversation } = readConversation(source, 'x.messages.json');
  assert(conversation);
  return { source, conversation };
}

/** `code@id of the block`, but for what another suite is about. */
function problemsOf(formatter: string, messages: readonly unknown[]): string[] {
  const { source, conversation } = read(formatter, messages);
  return checkConversation(conversation)
    .filter(({ code }) => code !== 'saved-media' && code !== 'torn-call')
    .map(({ code, severity, span }) => {
      const { id, type } = JSON.parse(source.slice(span.start, span.end));
      return `${severity} ${code}@${id ?? type ?? 'message'}`;
    });
}

/** Whether what a tool gave stands in a message of the payload. */
function isResult(message: unknown): boolean {
  return /"(?:tool_call_id|tool_name|tool_use_id|function_response)"|"function_call_output"/.test(
    JSON.stringify(message),
  );
}

suite('the order of turns, AgentScope 2', () => {
  for (const { name } of ownFormatters)
    test(`media between two results: ${name}`, async () => {
      const messages = [user, agent(call('a'), call('b'), shown('a'), result('b'), text('There.'))];
      const formatted = await formatConversation(read(name, messages).conversation);
      assert(formatted.ok);
      const results = (formatted.payload as unknown[]).map(isResult);
      const isTorn = results.slice(results.indexOf(true), results.lastIndexOf(true)).includes(false);
      // Ollama and the Responses API take results wherever they stand.
      const isRefused = isTorn && !/^Ollama|^OpenAIResponse/.test(name);
      assert.deepEqual(problemsOf(name, messages), isRefused ? ['error wrong-order@a'] : []);
      assert.deepEqual(problemsOf(name, [user, agent(call('a'), call('b'), result('b'), shown('a'))]), []);
    });

  for (const [what, messages, expected] of [
    [
      'each picture that stands in the way',
      [user, agent(call('a'), call('b'), call('c'), shown('a'), shown('b'), result('c'))],
      ['error wrong-order@a', 'error wrong-order@b'],
    ],
    [
      'results in messages of their own',
      [user, agent(call('a'), call('b')), agent(shown('a')), agent(result('b'))],
      ['error wrong-order@a'],
    ],
    ['calls one after the other', [user, agent(call('a'), shown('a'), call('b'), result('b'))], []],
    [
      'a word between two results',
      [user, agent(call('a'), call('b'), result('a'), text('Hm.'), result('b'))],
      ['error wrong-order@text', 'error wrong-order@b'],
    ],
    [
      'a hint between two results',
      [user, agent(call('a'), call('b'), result('a'), { type: 'hint', hint: 'Go on.' }, result('b'))],
      ['error wrong-order@hint', 'error wrong-order@b'],
    ],
    [
      'nothing is wrong with an empty text',
      [user, agent(call('a'), call('b'), result('a'), text(''), result('b'))],
      [],
    ],
    ['arguments that were cut off', [user, agent(call('a', '{"path": "a.tx'), result('a'))], ['error tool-input@a']],
    ['arguments that are a list', [user, agent(call('a', '[1]'), result('a'))], ['warning tool-input@a']],
    [
      'a call that the agent still runs',
      [user, agent({ ...call('a'), state: 'pending' })],
      ['warning call-without-result@a'],
    ],
    [
      'a call that it runs no more',
      [user, agent({ ...call('a'), state: 'pending' }), user],
      ['error call-without-result@a'],
    ],
    ['a result without its call', [user, agent(result('a'))], ['error result-without-call@a']],
  ] as const)
    test(what, () => assert.deepEqual(problemsOf('OpenAIChatFormatter', messages), expected));

  test('the words name the results that come too late', () => {
    const { conversation } = read('DashScopeChatFormatter', [
      user,
      agent(call('a'), call('b'), shown('a'), result('b')),
    ]);
    const [found] = checkConversation(conversation);
    assert.match(found!.message, /^DashScope wants .*media of this result .* before these results: `b`\.$/);
    assert.match(found!.documentation!, /^https:/);
  });
});
