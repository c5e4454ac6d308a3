// What each task costs an assistant: a line each, and the sum. A part of `npm run bench -- assistants`.
import { solveTask } from './solveTask.ts';
import { tasks } from './tasks.ts';

let sum = 0;
for (const task of tasks) {
  const { tokens, calls } = await solveTask(task);
  sum += tokens;
  process.stdout.write(`${String(tokens).padStart(6)} tokens in ${calls} calls  ${task.name}\n`);
}
process.stdout.write(`${String(sum).padStart(6)} tokens for ${tasks.length} tasks\n`);
process.exit(0);
