import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTokenCounter } from '../../src/node/engine.ts';
import { assistClient } from '../unit/cli/mcp/assistClient.ts';
import type { AssistTask, Files } from './assistTask.ts';

/** What a scripted client makes of a task by calls alone, and what the transcript of its calls costs. */
export async function solveTask(
  task: AssistTask,
): Promise<{ readonly files: Files; readonly tokens: number; readonly calls: number }> {
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
    return { files, tokens, calls: transcript.length / 2 };
  } finally {
    await assist.close();
    await rm(root, { recursive: true, force: true });
  }
}
