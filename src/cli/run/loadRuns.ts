import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import {
  type Definition,
  EngineError,
  type FormatConversationOptions,
  oneLine,
  type RunStart,
  readConversation,
  startConversation,
  startTask,
} from '../../engine/index.ts';
import { nodeResources } from '../../node/nodeResources.ts';
import type { Args } from '../command.ts';
import { type Io, UsageError } from '../io.ts';
import { isConversationFile, loadConversation } from '../loadConversation.ts';
import { loadDefinition } from '../loadDefinition.ts';
import { allowedHosts, confinesOf } from '../sharedOptions.ts';

/** The first question, and how it is formatted. */
export interface RunTask {
  /** The sample whose task it is; absent: there is one task. */
  readonly name?: string;
  readonly start: RunStart;
  readonly format: FormatConversationOptions;
}

/**
 * What `FILE[#NAME]` or a conversation is run with: the task of `--task`, else those of the definition's samples. Throws
 * `UsageError` where there is none, and where what is sent cannot be made.
 */
export async function loadRuns(reference: string, args: Args, io: Io): Promise<readonly RunTask[]> {
  try {
    return isConversationFile(reference)
      ? [await conversationRun(reference, args, io)]
      : await taskRuns(reference, args, io);
  } catch (error) {
    if (error instanceof EngineError) throw new UsageError(oneLine(`${reference}: ${error.class}: ${error.message}`));
    throw error;
  }
}

async function conversationRun(path: string, args: Args, io: Io): Promise<RunTask> {
  if (args.value('task') !== undefined)
    throw new UsageError('parserlens run: --task is for a definition; a conversation says itself what is asked.');
  const conversation = await loadConversation(path, io);
  const format = await formatIn(dirname(resolve(io.cwd, path)), args, io);
  return { start: await startConversation(conversation, format, io.host), format };
}

async function taskRuns(reference: string, args: Args, io: Io): Promise<readonly RunTask[]> {
  const { definition, file } = await loadDefinition(reference, io);
  const folder = file === '-' ? io.cwd : dirname(resolve(io.cwd, file));
  const format = await formatIn(folder, args, io);
  const option = args.value('task');
  if (option !== undefined) {
    const task = option.startsWith('@') ? await textOf(resolve(io.cwd, option.slice(1)), option.slice(1)) : option;
    return [{ start: await startTask(definition, task, io.host), format }];
  }
  const runs: RunTask[] = [];
  for (const { name, task } of definition.samples)
    if (task !== undefined) runs.push({ name, start: await startOf(definition, task, folder, format, io), format });
  if (runs.length === 0)
    throw new UsageError('parserlens run: Say what the model is asked: --task TEXT, or a "task" in a sample.');
  return runs;
}

/** A sample's task: a text, or a conversation beside the definition, whose answer the definition reads. */
async function startOf(
  definition: Definition,
  task: string,
  folder: string,
  format: FormatConversationOptions,
  io: Io,
): Promise<RunStart> {
  if (!isConversationFile(task)) return startTask(definition, task, io.host);
  const bytes = await format.resources?.readFile(task);
  if (!bytes) throw new UsageError(`${task}: there is no such file.`);
  const { conversation } = readConversation(new TextDecoder().decode(bytes), resolve(folder, task));
  if (!conversation) throw new UsageError(`${task}: this holds no list of messages.`);
  return startTask(definition, conversation, io.host);
}

async function formatIn(folder: string, args: Args, io: Io): Promise<FormatConversationOptions> {
  return { resources: nodeResources(folder, allowedHosts(args), await confinesOf(args, io)) };
}

async function textOf(path: string, name: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`--task @${name}: cannot be read: ${(error as Error).message}`);
  }
}
