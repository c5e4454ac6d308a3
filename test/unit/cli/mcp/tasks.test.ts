import { equal, notEqual, ok } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTokenCounter } from '../../../../src/node/engine.ts';
import type { AssistTask } from '../../../assistants/assistTask.ts';
import { tasks } from '../../../assistants/tasks.ts';
import { assistClient } from './assistClient.ts';

suite('twenty tasks of assistants', () => {
  test('there are twenty', () => equal(tasks.length, 20));

  for (const task of tasks)
    test(`${task.name}: solved by calls alone, in under 2,000 tokens`, async () => {
      const { files, tokens } = await solved(task);
      equal(await task.check({ ...task.files, ...files }), undefined);
      ok(tokens < 2000, `${tokens}`);
    });

  for (const task of tasks)
    test(`${task.name}: the checker refuses what is not solved, and what only looks so`, async () => {
      notEqual(await task.check(task.files), undefined);
      notEqual(await task.check({ ...task.files, ...task.wrong }), undefined);
    });
});

/** What a scripted client makes of a task, and what the transcript of its calls costs. */
async function solved(task: AssistTask) {
  const root = await mkdtemp(join(tmpdir(), 'parserlens-task-'));
  for (const [name, text] of Object.entries(task.files)) await writeFile(join(root, name), text);
  const assist = await assistClient({ root });
  const transcript: string[] = [];
  try {
    const files = await task.solve(async (name, args) => {
      const called = await assist.call(name, args);
      transcript.push(JSON.stringify({ name, args }), called.text);
      return called;
    }, task.files);
    const tokens = await createTokenCounter('o200k_base').countText(transcript.join('\n'));
    return { files, tokens };
  } finally {
    await assist.close();
    await rm(root, { recursive: true, force: true });
  }
}
