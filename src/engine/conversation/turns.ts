import { isPyDict, isPyList, type PyValue } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import type { ConversationMessage } from './conversation.ts';

/** Something with a place in the file. */
export interface Placed {
  readonly span: Span;
}

/** A block of a message; a content that is a text is one text block. */
export interface PlacedBlock extends Placed {
  readonly type: string;
  readonly id: PyValue;
}

/** A message of the payload, as far as the order of roles goes. Gemini's and Anthropic's results, which the user gives, count as `tool`. */
export interface Turn extends Placed {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** The ids of the tools that an assistant calls. */
  readonly calls: readonly PyValue[];
  /** The id of the call that a tool answers. */
  readonly result?: PyValue;
}

/** The blocks of a message; none for content of another kind, which reading the file has reported. */
export function blocksOf({ content, span, blockSpans }: ConversationMessage): readonly PlacedBlock[] {
  if (typeof content === 'string') return [{ type: 'text', id: null, span }];
  if (!isPyList(content)) return [];
  return content.flatMap((block, i) => {
    const type = isPyDict(block) ? block.get('type') : undefined;
    if (!isPyDict(block) || typeof type !== 'string') return [];
    return [{ type, id: block.get('id') ?? null, span: blockSpans?.[i] ?? span }];
  });
}

/**
 * The turns that a formatter makes of messages: a Chat class a message each, its tool results before it; a MultiAgent
 * class one of the user for every run of messages without tool blocks.
 */
export function turnsOf(messages: readonly ConversationMessage[], multiAgent: boolean): readonly Turn[] {
  const turns: Turn[] = [];
  let inHistory = false;
  messages.forEach((message, i) => {
    const blocks = blocksOf(message);
    const isTool = blocks.some(({ type }) => type === 'tool_use' || type === 'tool_result');
    if (multiAgent && i === 0 && message.role === 'system')
      turns.push({ role: 'system', calls: [], span: message.span });
    else if (multiAgent && !isTool) {
      if (!inHistory) turns.push({ role: 'user', calls: [], span: message.span });
      inHistory = true;
    } else {
      turns.push(...chatTurns(message, blocks));
      inHistory = false;
    }
  });
  return turns;
}

function chatTurns({ role, span }: ConversationMessage, blocks: readonly PlacedBlock[]): Turn[] {
  const turns: Turn[] = [];
  const calls: PyValue[] = [];
  let hasContent = false;
  for (const block of blocks) {
    if (block.type === 'tool_result') turns.push({ role: 'tool', calls: [], result: block.id, span: block.span });
    else if (block.type === 'tool_use') calls.push(block.id);
    else hasContent = true;
  }
  if (hasContent || calls.length > 0)
    turns.push({ role: role === 'system' || role === 'assistant' ? role : 'user', calls, span });
  return turns;
}
