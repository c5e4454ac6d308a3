import { EngineError } from '../../../core/errors.ts';
import { type Problem, problem } from '../../../core/problem.ts';
import { contextOf } from '../compression/agentContext.ts';
import { losesNewestUser } from '../compression/outlookOf.ts';
import { type ConversationPlan, planConversation } from '../compression/planConversation.ts';
import { stableDrawn } from '../messages/loadedMessage.ts';
import type { LoadedConversation } from './loadedConversation.ts';

/** The newest message of the user's where compression takes it away; what the agent raises instead of compressing. */
export function checkCompression(
  { conversation, messages, isWhole }: LoadedConversation,
  version: string | undefined,
): Problem[] {
  const context = contextOf(conversation, undefined, version);
  if (!context || !isWhole) return [];
  const given = messages.map(({ message }) => message);
  let planned: ConversationPlan;
  try {
    planned = planConversation(given, conversation, context, stableDrawn());
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const span = conversation.optionSpans?.context;
    const isTold = error.class === 'ValueError' || error.class === 'ValidationError';
    return span && !isTold ? [problem('wrong-shape', `AgentScope raises ${error.class}: ${error.message}`, span)] : [];
  }
  const { cut } = planned.plan.split ?? {};
  if (!cut || !losesNewestUser(given, cut.message + planned.leading, cut.block)) return [];
  const newest = messages.findLast(({ message }) => message.role === 'user');
  const text =
    'Compression takes this message away, though it is the newest of the user’s: the model then sees it only in the summary. Make `context_size` or `reserve_ratio` larger.';
  return newest ? [problem('newest-compressed', text, newest.span)] : [];
}
