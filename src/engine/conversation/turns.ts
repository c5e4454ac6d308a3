import { isPyDict, isPyList, type PyDict, type PyValue } from '../core/pyValue.ts';
import type { Placed, Turn } from '../messages/checkTurns.ts';
import type { ConversationMessage } from '../messages/conversation.ts';

/** A block of a message; a content that is a text is one text block. */
export interface PlacedBlock extends Placed {
  readonly type: string;
  readonly id: PyValue;
  /** The `input` of a call, where it has one. */
  readonly input?: PyValue;
}

/** The blocks of a message; none for content of another kind, which reading the file has reported. */
export function blocksOf({ content, span, blockSpans }: ConversationMessage): readonly PlacedBlock[] {
  if (typeof content === 'string') return [{ type: 'text', id: null, span }];
  if (!isPyList(content)) return [];
  return content.flatMap((block, i) => {
    const type = isPyDict(block) ? block.get('type') : undefined;
    if (!isPyDict(block) || typeof type !== 'string') return [];
    const input = type === 'tool_use' ? block.get('input') : undefined;
    return [
      { type, id: block.get('id') ?? null, span: blockSpans?.[i] ?? span, ...(input !== undefined && { input }) },
    ];
  });
}

/**
 * The turns that a formatter makes of messages: a Chat class a message each, its tool results before it and behind it what
 * is promoted out of them; a MultiAgent class one of the user for every run of messages without tool blocks.
 */
export function turnsOf(
  messages: readonly ConversationMessage[],
  multiAgent: boolean,
  promoted: ReadonlySet<string> = new Set(),
): readonly Turn[] {
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
      turns.push(...chatTurns(message, blocks), ...promotedTurns(message, blocks, promoted));
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

/** A turn of the user's for each result with media of a promoted kind. */
function promotedTurns(
  { content }: ConversationMessage,
  blocks: readonly PlacedBlock[],
  promoted: ReadonlySet<string>,
): Turn[] {
  if (promoted.size === 0 || !isPyList(content)) return [];
  const results = content.filter(block => isPyDict(block) && block.get('type') === 'tool_result') as readonly PyDict[];
  const places = blocks.filter(({ type }) => type === 'tool_result');
  return results.flatMap((result, i): Turn[] =>
    hasMedia(result.get('output'), promoted)
      ? [{ role: 'user', calls: [], presented: true, span: places[i]!.span }]
      : [],
  );
}

function hasMedia(output: PyValue | undefined, kinds: ReadonlySet<string>): boolean {
  if (output === undefined || !isPyList(output)) return false;
  return output.some(item => {
    const type = isPyDict(item) ? item.get('type') : undefined;
    return typeof type === 'string' && kinds.has(type);
  });
}
