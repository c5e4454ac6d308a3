import type { PyDict } from '../../core/pyValue.ts';
import type { Msg } from '../messages/msg.ts';
import type { Media } from './media.ts';

/** What happens to a kind of block: it becomes part of the payload, or is dropped with a warning, or without a word. */
export type Support = 'converted' | 'warning' | 'silent';

/** What a formatter is given beside the messages. */
export interface FormatContext {
  readonly media: Media;
  /** A line that the system logs at level WARNING. */
  warn(message: string): void;
}

/**
 * How one provider's messages look: what its Chat class does to a message, and what its MultiAgent class does to a
 * system message and to a run of messages without tool blocks. Each raises `EngineError` where the class raises.
 */
export interface ProviderStyle {
  /** The Chat class's payload of one message; `index` is its place in the list that the class was given. */
  chat(msg: Msg, index: number, context: FormatContext): Promise<readonly PyDict[]>;
  /** The MultiAgent class's `_format_system_message`. */
  system(msg: Msg): PyDict;
  /** The tag that opens a history, with the line feed if the provider has one. */
  readonly open: string;
  /** The MultiAgent class's `_format_agent_message`: at most one payload message. */
  conversation(run: readonly Msg[], prompt: string, context: FormatContext): Promise<readonly PyDict[]>;
}

/** A formatter class: one line in the registry. */
export interface FormatterType {
  /** The class's own name. */
  readonly name: string;
  readonly provider: string;
  readonly multiAgent: boolean;
  readonly style: ProviderStyle;
  /** For the table in the README and the warnings in the editor. */
  readonly support: Readonly<Record<'tools' | 'image' | 'audio' | 'video' | 'thinking', Support>>;
}

/** The prompt that every MultiAgent class puts in front of the first history. */
export const defaultHistoryPrompt =
  '# Conversation History\nThe content between <history></history> tags contains your conversation history\n';
