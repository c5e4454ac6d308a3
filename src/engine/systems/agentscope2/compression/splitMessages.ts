import type { Block, Message } from '../messages/block.ts';
import { addWeights, noWeight, tokensOf, type Weight, weightOf } from '../messages/estimate.ts';

/** Where a context is cut: the blocks of message `message` before `block`, and all messages before it, are compressed. */
export interface Cut {
  readonly message: number;
  readonly block: number;
}

/**
 * `_split_context_for_compression`: where the context is cut so that about `reserve` tokens are kept beside what is always
 * there (system prompt, summary, tools); `undefined` where nothing has to go. Only inside of the message that is cut are
 * results kept together with their calls. Linear.
 */
export function findCut(messages: readonly Message[], always: Weight, reserve: number): Cut | undefined {
  let kept = always;
  for (let index = messages.length - 1; index >= 0; index--) {
    const { blocks } = messages[index]!;
    const weights = blocks.map(weightOf);
    const whole = weights.reduce(addWeights, kept);
    if (tokensOf(whole) < reserve) {
      kept = whole;
      continue;
    }
    return { message: index, block: behindTornResults(blocks, firstKept(weights, kept, reserve)) };
  }
  return undefined;
}

/** The first of the blocks from the end that fit; here the reserve may be reached. */
function firstKept(weights: readonly Weight[], kept: Weight, reserve: number): number {
  let sum = kept;
  for (let i = weights.length - 1; i >= 0; i--) {
    sum = addWeights(sum, weights[i]!);
    if (tokensOf(sum) > reserve) return i + 1;
  }
  return 0;
}

/** Where to cut so that no result is kept whose call, or an earlier result of the same id, is not. Linear: every block is looked at twice. */
function behindTornResults(blocks: readonly Block[], start: number): number {
  const following = new Map<number, number>();
  const last = new Map<string, number>();
  const orphans: number[] = [];
  for (const [i, block] of blocks.entries()) {
    if (block.type !== 'tool_call' && block.type !== 'tool_result') continue;
    const before = last.get(block.id);
    last.set(block.id, i);
    if (before !== undefined) following.set(before, i);
    else if (block.type === 'tool_result') orphans.push(i);
  }
  let cut = Math.max(start, ...lastOf(orphans));
  for (let from = 0; from < cut; ) {
    const to = cut;
    for (let i = from; i < to; i++) {
      const next = following.get(i);
      if (next !== undefined && blocks[next]!.type === 'tool_result') cut = Math.max(cut, next + 1);
    }
    from = to;
  }
  return cut;
}

/** The place behind the last result whose call is nowhere. */
function lastOf(orphans: readonly number[]): number[] {
  const last = orphans.at(-1);
  return last === undefined ? [] : [last + 1];
}

export function weightOfMessages(messages: readonly Message[]): Weight {
  return messages.flatMap(({ blocks }) => blocks.map(weightOf)).reduce(addWeights, noWeight);
}
