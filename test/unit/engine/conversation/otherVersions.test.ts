import assert from 'node:assert/strict';
import { checkConversation, formatConversation, readConversation } from '../../../../src/engine/conversation/index.ts';

/** The problems of a conversation, and what fixing them all makes of its text. */
function problemsOf(content: unknown, formatter = 'OpenAIChatFormatter') {
  const text = JSON.stringify({ formatter, messages: [{ name: 'a', role: 'assistant', content }] });
  const { conversation, problems } = readConversation(text, 'a.messages.json');
  assert(conversation);
  const all = [...problems, ...checkConversation(conversation)];
  const edits = all.flatMap(({ fixes }) => fixes?.[0]?.edits ?? []).sort((a, b) => b.span.start - a.span.start);
  const fixed = edits.reduce((made, { span, text: by }) => made.slice(0, span.start) + by + made.slice(span.end), text);
  return { messages: all.map(({ message }) => message), fixed: JSON.parse(fixed), conversation };
}

suite('What other versions of AgentScope have', () => {
  test('blocks of AgentScope 2 are named as such', () => {
    const { messages } = problemsOf([{ type: 'tool_call' }, { type: 'data' }, { type: 'hint' }]);
    assert.equal(messages.length, 3);
    for (const [i, type] of ['tool_call', 'data', 'hint'].entries())
      assert.match(messages[i] ?? '', new RegExp(`^\`${type}\` is a block of AgentScope 2\\. In AgentScope 1 it is `));
  });

  test('a misspelt block has a fix', () => {
    const { messages, fixed } = problemsOf([{ type: 'tool_uses', id: '1' }]);
    assert.match(messages[0] ?? '', /Did you mean `tool_use`\?/);
    assert.equal(fixed.messages[0].content[0].type, 'tool_use');
    assert.match(problemsOf([{ type: 'xyz' }]).messages[0] ?? '', /The types are `text`, `thinking`/);
  });

  test('a misspelt formatter has a fix', async () => {
    const { messages, fixed, conversation } = problemsOf('x', 'OpenAiChatFormater');
    assert.deepEqual(messages, ['There is no formatter `OpenAiChatFormater`. Did you mean `OpenAIChatFormatter`?']);
    assert.equal(fixed.formatter, 'OpenAIChatFormatter');
    const result = await formatConversation(conversation);
    assert.match(result.ok ? '' : result.error.message, /Did you mean `OpenAIChatFormatter`\? There are: /);
    assert.deepEqual(problemsOf('x', 'Nothing').messages, ['There is no formatter `Nothing`.']);
  });

  test('the formatters that an error lists are those of the release', async () => {
    const { conversation } = problemsOf('x', 'Nothing');
    const listed = async (agentscopeVersion: string) => {
      const result = await formatConversation(conversation, { agentscopeVersion });
      return result.ok ? '' : result.error.message;
    };
    const [old, newest] = [await listed('1.0.0'), await listed('1.0.21')];
    for (const name of ['OpenAIResponseChatFormatter', 'A2AChatFormatter'])
      assert.deepEqual([old.includes(name), newest.includes(name)], [false, true], name);
    assert.ok(old.includes('OpenAIChatFormatter') && old.endsWith(', custom.'));
  });

  test('a formatter of another version names it', () => {
    for (const name of ['OpenAIResponseFormatter', 'MoonshotChatFormatter', 'XAIMultiAgentFormatter']) {
      const { messages, fixed } = problemsOf('x', name);
      assert.deepEqual(messages, [
        `\`${name}\` is a formatter of AgentScope 2: it needs \`"agentscope_version": "2.0.6+"\`, and messages of that version.`,
      ]);
      assert.equal(fixed.formatter, name);
    }
  });
});
