import { EngineError } from '../../../core/errors.ts';
import { type PyDict, type PyValue, pyFloat } from '../../../core/pyValue.ts';
import { pyStr, strFormat } from '../../../python/index.ts';
import { type Block, type Message, withBlocks } from '../messages/block.ts';
import {
  addWeights,
  estimateTokens,
  noWeight,
  tokensOf,
  type Weight,
  weightOf,
  weightOfTools,
} from '../messages/estimate.ts';
import { type Drawn, newMsg } from '../messages/readMsg.ts';
import { modelToolSchema } from '../modelOutput.ts';
import { type ContextConfig, checkRatios } from './contextConfig.ts';
import { limitImages } from './limitImages.ts';

/** What an agent's context is, and how much of it a model takes. */
export interface AgentContext {
  readonly messages: readonly Message[];
  readonly systemPrompt: string;
  /** A text or blocks; absent or empty: there is none yet. */
  readonly summary?: PyValue;
  readonly tools: PyValue;
  readonly contextSize: number;
  readonly config: ContextConfig;
}

/** An agent's context before its next call of the model, as far as it is certain without calling a model. */
export interface CompressionPlan {
  /** The messages, with images that are beyond the limit replaced by texts. */
  readonly messages: readonly Message[];
  /** The places of the messages that lost images. */
  readonly replaced: readonly number[];
  readonly estimatedTokens: number;
  readonly threshold: number;
  /** Absent where the estimate is below the threshold: nothing is compressed. */
  readonly split?: ContextSplit;
}

/** A context that is cut. */
export interface ContextSplit {
  readonly reserveTokens: number;
  /** Whether nothing would have been compressed, so that the reserve counted as 0. */
  readonly fallbackToZero: boolean;
  readonly cut: Cut;
  readonly compressed: readonly Message[];
  readonly kept: readonly Message[];
  /** What the model is sent for a summary. */
  readonly request: SummaryRequest;
}

/** The messages that a model is sent for a summary, and their estimate with the one tool that it gets. */
export interface SummaryRequest {
  readonly messages: readonly Message[];
  readonly estimatedTokens: number;
}

/** The place of the cut, and all that comes of it without a model. Raises what the agent raises. Linear. */
export function planCompression(context: AgentContext, drawn: Drawn): CompressionPlan {
  const { config, contextSize, tools } = context;
  checkRatios(config);
  const { messages, replaced } = limitImages(context.messages, config.maxImageNum, drawn);
  const before = leadingMessages(context, drawn);
  const always = addWeights(weightOfMessages(before), weightOfTools(tools));
  const estimatedTokens = tokensOf(addWeights(always, weightOfMessages(messages)));
  const threshold = config.triggerRatio * contextSize;
  const plan = { messages, replaced, estimatedTokens, threshold };
  if (estimatedTokens < threshold) return plan;
  if (messages.length === 0) throw tooLarge(before.length > 1, threshold);
  return { ...plan, split: splitContext(context, messages, before, always, drawn) };
}

function splitContext(
  { config, contextSize }: AgentContext,
  messages: readonly Message[],
  before: readonly Message[],
  always: Weight,
  drawn: Drawn,
): ContextSplit {
  const reserveTokens = config.reserveRatio * contextSize;
  const found = findCut(messages, always, reserveTokens);
  const parts = found && partsAt(messages, found);
  const fallbackToZero = !parts || parts.compressed.length === 0;
  const cut = fallbackToZero ? findCut(messages, always, 0)! : found!;
  const { compressed, kept } = fallbackToZero ? partsAt(messages, cut) : parts;
  const request = summaryRequest([...before, ...compressed], config, drawn);
  return { reserveTokens, fallbackToZero, cut, compressed, kept, request };
}

/** System prompt and summary, as they stand before the context. */
function leadingMessages({ systemPrompt, summary }: AgentContext, drawn: Drawn): Message[] {
  const message = (factory: string, name: string, content: PyValue) =>
    newMsg(
      factory,
      new Map([
        ['name', name],
        ['content', content],
      ]),
      drawn,
    );
  const system = message('SystemMsg', 'system', systemPrompt);
  return hasSummary(summary) ? [system, message('UserMsg', 'user', summary)] : [system];
}

/** Whether there is a summary already. */
export function hasSummary(summary: PyValue | undefined): summary is PyValue {
  return (
    summary !== undefined && summary !== null && summary !== '' && !(Array.isArray(summary) && summary.length === 0)
  );
}

function partsAt(messages: readonly Message[], { message, block }: Cut): { compressed: Message[]; kept: Message[] } {
  const boundary = messages[message]!;
  const [before, behind] = [boundary.blocks.slice(0, block), boundary.blocks.slice(block)];
  return {
    compressed: [...messages.slice(0, message), ...(before.length > 0 ? [withBlocks(boundary, before)] : [])],
    kept: [...(behind.length > 0 ? [withBlocks(boundary, behind)] : []), ...messages.slice(message + 1)],
  };
}

function summaryRequest(earlier: readonly Message[], config: ContextConfig, drawn: Drawn): SummaryRequest {
  const args = new Map<string, PyValue>([
    ['name', 'user'],
    ['content', config.compressionPrompt],
  ]);
  const messages = [...earlier, newMsg('UserMsg', args, drawn)];
  return { messages, estimatedTokens: estimateTokens(messages, [modelToolSchema(config.summarySchema)]) };
}

function tooLarge(hasOld: boolean, threshold: number): EngineError {
  const what = hasOld ? 'The system prompt and the compression summary' : 'The system prompt';
  return new EngineError(
    'RuntimeError',
    `${what} exceed(s) the compression threshold (${pyStr(pyFloat(threshold))} tokens), cannot be compressed.`,
  );
}

/** What becomes of a context once a model has answered, or failed to. */
export interface CompressionOutcome {
  /** The last request that the model was sent. */
  readonly request: SummaryRequest;
  readonly summary: PyValue;
}

/** What is put in front of the context where there is no summary and none could be made. */
const truncatedReminder = '<system-info>Some earlier messages were truncated for limited context.</system-info>';

/**
 * The new summary of what a model is said to have answered; `null`: it failed, and so did the second request, without the
 * oldest messages, which follows a first one that was too large. Raises what Python's `str.format` raises.
 */
export function finishCompression(
  context: AgentContext,
  { request, compressed }: ContextSplit,
  answer: PyDict | null,
  drawn: Drawn,
): CompressionOutcome {
  const { config, contextSize, summary } = context;
  if (answer) return { request, summary: strFormat(config.summaryTemplate, answer) };
  const kept = hasSummary(summary) ? summary : truncatedReminder;
  if (request.estimatedTokens <= contextSize) return { request, summary: kept };
  const before = leadingMessages(context, drawn);
  const all = addWeights(weightOfMessages(request.messages), weightOfTools([modelToolSchema(config.summarySchema)]));
  let left = all;
  let without = 0;
  while (without < compressed.length) {
    const { bytes, media } = weightOfMessages([compressed[without++]!]);
    left = { bytes: left.bytes - bytes, media: left.media - media };
    if (tokensOf(left) < contextSize * config.triggerRatio) break;
  }
  return { request: summaryRequest([...before, ...compressed.slice(without)], config, drawn), summary: kept };
}

/** Where a context is cut: the blocks of message `message` before `block`, and all messages before it, are compressed. */
interface Cut {
  readonly message: number;
  readonly block: number;
}

/**
 * `_split_context_for_compression`: where the context is cut so that about `reserve` tokens are kept beside what is always
 * there (system prompt, summary, tools); `undefined` where nothing has to go. Only inside of the message that is cut are
 * results kept together with their calls. Linear.
 */
function findCut(messages: readonly Message[], always: Weight, reserve: number): Cut | undefined {
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

function weightOfMessages(messages: readonly Message[]): Weight {
  return messages.flatMap(({ blocks }) => blocks.map(weightOf)).reduce(addWeights, noWeight);
}
