import { dirname, resolve } from 'node:path';
import {
  type Conversation,
  type ConversationFile,
  createTokenCounter,
  EngineError,
  type Problem,
  readConversation,
  tokenCounterSpec,
} from '../engine/index.ts';
import { located, positionAt } from '../views/position.ts';
import { type Io, tell, UsageError } from './io.ts';
import { inputName, readInput } from './readInput.ts';

/** A conversation's file as it was read. */
export interface LoadedConversation {
  readonly conversation: Conversation;
  readonly text: string;
  readonly problems: readonly Problem[];
}

/** True for the name of a file that holds a conversation. */
export function isConversationFile(path: string): boolean {
  return /\.messages\.jsonl?$/.test(path);
}

/** Reads a conversation's file and tells on standard error what is odd about it. Throws `UsageError` where it holds none. */
export async function loadConversation(path: string, io: Io): Promise<Conversation> {
  return (await loadConversationFile(path, io)).conversation;
}

/** {@link loadConversation} with the file's text and its problems. */
export async function loadConversationFile(path: string, io: Io): Promise<LoadedConversation> {
  const text = await readInput(path, io);
  const { conversation, problems }: ConversationFile = readConversation(text, resolve(io.cwd, path));
  const lines = problems.map(({ severity, message, span }) =>
    located(inputName(path), positionAt(text, span.start), `${severity}: ${message}`),
  );
  if (!conversation) throw new UsageError(lines[0] ?? `${inputName(path)}: this holds no list of messages.`);
  for (const line of lines) await tell(io.stderr, `${line}\n`);
  io.reach?.nameConversation(conversation);
  return { conversation, text, problems };
}

/** The folder that a conversation's media are relative to: its file's, or where we are for standard input. */
export function folderOf(path: string, { cwd }: Io): string {
  return path === '-' ? cwd : dirname(resolve(cwd, path));
}

/** A counter that the command line names. Throws `UsageError` where it does not exist. */
export function checkCounter(name: string | undefined, { host, reach }: Io): void {
  try {
    if (name === undefined) return;
    createTokenCounter(name, host);
    reach?.nameCounter(tokenCounterSpec(name));
  } catch (error) {
    if (error instanceof EngineError) throw new UsageError(`--counter ${name}: ${error.message}`);
    throw error;
  }
}
