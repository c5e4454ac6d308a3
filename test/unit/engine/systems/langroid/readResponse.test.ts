import assert from 'node:assert/strict';
import { agentOf } from '../../../../../src/engine/systems/langroid/agent.ts';
import { readResponse } from '../../../../../src/engine/systems/langroid/readResponse.ts';

const agent = agentOf([{ request: 'square', schema: { properties: { number: { type: 'integer' } } } }]);
const text = '{"request": "square", "number": "x"}';

suite('Langroid: a tool with wrong fields', () => {
  for (const sender of ['USER', 'AGENT'] as const)
    test(`is no tool and no error where its sender is ${sender}`, () =>
      assert.deepEqual(readResponse(agent, { text, message: { sender } }), {
        calls: [],
        toolError: false,
        repairs: [],
      }));

  for (const [what, message] of [
    ['nobody', undefined],
    ['LLM', { sender: 'LLM' }],
  ] as const)
    test(`is the model’s error where its sender is ${what}`, () =>
      assert.throws(() => readResponse(agent, { text, ...(message && { message }) }), { class: 'ValidationError' }));
});
