import { isPyDict, isPyList, type PyValue } from '../../core/pyValue.ts';
import type { Conversation, ConversationMessage } from '../../messages/conversation.ts';
import type { InstructedConversation, InstructionPlace } from '../../messages/placedInstruction.ts';
import type { ConversationParser } from './conversationParser.ts';

const notes: Readonly<Record<InstructionPlace, string>> = {
  after: 'A `system` message after the memory, where AgentScope’s dialog agents put it.',
  before: 'There is no system message that could hold the instruction: this one is ours.',
  appended: 'The system message does not hold the instruction: appended to it after a blank line, which is ours.',
  present: 'The system message holds the instruction already; nothing is added.',
};
const heldApart = 'The messages hold the instruction already, each its part; nothing is added.';
const heldInPart =
  'The messages hold a part of the instruction; what they lack is in the system message after a blank line, which is ours.';

/**
 * Puts the instruction of a conversation's parser where the framework has it: for AgentScope's dialog agents in a
 * `system` message by `system` after the memory; else in the system message, to which it is appended after a blank line
 * unless it stands there verbatim. Of an instruction that the framework spreads over messages, as mini-swe-agent does,
 * each part is looked for in the messages of its role and in the system message, and only what is missing is appended. Throws `EngineError` where
 * the system raises for the instruction.
 */
export function placeInstruction(
  conversation: Conversation,
  own: ConversationParser | undefined,
): InstructedConversation {
  if (!own) return { conversation };
  const { definition } = own;
  if (definition.parserType.framework?.sendsNoInstruction) return { conversation };
  const text = own.instruction();
  const placed = (
    place: InstructionPlace,
    messages: readonly ConversationMessage[],
    index?: number,
    note = notes[place],
  ) => ({
    conversation: { ...conversation, messages },
    instruction: Object.freeze({
      parser: definition.name,
      text,
      place,
      isOurs: place === 'before' || place === 'appended',
      note,
    }),
    ...(index !== undefined && { index }),
  });
  const { messages } = conversation;
  const span = conversation.optionSpans?.parser ?? { start: 0, end: 0 };
  const message = (content: string): ConversationMessage => ({ name: 'system', role: 'system', content, span });
  if (definition.parserType.framework?.dialogAgent)
    return placed('after', [...messages, message(text)], messages.length);
  const [first, ...rest] = messages;
  const system = first?.role === 'system' ? first : undefined;
  if (system ? holds(system.content, text) : text === '') return placed('present', messages);
  const parts = own.messages();
  const isHeld = ({ role, text }: (typeof parts)[number]) =>
    messages.some(each => (each.role === role || each === system) && holds(each.content, text));
  const missing = parts.filter(part => !isHeld(part));
  if (missing.length === 0) return placed('present', messages, undefined, heldApart);
  const isPart = missing.length < parts.length;
  const added = isPart ? missing.map(part => part.text).join('\n\n') : text;
  const note = isPart ? heldInPart : undefined;
  if (!system) return placed('before', [message(added), ...messages], 0, note);
  return placed('appended', [{ ...system, content: withText(system.content, added) }, ...rest], undefined, note);
}

/** Whether a content says a text verbatim, in one of its blocks if it has blocks. */
function holds(content: PyValue, text: string): boolean {
  if (typeof content === 'string') return content.includes(text);
  return text === '' || (isPyList(content) && content.some(block => textIn(block)?.includes(text)));
}

/** A content with a text after a blank line: at the end of its last text, or in a block of its own where it has none. */
function withText(content: PyValue, text: string): PyValue {
  const joined = (before: string) => (before === '' ? text : `${before}\n\n${text}`);
  if (typeof content === 'string') return joined(content);
  if (!isPyList(content)) return content;
  const at = content.findLastIndex(block => textIn(block) !== undefined);
  if (at < 0)
    return [
      ...content,
      new Map<string, PyValue>([
        ['type', 'text'],
        ['text', text],
      ]),
    ];
  return content.map((block, i) =>
    i === at && isPyDict(block) ? new Map([...block, ['text', joined(textIn(block) ?? '')]]) : block,
  );
}

function textIn(block: PyValue): string | undefined {
  if (!isPyDict(block) || block.get('type') !== 'text') return undefined;
  const text = block.get('text');
  return typeof text === 'string' ? text : undefined;
}
