import { isPyDict, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { codePointLength, firstCodePoints } from '../../../../src/engine/python/codePoints.ts';
import type {
  ContentBlock,
  TextBlock,
  ToolResultBlock,
} from '../../../../src/engine/systems/agentscope2/messages/block.ts';
import {
  addWeights,
  noWeight,
  tokensOf,
  type Weight,
  weightOf,
  weightOfText,
} from '../../../../src/engine/systems/agentscope2/messages/estimate.ts';
import {
  type Drawn,
  newTextBlock,
  readToolResult,
} from '../../../../src/engine/systems/agentscope2/messages/readMsg.ts';

/** A result in two: what stays in the context, and what goes out of it. */
export interface SplitResult {
  readonly reserved: string | readonly ContentBlock[];
  /** `null` where nothing goes. */
  readonly offloaded: readonly ContentBlock[] | null;
}

/**
 * `_split_tool_result_for_compression`: a result whose estimate is above `limit`. A text is cut in proportion to its
 * tokens. A result that is one string cannot be cut: Pydantic's `ValidationError` is raised. Linear.
 */
export function splitToolResult(result: ToolResultBlock, limit: number, drawn: Drawn): SplitResult {
  const { output } = result;
  const content = typeof output === 'string' ? undefined : output;
  const weights = content ? content.map(weightOf) : [weightOfText(output as string)];
  if (tokensOf(weights.reduce(addWeights, noWeight)) <= limit) return { reserved: output, offloaded: null };
  if (!content) throw brokenOutput(result, drawn);
  const sums: Weight[] = [noWeight];
  for (const weight of weights) sums.push(addWeights(sums.at(-1)!, weight));
  let boundary = content.length - 1;
  while (boundary > 0 && tokensOf(sums[boundary]!) >= limit) boundary--;
  const [reserved, offloaded] = [content.slice(0, boundary), content.slice(boundary + 1)];
  const block = content[boundary]!;
  if (block.type === 'data') return { reserved, offloaded: [block, ...offloaded] };
  const [before, withIt] = [tokensOf(sums[boundary]!), tokensOf(sums[boundary + 1]!)];
  const head = firstCodePoints(block.text, keptLength(codePointLength(block.text), limit - before, withIt - before));
  const tail = block.text.slice(head.length);
  const last = reserved.at(-1);
  if (head !== '')
    if (last?.type === 'text') reserved[reserved.length - 1] = withText(last, last.text + head);
    else reserved.push(newTextBlock(head, drawn, block.id));
  const [next] = offloaded;
  if (tail !== '')
    if (next?.type === 'text') offloaded[0] = withText(next, tail + next.text);
    else offloaded.unshift(newTextBlock(tail, drawn, block.id));
  return offloaded.length === 0 ? { reserved: content, offloaded: null } : { reserved, offloaded };
}

/** How many code points stay: as many as the share of the tokens that are left. */
function keptLength(length: number, left: number, tokens: number): number {
  if (tokens <= 0) return left > 0 ? length : 0;
  return Math.max(0, Math.min(length, Math.trunc((left / tokens) * length)));
}

function withText(block: TextBlock, text: string): TextBlock {
  return { ...block, text, written: new Map([...block.written, ['text', text]]) };
}

/** What Python raises where a string is cut as if it were a list: its letters are not blocks. */
function brokenOutput({ written, output }: ToolResultBlock, drawn: Drawn): Error {
  const letters: PyValue = [...(output as string)];
  const keys = ['id', 'name', 'output', 'state'].map(
    key => [key, key === 'output' ? letters : (written.get(key) ?? null)] as const,
  );
  try {
    readToolResult(new Map<string, PyValue>(keys), drawn);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  return new TypeError(isPyDict(written) ? 'unreadable' : '');
}
