import type { PyValue } from '../../../core/pyValue.ts';
import { jsonDumps, pyTruth } from '../../../python/index.ts';
import { utf8Length } from '../../../validation/index.ts';
import type { Block, ContentBlock, Message } from './block.ts';

/** What a medium of any kind and size counts. */
const tokensPerMedium = 2000;

/** What an estimate adds up: bytes of texts and numbers of media. */
export interface Weight {
  readonly bytes: number;
  readonly media: number;
}

/** Nothing. */
export const noWeight: Weight = { bytes: 0, media: 0 };

/** The sum of two weights. */
export function addWeights(a: Weight, b: Weight): Weight {
  return { bytes: a.bytes + b.bytes, media: a.media + b.media };
}

/** The tokens of a weight: `int(bytes / 4 + 0.5)`, and 2000 for every medium. */
export function tokensOf({ bytes, media }: Weight): number {
  return Math.floor(bytes / 4 + 0.5) + media * tokensPerMedium;
}

/** The weight of a block: names, ids and signatures are free. */
export function weightOf(block: Block): Weight {
  switch (block.type) {
    case 'text':
      return weightOfText(block.text);
    case 'thinking':
      return weightOfText(block.thinking);
    case 'hint':
      return weightOfContent(block.hint);
    case 'tool_call':
      return weightOfText(block.input);
    case 'tool_result':
      return weightOfContent(block.output);
    default:
      return { bytes: 0, media: 1 };
  }
}

/** The weight of a text. Half a surrogate pair, which Python cannot encode, counts three bytes. */
export function weightOfText(text: string): Weight {
  return { bytes: utf8Length(text), media: 0 };
}

export function weightOfBlocks(blocks: readonly Block[]): Weight {
  return blocks.map(weightOf).reduce(addWeights, noWeight);
}

function weightOfContent(content: string | readonly ContentBlock[]): Weight {
  return typeof content === 'string' ? weightOfText(content) : weightOfBlocks(content);
}

/** The weight of the tools' schemas: Python's `json.dumps` of a list that is not empty. */
export function weightOfTools(tools: PyValue): Weight {
  return pyTruth(tools) ? weightOfText(jsonDumps(tools, { ensureAscii: false })) : noWeight;
}

/** `count_tokens(messages, tools)`: AgentScope 2's estimate, which all its chat models use. */
export function estimateTokens(messages: readonly Message[], tools: PyValue = null): number {
  return tokensOf(messages.map(({ blocks }) => weightOfBlocks(blocks)).reduce(addWeights, weightOfTools(tools)));
}
