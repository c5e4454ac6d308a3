import { EngineError } from '../../../core/errors.ts';
import type { PyValue } from '../../../core/pyValue.ts';
import type { Span } from '../../../core/span.ts';
import type { Conversation } from '../../../messages/conversation.ts';
import type { FormattingNames } from '../../../messages/conversationFormatting.ts';
import { type FormatterType2, formatterTypes2, takenMedia, usualInputTypes } from '../formatters/registry.ts';
import type { Block, ContentBlock, Message } from '../messages/block.ts';
import { loadMessage, stableDrawn } from '../messages/readMsg.ts';
import { isAgentScope2Tag } from '../versions.ts';

/** A block with its place; `inside`: the block of the message that it stands in, where that is a hint or a result. */
export interface PlacedBlock {
  readonly block: Block;
  readonly inside?: Block;
  readonly message: LoadedMessage;
  readonly span: Span;
}

export interface LoadedMessage {
  readonly message: Message;
  readonly index: number;
  readonly span: Span;
  /** Whether a MultiAgent formatter puts it into a history, where only texts and media are left of it. */
  readonly isTalk: boolean;
}

/** A conversation for AgentScope 2, as far as it loads. */
export interface LoadedConversation {
  readonly conversation: Conversation;
  readonly type: FormatterType2 | undefined;
  readonly inputTypes: readonly string[];
  /** The media that have a form, as `FormatterType2.takes`. */
  readonly takes: readonly string[];
  readonly messages: readonly LoadedMessage[];
  /** Every block of every message, those inside of hints and results behind the one that they stand in. */
  readonly blocks: readonly PlacedBlock[];
  /** Whether all messages load. */
  readonly isWhole: boolean;
}

/** Loads what can be loaded; never throws. Linear. */
export function loadConversation(
  conversation: Conversation,
  { formatter, agentscopeVersion }: FormattingNames,
): LoadedConversation {
  const drawn = stableDrawn();
  const isTag = isAgentScope2Tag(agentscopeVersion);
  const type = formatterTypes2.find(({ name }) => name === formatter);
  const usual = type && usualInputTypes(type, isTag);
  const messages: LoadedMessage[] = [];
  const blocks: PlacedBlock[] = [];
  for (const [index, written] of conversation.messages.entries())
    try {
      const message = loadMessage(written, drawn);
      const isTools = message.blocks.some(({ type }) => type === 'tool_call' || type === 'tool_result');
      const isTalk = type?.multiAgent === true && !isTools;
      const loaded = { message, index, span: written.span, isTalk };
      messages.push(loaded);
      for (const [i, block] of message.blocks.entries()) {
        const span = written.blockSpans?.[i] ?? written.span;
        blocks.push({ block, message: loaded, span });
        for (const inner of contentOf(block)) blocks.push({ block: inner, inside: block, message: loaded, span });
      }
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
    }
  return {
    conversation,
    type,
    inputTypes: textsOf(conversation.inputTypes) ?? usual ?? [],
    takes: type ? takenMedia(type, isTag) : [],
    messages,
    blocks,
    isWhole: messages.length === conversation.messages.length,
  };
}

function contentOf(block: Block): readonly ContentBlock[] {
  const content = block.type === 'hint' ? block.hint : block.type === 'tool_result' ? block.output : [];
  return typeof content === 'string' ? [] : content;
}

function textsOf(value: PyValue | undefined): readonly string[] | undefined {
  return Array.isArray(value) && value.every(each => typeof each === 'string') ? value : undefined;
}
