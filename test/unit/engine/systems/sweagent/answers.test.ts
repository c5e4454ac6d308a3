import assert from 'node:assert/strict';
import { readAnswer, readConversation } from '../../../../../src/engine/conversation/index.ts';
import { nodeHost } from '../../../../../src/node/nodeHost.ts';
import { conversationsService } from '../../../../../src/service/conversationsService.ts';
import { answerLens } from '../../../../../src/views/answerLens.ts';

async function answer(definitionText: string, content: unknown) {
  const text = JSON.stringify({ parser: 'x.parser.json', messages: [{ name: 'Bob', role: 'assistant', content }] });
  return readAnswer(readConversation(text, 'a.messages.json').conversation!, 0, { definitionText });
}

suite('answers of SWE-agent’s model in a conversation', () => {
  test('are remembered as they were given', async () => {
    for (const content of ['Look.\n```\nls\n```', 'no fence'])
      assert.deepEqual((await answer('{ "type": "thought_action" }', content))!.remembered, {
        content,
        note: 'the answer as it was given',
      });
  });

  test('may be calls', async () => {
    const call = { type: 'tool_use', id: 'c1', name: 'bash', input: { command: 'ls' } };
    const read = await answer('{ "type": "function_calling" }', [{ type: 'text', text: 'Look.' }, call]);
    assert.ok(read?.result.ok, JSON.stringify(read?.result));
    assert.deepEqual(read.result.value, { thought: 'Look.', action: 'ls' });
  });

  test('have a lens that shows the answer as it is, and in its tooltip what was read', async () => {
    const service = conversationsService({
      host: nodeHost,
      resourcesFor: ({ cwd }) => ({ cwd, readFile: async () => undefined }),
    });
    const messages = [{ name: 'Bob', role: 'assistant', content: 'Look.\n```\nls\n```' }];
    await service.readConversation('id', JSON.stringify({ parser: 'x.parser.json', messages }), 'a.messages.json');
    const definitionText = '{ "type": "thought_action" }';
    const read = await service.readAnswerAt('id', 0, {
      cwd: '/x',
      folder: 'file:///x',
      allowedHosts: [],
      definitionText,
    });
    const { title, tooltip } = answerLens(read!, { notRun: '', remembers: value => value }, 76);
    assert.equal(title, '✓ toMemory "Look. ``` ls ```"');
    assert.match(tooltip, /thought, action/);
  });
});
