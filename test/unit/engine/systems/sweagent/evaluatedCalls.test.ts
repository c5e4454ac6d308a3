import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EvaluationFile } from '../../../../../src/engine/evaluation/index.ts';
import { runCli } from '../../../cli/runCli.ts';

const jsonl = (items: readonly unknown[]) => items.map(item => `${JSON.stringify(item)}\n`).join('');

suite('evaluate: calls of SWE-agent’s model', () => {
  let folder: string;
  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-'));
  });
  suiteTeardown(() => rm(folder, { recursive: true }));
  const json = async (args: string): Promise<EvaluationFile> =>
    JSON.parse((await runCli(folder, `evaluate ${args} --json`)).out);

  test('calls of tools, from the history of a trajectory, and where the field that is shown is named again', async () => {
    const definition = { type: 'function_calling', commands: [{ name: 'open', docstring: 'x', signature: 'open' }] };
    await writeFile(join(folder, 'calls.parser.json'), JSON.stringify(definition));
    const tool_calls = [{ id: 'c', type: 'function', function: { name: 'open', arguments: '{}' } }];
    const step = { action: 'open', observation: '', response: 'I look.', thought: 'I look.' };
    const trajectory = [step, { ...step, action: 'other' }];
    const history = [{ role: 'assistant', content: 'I look.', action: 'open', tool_calls }];
    await writeFile(join(folder, 'a.traj'), JSON.stringify({ environment: 'main', trajectory, history, info: {} }));
    const read = await json('a.traj --parser calls.parser.json');
    assert.deepEqual([read.totals.rows, read.totals.ok, read.totals.error], [2, 1, 1]);
    const choices = [{ message: { role: 'assistant', content: null, tool_calls }, finish_reason: 'tool_calls' }];
    await writeFile(join(folder, 'chat.jsonl'), jsonl([{ object: 'chat.completion', choices }]));
    await writeFile(join(folder, 'inside.jsonl'), jsonl([{ output: { object: 'chat.completion', choices } }]));
    for (const [log, field] of [
      ['chat.jsonl', 'choices[0].message.content'],
      ['inside.jsonl', 'output.choices[0].message.content'],
      ['a.traj', 'trajectory[*].response'],
    ] as const) {
      const again = await json(`${log} --parser calls.parser.json --field ${field}`);
      assert.deepEqual([again.logs[0]!.field, again.totals.ok], [field, 1], log);
    }
  });
});
