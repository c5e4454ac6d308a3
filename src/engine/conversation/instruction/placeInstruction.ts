import type { Host } from '../../core/host.ts';
import { isPyDict, isPyList, type PyValue } from '../../core/pyValue.ts';
import type { Conversation, ConversationMessage } from '../../messages/conversation.ts';
import type { Msg } from '../../messages/msg.ts';
import type { InstructedConversation, InstructionPlace } from '../../messages/placedInstruction.ts';
import type { InstructionMessageText } from '../../parsers/parser.ts';
import { type ConversationParser, type ParserSources, parserOf } from './conversationParser.ts';

const notes: Readonly<Record<InstructionPlace, string>> = {
  after: 'A `system` message after the memory, where AgentScope’s dialog agents put it.',
  before: 'There is no system message that could hold the instruction: this one is ours.',
  appended: 'The system message does not hold the instruction: appended to it after a blank line, which is ours.',
  present: 'The system message holds the instruction already; nothing is added.',
};
const examplesNote = 'Its examples, which the file has not, follow the system message, each a question and an answer.';
const heldApart = 'The messages hold the instruction already, each its part; nothing is added.';
const heldInPart =
  'The messages hold a part of the instruction; what they lack is in the system message after a blank line, which is ours.';

/**
 * Puts the instruction of a conversation's parser where the framework has it: for AgentScope's dialog agents in a
 * `system` message by `system` after the memory; else in the system message, to which it is appended after a blank line
 * unless it stands there verbatim. Of an instruction that the framework spreads over messages, as mini-swe-agent does,
 * each part is looked for in the messages of its role and in the system message, and only what is missing is appended;
 * examples become messages of their own behind it. Throws `EngineError` where the system raises for the instruction.
 */
export function placeInstruction(
  conversation: Conversation,
  own: ConversationParser | undefined,
): InstructedConversation {
  if (!own) return { conversation };
  const { definition } = own;
  if (definition.parserType.framework?.sendsNoInstruction) return { conversation };
  const text = own.instruction();
  const parts = own.messages();
  const { messages, examples } = withExamples(
    conversation,
    parts.filter(({ isExample }) => isExample),
  );
  const placed = (
    place: InstructionPlace,
    placedMessages: readonly ConversationMessage[],
    index?: number,
    note = notes[place],
  ) => {
    const shift = place === 'before' ? 1 : 0;
    return {
      conversation: { ...conversation, messages: placedMessages },
      instruction: Object.freeze({
        parser: definition.name,
        text,
        place,
        isOurs: place === 'before' || place === 'appended',
        note: examples ? `${note} ${examplesNote}` : note,
      }),
      ...(index !== undefined && { index }),
      ...(examples && { examples: { from: examples.from + shift, to: examples.to + shift } }),
    };
  };
  if (definition.parserType.framework?.dialogAgent)
    return placed('after', [...messages, systemMessage(conversation, text)], messages.length);
  const [first, ...rest] = messages;
  const system = first?.role === 'system' ? first : undefined;
  if (system ? holds(system.content, text) : text === '') return placed('present', messages);
  const others = parts.filter(({ isExample }) => !isExample);
  const missing = others.filter(part => !messages.some(each => isHeldBy(each, part, each === system)));
  if (missing.length === 0) return placed('present', messages, undefined, heldApart);
  const isPart = missing.length < others.length;
  const added = isPart ? missing.map(part => part.text).join('\n\n') : text;
  const note = isPart ? heldInPart : undefined;
  if (!system) return placed('before', [systemMessage(conversation, added), ...messages], 0, note);
  return placed('appended', [{ ...system, content: withText(system.content, added) }, ...rest], undefined, note);
}

/**
 * A conversation's messages with those examples behind the system message that it does not hold. Of each, question and
 * answer belong together, in the file or put in.
 */
function withExamples(
  conversation: Conversation,
  parts: readonly InstructionMessageText[],
): Pick<InstructedConversation, 'examples'> & { readonly messages: readonly ConversationMessage[] } {
  const { messages } = conversation;
  if (parts.length === 0) return { messages };
  const isQuestion = new Set<string>();
  const missing: ConversationMessage[] = [];
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const [question, answer] = [parts[i]!, parts[i + 1]!];
    if (messages.some((each, at) => isHeldBy(each, question) && messages[at + 1]?.role === answer.role))
      isQuestion.add(question.text);
    else
      missing.push({ ...exampleMessage(conversation, question), withNext: true }, exampleMessage(conversation, answer));
  }
  const own = messages.map((each, at): ConversationMessage => {
    const isPair = messages[at + 1]?.role === 'assistant' && each.role === 'user';
    return isPair && typeof each.content === 'string' && isQuestion.has(each.content)
      ? { ...each, withNext: true }
      : each;
  });
  if (missing.length === 0) return { messages: own };
  const from = own[0]?.role === 'system' ? 1 : 0;
  return { messages: own.toSpliced(from, 0, ...missing), examples: { from, to: from + missing.length } };
}

function exampleMessage({ optionSpans }: Conversation, { role, text }: InstructionMessageText): ConversationMessage {
  return { name: role, role, content: text, span: optionSpans?.parser ?? { start: 0, end: 0 } };
}

function systemMessage(conversation: Conversation, text: string): ConversationMessage {
  return exampleMessage(conversation, { role: 'system', text });
}

/** Whether a message says a part of an instruction; a system message may say any. */
function isHeldBy({ role, content }: Msg, part: InstructionMessageText, isSystem = false): boolean {
  return (role === part.role || isSystem) && holds(content, part.mark ?? part.text);
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

/**
 * A conversation as its agent would send it: with the instruction of the parser that it names, see
 * `placeInstruction`. Throws `EngineError` where the parser cannot be had, see `parserOf`.
 */
export async function instructConversation(
  conversation: Conversation,
  sources: ParserSources = {},
  host: Host = {},
): Promise<InstructedConversation> {
  return placeInstruction(conversation, await parserOf(conversation, sources, host));
}
