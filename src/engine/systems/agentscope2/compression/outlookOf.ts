import { EngineError } from '../../../core/errors.ts';
import type { PyDict } from '../../../core/pyValue.ts';
import type { CompressionOutlook } from '../../../messages/compressionOutlook.ts';
import type { Block, Message } from '../messages/block.ts';
import type { WrittenContext } from './agentContext.ts';
import type { ConversationPlan } from './planConversation.ts';

/** What a plan comes to, for who looks at it. `format` makes a payload of messages, or raises. */
export async function outlookOf(
  { plan, leading }: ConversationPlan,
  { contextSize, config }: WrittenContext,
  messages: readonly Message[],
  format: (messages: readonly Message[]) => Promise<readonly PyDict[]>,
): Promise<CompressionOutlook> {
  const { estimatedTokens, threshold, split } = plan;
  const common = { estimatedTokens, threshold, reserveTokens: config.reserveRatio * contextSize };
  if (!split) return common;
  const { cut, request } = split;
  const sent = await format(request.messages).catch((error: unknown) => {
    if (error instanceof EngineError) return undefined;
    throw error;
  });
  return {
    ...common,
    cut: {
      fallbackToZero: split.fallbackToZero,
      message: cut.message + leading,
      blocks: cut.block,
      losesNewestUser: losesNewestUser(messages, cut.message + leading, cut.block),
      torn: tornCalls(split.compressed, split.kept),
      ...(sent && { request: sent }),
      requestTokens: request.estimatedTokens,
    },
  };
}

/** Whether the last message of the user's goes into the summary, in whole or in part. */
export function losesNewestUser(messages: readonly Message[], cut: number, block: number): boolean {
  const newest = messages.findLastIndex(({ role }) => role === 'user');
  return newest >= 0 && (newest < cut || (newest === cut && block > 0));
}

/** The ids of calls that go while their results stay. */
function tornCalls(compressed: readonly Message[], kept: readonly Message[]): readonly string[] {
  const ids = (messages: readonly Message[], type: Block['type']) =>
    new Set(messages.flatMap(({ blocks }) => blocks.flatMap(block => (block.type === type ? [block.id] : []))));
  const [gone, stay] = [ids(compressed, 'tool_call'), ids(kept, 'tool_call')];
  return [...ids(kept, 'tool_result')].filter(id => gone.has(id) && !stay.has(id));
}
