import { resolve } from 'node:path';
import {
  type Conversation,
  conversationProblems,
  formatConversation,
  type Host,
  type Problem,
  raisedProblem,
  readConversation,
  resolveConversation,
  withoutModules,
} from '../../engine/index.ts';
import type { Confines } from '../../node/namedFile.ts';
import { nodeResources } from '../../node/nodeResources.ts';
import { type CheckedFile, placedProblems } from '../../views/checkedFile.ts';
import { withSeverities } from '../../views/problems.ts';
import type { Io } from '../io.ts';
import { folderOf } from '../loadConversation.ts';
import { readInput } from '../readInput.ts';
import { currentFolder } from '../sharedOptions.ts';
import type { CheckOptions } from './checkFiles.ts';

/**
 * What is wrong with a conversation's file: what its provider would refuse of the messages that are sent, and what reading
 * and formatting it tells. Nothing is fetched. `undefined` for a file that was not named and holds no conversation, such
 * as one of translations.
 */
export async function checkConversationFile(
  file: string,
  io: Io,
  {
    severities = {},
    runModules = true,
    isNamed = false,
    confines = currentFolder(io.cwd),
    text: ownText,
  }: CheckOptions = {},
): Promise<CheckedFile | undefined> {
  const text = ownText ?? (await readInput(file, io));
  const { conversation, problems } = readConversation(text, resolve(io.cwd, file));
  const found = [...problems];
  if (conversation) {
    if (isNamed) io.reach?.nameConversation(conversation);
    found.push(...(await problemsOf(conversation, file, confines, runModules, io)));
  } else if (found.length === 0) {
    if (!isNamed) return undefined;
    const message = 'This holds no list of messages.';
    found.push({ code: 'not-a-conversation', severity: 'error', message, span: { start: 0, end: 1 } });
  }
  const own = placedProblems(text, conversation, withSeverities(found, severities));
  const notRun = !runModules && conversation?.module !== undefined ? [conversation.module] : [];
  return { file, isConversation: true, definitions: [], problems: own, samples: [], notRun };
}

/** Messages are counted only where that decides which of them are sent. */
async function problemsOf(
  conversation: Conversation,
  file: string,
  confines: Confines,
  runModules: boolean,
  io: Io,
): Promise<readonly Problem[]> {
  const host: Host = runModules ? io.host : withoutModules(io.host, 'untrusted');
  const options = { resources: nodeResources(folderOf(file, io), [], confines) };
  const { maxTokens, byModule } = resolveConversation(conversation, options, host);
  const { tokenCounter: _, ...uncounted } = conversation;
  const sent = maxTokens === null ? uncounted : conversation;
  const result = await formatConversation(sent, options, host);
  const problems = await conversationProblems(conversation, result, options, host);
  const span = conversation.optionSpans?.formatter;
  if (result.ok || !byModule || !runModules || !span) return problems;
  return [...problems, raisedProblem(`${result.error.class}: ${result.error.message}`, span)];
}
