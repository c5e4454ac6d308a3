// messages/: what a conversation is: messages, their blocks, and how it is made to fit.

import type { PyDict, PyList, PyValue } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import type { Msg } from './msg.ts';

/** A message with its place in the file. */
export interface ConversationMessage extends Msg {
  readonly span: Span;
  /** The place of each block, where the content is a list. */
  readonly blockSpans?: readonly Span[];
  /** What SWE-agent's history processors read of it: `message_type`, `tags`, `is_demo`, where they are given. */
  readonly history?: PyDict;
  /** The whole message as the file has it, in a conversation for AgentScope 2. */
  readonly written?: PyDict;
}

/** A conversation as its file has it. What is absent in the file is absent here; defaults are the formatter's. */
export interface Conversation {
  readonly messages: readonly ConversationMessage[];
  /** The file, a path or a URI, as `readConversation` was given it. */
  readonly file?: string;
  /** The places of the values of the file's own options, by their keys. */
  readonly optionSpans?: Readonly<Record<string, Span>>;
  /** The release of AgentScope that it is for; absent: the newest. */
  readonly agentscopeVersion?: string;
  readonly formatter?: string;
  /** The options that promote media out of tool results, by their names, in the file's order. */
  readonly promotions?: PyDict;
  /** The path of the module of a `custom` formatter or truncation, relative to the file. */
  readonly module?: string;
  readonly conversationHistoryPrompt?: PyValue;
  /** `{ type, … }`, as `createTokenCounter` takes it. */
  readonly tokenCounter?: PyDict;
  readonly maxTokens?: PyValue;
  readonly truncation?: string;
  /** The definition that answers are read by, `FILE#NAME` relative to the conversation's file. */
  readonly parser?: string;
  /** SWE-agent's `agent.history_processors`, for the truncation `sweagent`. */
  readonly historyProcessors?: PyValue;
  readonly tools?: PyList;
  /** AgentScope 2: the media that the model takes. */
  readonly inputTypes?: PyValue;
  /** AgentScope 2: the agent's context, `context_size` and `system_prompt` among the keys of its `ContextConfig`. */
  readonly context?: PyDict;
}
