import { EngineError } from '../../../core/errors.ts';
import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import type { Conversation } from '../../../messages/conversation.ts';
import type { CompressionOutlook } from '../../../messages/formatResult.ts';
import type { MessageOutcome } from '../../../messages/formattedMessages.ts';
import { type Block, type Message, textContent } from '../messages/block.ts';
import { tokensOf, weightOfBlocks } from '../messages/estimate.ts';
import { type Drawn, newMsg } from '../messages/readMsg.ts';
import { type CompressionPlan, hasSummary, planCompression } from './compressContext.ts';
import type { WrittenContext } from './contextConfig.ts';

/** What stands in the payload for a summary that only a model can write. */
const summaryPlaceholder = '(the summary that the model will write)';

/** What is sent of a conversation, and what became of each message. */
export interface ConversationPlan {
  readonly plan: CompressionPlan;
  /** The messages of the next request: system prompt, summary (a placeholder where a model has to write it), what is kept. */
  readonly sent: readonly Message[];
  readonly outcomes: readonly MessageOutcome[];
  /** How many messages at the beginning of the conversation are its system prompt: 0 or 1. */
  readonly leading: number;
}

/**
 * What an agent sends of a conversation. A first message of role system is the agent's system prompt, unless the file
 * gives one itself. Raises what the agent raises.
 */
export function planConversation(
  messages: readonly Message[],
  { tools }: Conversation,
  context: WrittenContext,
  drawn: Drawn,
): ConversationPlan {
  const leading = context.systemPrompt === undefined && messages[0]?.role === 'system' ? 1 : 0;
  const systemPrompt = context.systemPrompt ?? (leading > 0 ? (textContent(messages[0]!) ?? '') : '');
  const plan = planCompression(
    {
      messages: messages.slice(leading),
      systemPrompt,
      ...(context.summary !== undefined && { summary: context.summary }),
      tools: tools ?? null,
      contextSize: context.contextSize,
      config: context.config,
    },
    drawn,
  );
  const summary = plan.split ? summaryPlaceholder : context.summary;
  const sent = [
    ...(leading > 0 ? messages.slice(0, 1) : []),
    ...(context.systemPrompt === undefined ? [] : [message('SystemMsg', 'system', context.systemPrompt, drawn)]),
    ...(hasSummary(summary) ? [message('UserMsg', 'user', summary, drawn)] : []),
    ...(plan.split?.kept ?? plan.messages),
  ];
  return { plan, sent, outcomes: outcomesOf(messages, leading, plan), leading };
}

function message(factory: string, name: string, content: PyValue, drawn: Drawn): Message {
  return newMsg(
    factory,
    new Map([
      ['name', name],
      ['content', content],
    ]),
    drawn,
  );
}

/** What a message costs in the estimate. */
export function estimateOf(blocks: readonly Block[]): number {
  return tokensOf(weightOfBlocks(blocks));
}

function outcomesOf(messages: readonly Message[], leading: number, plan: CompressionPlan): MessageOutcome[] {
  const { cut } = plan.split ?? {};
  const replaced = new Set(plan.replaced);
  return messages.map(({ blocks }, index): MessageOutcome => {
    const at = index - leading;
    const tokens = estimateOf(at >= 0 ? plan.messages[at]!.blocks : blocks);
    const isGone =
      cut !== undefined && at >= 0 && (at < cut.message || (at === cut.message && cut.block >= blocks.length));
    if (isGone) return { kept: false, step: 1, reason: 'goes into the summary', tokens };
    if (cut !== undefined && at === cut.message && cut.block > 0) {
      const reason = `cut: ${cut.block} of its ${blocks.length} blocks go into the summary`;
      return { kept: true, step: 1, reason, tokens: estimateOf(plan.messages[at]!.blocks.slice(cut.block)) };
    }
    if (replaced.has(at)) return { kept: true, step: 1, reason: 'loses images beyond `max_image_num`', tokens };
    return { kept: true, tokens };
  });
}

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
