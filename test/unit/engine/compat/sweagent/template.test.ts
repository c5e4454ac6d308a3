import assert from 'node:assert/strict';
import { sweagent } from '../../../../../src/engine/index.ts';

const templates = { system_template: 'S', instance_template: 'I' };
const method = '_add_templated_messages_to_history()';

/** The error of a run with these templates. */
async function errorOf(input: object, more: object = {}): Promise<string> {
  const config = { templates: { ...templates, ...more }, tools: { parse_function: { type: 'thought_action' } } };
  try {
    await sweagent.template({ config, ...input });
    return 'none';
  } catch (error) {
    const { class: name, message } = error as { class?: string; message: string };
    return `${name}: ${message}`;
  }
}

suite('the names that templates are given', () => {
  const step = (state: object) => ({ steps: [{ output: 'a', observation: 'o', state }] });
  const cases: readonly (readonly [string, object, string])[] = [
    [
      'a keyword of a step',
      step({ observation: 'x' }),
      `sweagent.agent.agents.DefaultAgent.${method} got multiple values for keyword argument 'observation'`,
    ],
    [
      'the calls of a step',
      step({ tool_call_ids: [] }),
      `sweagent.agent.agents.DefaultAgent.${method} got multiple values for keyword argument 'tool_call_ids'`,
    ],
    [
      'the templates themselves',
      step({ templates: 'x' }),
      `DefaultAgent.${method} got multiple values for argument 'templates'`,
    ],
    [
      'the agent itself',
      { variables: { state: { self: 'x' } } },
      `DefaultAgent.${method} got multiple values for argument 'self'`,
    ],
  ];
  for (const [what, input, expected] of cases)
    test(`a state that names ${what}`, async () => assert.equal(await errorOf(input), `TypeError: ${expected}`));

  test('a demonstration that is a list', async () => {
    const demo = { demonstrations: ['d.traj'], put_demos_in_history: true };
    assert.equal(
      await errorOf({ files: { 'd.traj': '[]' } }, demo),
      'TypeError: list indices must be integers or slices, not str',
    );
  });
});
