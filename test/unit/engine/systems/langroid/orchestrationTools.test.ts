import assert from 'node:assert/strict';
import { fromPlain, isPyDict, toPlain } from '../../../../../src/engine/core/pyValue.ts';
import { readAgent } from '../../../../../src/engine/systems/langroid/agent.ts';
import { inheritedFields } from '../../../../../src/engine/systems/langroid/tool.ts';

/** Langroid's tools of a task, with their own fields; those with `!` have no default. */
const tools: readonly (readonly [name: string, className: string, fields: string])[] = [
  ['forward_tool', 'ForwardTool', 'agent!'],
  ['done_tool', 'DoneTool', 'content'],
  ['agent_done_tool', 'AgentDoneTool', 'content tools'],
  ['pass_tool', 'PassTool', ''],
  ['done_pass_tool', 'DonePassTool', ''],
  ['send_tool', 'SendTool', 'to! content'],
  ['agent_send_tool', 'AgentSendTool', 'to! content tools'],
  ['result_tool', 'ResultTool', ''],
];

const orchestrationTools = () => [...readAgent(new Map(), 'ToolMessage').tools.values()];

suite('Langroid: the tools of a task', () => {
  test('are these eight, which the model never sees', () =>
    assert.deepEqual(
      orchestrationTools().map(({ name, className, fields, schema, kind, use, isOrchestration }) => {
        const required = (toPlain(schema.get('required') ?? null) ?? []) as readonly string[];
        const own = fields.filter(field => !(inheritedFields as readonly string[]).includes(field));
        assert.deepEqual([kind, use, isOrchestration], ['ToolMessage', false, true]);
        return [name, className, own.map(field => (required.includes(field) ? `${field}!` : field)).join(' ')];
      }),
      tools,
    ));

  const values: readonly (readonly [name: string, input: object, own: object])[] = [
    ['send_tool', { to: 'Bob' }, { to: 'Bob', content: '' }],
    ['agent_send_tool', { to: 'Bob' }, { to: 'Bob', content: '', tools: [] }],
    ['agent_done_tool', {}, { content: null, tools: [] }],
    ['done_tool', { content: 1 }, { content: '1' }],
    ['done_tool', { content: null }, { content: '' }],
    ['done_tool', {}, { content: '' }],
  ];
  for (const [name, input, own] of values)
    test(`${name} makes ${JSON.stringify(own)} of ${JSON.stringify(input)}`, () => {
      const value = fromPlain({ request: name, ...input });
      assert(isPyDict(value));
      const outcome = orchestrationTools()
        .find(tool => tool.name === name)
        ?.validate(value);
      assert.ok(outcome?.ok);
      const { request, purpose, id, ...fields } = toPlain(outcome.value) as Readonly<Record<string, unknown>>;
      assert.deepEqual(fields, own);
    });
});
