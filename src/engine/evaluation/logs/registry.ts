import { listed, type RegistryEntry } from '../../core/registryEntry.ts';
import type { LogReader } from '../../messages/logReader.ts';
import { systemLogs } from '../../systems/registry.ts';
import { anthropicMessages } from './anthropicMessages.ts';
import { conversationTurns } from './conversationTurns.ts';
import { geminiResponses } from './geminiResponses.ts';
import { inspectLog } from './inspectLog.ts';
import { langfuseObservations } from './langfuseObservations.ts';
import { langsmithRuns } from './langsmithRuns.ts';
import { messages } from './messages.ts';
import { openaiChat } from './openaiChat.ts';
import { openaiResponses } from './openaiResponses.ts';
import { plainRows } from './plainRows.ts';
import { runResponses } from './runResponses.ts';

/** Every kind of log, in the order in which they are tried; the last one takes anything. */
export const logReaders: readonly (LogReader & RegistryEntry)[] = listed<LogReader>(
  [
    runResponses,
    openaiChat,
    openaiResponses,
    anthropicMessages,
    geminiResponses,
    ...systemLogs,
    inspectLog,
    langsmithRuns,
    langfuseObservations,
    messages,
    conversationTurns,
    plainRows,
  ],
  ({ name, title }) => ({ id: name, title }),
);
