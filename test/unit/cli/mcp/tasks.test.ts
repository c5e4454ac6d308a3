import { equal, notEqual, ok } from 'node:assert/strict';
import { solveTask } from '../../../assistants/solveTask.ts';
import { tasks } from '../../../assistants/tasks.ts';

suite('twenty tasks of assistants', () => {
  test('there are twenty', () => equal(tasks.length, 20));

  for (const task of tasks)
    test(`${task.name}: solved by calls alone, in under 2,000 tokens`, async () => {
      const { files, tokens } = await solveTask(task);
      equal(await task.check({ ...task.files, ...files }), undefined);
      ok(tokens < 2000, `${tokens}`);
    });

  for (const task of tasks)
    test(`${task.name}: the checker refuses what is not solved, and what only looks so`, async () => {
      notEqual(await task.check(task.files), undefined);
      notEqual(await task.check({ ...task.files, ...task.wrong }), undefined);
    });
});
