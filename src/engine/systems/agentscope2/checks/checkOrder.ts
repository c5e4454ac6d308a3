import type { Problem } from '../../../core/problem.ts';
import type { Turn } from '../../../messages/checkTurns.ts';
import { checkTurns, sayTo } from '../../../messages/checkTurns.ts';
import { isAllowed } from '../formatters/formatContext.ts';
import type { FormatterType2 } from '../formatters/registry.ts';
import { isDropped } from './checkBlocks.ts';
import type { LoadedConversation, LoadedMessage, PlacedBlock } from './loadedConversation.ts';

/** Turns of the payload in an order that the provider refuses, among them media that are presented between two results. Linear. */
export function checkOrder(loaded: LoadedConversation, isKept: (index: number) => boolean): Problem[] {
  const { type } = loaded;
  if (!type) return [];
  const problems: Problem[] = [];
  checkTurns(turnsOf2(loaded, type, isKept), type.provider, type.rules, sayTo(problems, type.rules));
  return problems;
}

/** The turns that a formatter of AgentScope 2 makes of the messages that are kept. */
function turnsOf2(loaded: LoadedConversation, type: FormatterType2, isKept: (index: number) => boolean): Turn[] {
  const blocksOf = new Map<LoadedMessage, PlacedBlock[]>(loaded.messages.map(message => [message, []]));
  for (const placed of loaded.blocks) if (!placed.inside) blocksOf.get(placed.message)?.push(placed);
  const turns: Turn[] = [];
  let inTalk = false;
  for (const message of loaded.messages.filter(({ index }) => isKept(index))) {
    const { role } = message.message;
    if (message.isTalk && !(role === 'system' && message.index === 0)) {
      if (!inTalk) turns.push({ role: 'user', calls: [], span: message.span });
      inTalk = true;
      continue;
    }
    inTalk = false;
    turns.push(...chatTurns(message, blocksOf.get(message) ?? [], loaded, type));
  }
  return turns;
}

/** What is said and called before a result or a hint is a turn of its own, and so is each of those. */
function chatTurns(
  { message: { role } }: LoadedMessage,
  blocks: readonly PlacedBlock[],
  { inputTypes }: LoadedConversation,
  type: FormatterType2,
): Turn[] {
  const turns: Turn[] = [];
  let pending: PlacedBlock[] = [];
  const flush = () => {
    const [first] = pending;
    const calls = pending.flatMap(({ block }) => (block.type === 'tool_call' ? [block.id] : []));
    if (first) turns.push({ role, calls, span: first.span });
    pending = [];
  };
  for (const placed of blocks) {
    const { block, span } = placed;
    if (block.type === 'hint' || block.type === 'tool_result') flush();
    if (block.type === 'hint') turns.push({ role: 'user', calls: [], span });
    else if (block.type === 'tool_result') {
      turns.push({ role: 'tool', calls: [], result: block.id, span });
      const { output } = block;
      const isPresented =
        type.style.presents &&
        typeof output !== 'string' &&
        output.some(each => each.type === 'data' && isAllowed(each.source, { inputTypes }));
      if (isPresented) turns.push({ role: 'user', calls: [], presented: true, span });
    } else if (isSent(placed, type, inputTypes)) pending.push(placed);
  }
  flush();
  return turns;
}

/** Whether a block is something of the payload, by itself. */
function isSent(placed: PlacedBlock, type: FormatterType2, inputTypes: readonly string[]): boolean {
  const { block } = placed;
  if (block.type === 'thinking') return !isDropped(placed, type, inputTypes);
  if (block.type === 'data') return isAllowed(block.source, { inputTypes });
  return block.type !== 'text' || block.text !== '';
}
