import assert from 'node:assert/strict';
import { operations } from '../../../../conformance/adapters/operations.ts';

const { sweagent } = operations;

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

suite('a run of a script', () => {
  const action = 'think\n```\nls\n```';
  const call = { id: 'c1', type: 'function', function: { name: 'bash', arguments: '{"command": "ls"}' } };
  interface Run {
    readonly exit_status: unknown;
    readonly requeries?: readonly (readonly { readonly content: unknown }[])[];
    readonly history: readonly Readonly<Record<string, unknown>>[];
  }
  /** What a script makes of a run. */
  async function run(script: readonly object[], type = 'thought_action', variables: object = {}): Promise<Run> {
    const tools = { parse_function: { type } };
    const own = { ...templates, next_step_template: '{{observation}} in {{cwd}}' };
    return (await sweagent.template({ config: { templates: own, tools }, script, variables })) as Run;
  }

  test('what a command leaves of the state is known where the model is asked again', async () => {
    const output = '###SWE-AGENT-RETRY-WITH-OUTPUT###out';
    const { requeries } = await run([
      { response: action, state: { cwd: '/x' }, output },
      { response: action, output: 'ok' },
    ]);
    assert.deepEqual(
      requeries?.map(messages => messages.map(({ content }) => content)),
      [[action, 'out in /x']],
    );
  });

  const ends: readonly (readonly [item: object, status: string, thought: string])[] = [
    [{ raise_context: true }, 'exit_context', 'Exit due to context window'],
    [{ raise_cost: true }, 'exit_cost', 'Exit due to cost limit'],
  ];
  for (const [item, status, thought] of ends)
    test(`ends with ${status}`, async () => {
      const { exit_status, history } = await run([item]);
      assert.deepEqual([exit_status, history[2]?.thought, history[2]?.content], [status, thought, thought]);
    });

  test('the observation of a call has its id', async () => {
    const response = { message: 'm', tool_calls: [call] };
    const { history } = await run([{ response, output: 'o' }], 'function_calling');
    assert.deepEqual([history.at(-1)?.role, history.at(-1)?.tool_call_ids], ['tool', ['c1']]);
  });

  for (const state of ['', ' \n', null, '{}'])
    test(`a state file with ${JSON.stringify(state)} leaves no state`, async () => {
      const { history } = await run([], 'thought_action', { state });
      assert.equal(history.length, 2);
    });
});
