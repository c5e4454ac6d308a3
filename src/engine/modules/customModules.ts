import type { ModelMessage } from '../core/result.ts';

/** A definition of type `custom` as its module sees it: all its keys, those of the author's own among them. */
export interface CustomDefinition {
  readonly type: 'custom';
  readonly module: string;
  readonly [key: string]: unknown;
}

/** What `parse` is given beside the text and the definition. */
export interface CustomParserContext {
  /** Says where in the text a part of the value stands: UTF-16 offsets, half-open. `key` is the part's key in a dictionary, its index in a list. */
  field(key: string | number, start: number, end: number): void;
  /** The provider's message, where the response is one. */
  readonly message?: ModelMessage;
}

/**
 * What the module of a definition of type `custom` exports. Values are data as JSON has them (and `bigint`). What is
 * thrown is the parse error; it may carry `feedback` (what the model would be told), `span` (`{ start, end }` in the
 * text) and `code`. Each call ends after 5 s.
 */
export interface CustomParserModule<Value = unknown> {
  readonly formatInstruction: string | ((definition: CustomDefinition) => string | Promise<string>);
  parse(text: string, definition: CustomDefinition, context: CustomParserContext): Value | Promise<Value>;
}

/** A message as the module of a conversation sees it, AgentScope's `Msg`. */
export interface CustomMessage {
  /** The message's place in the conversation, counted from 0. `truncate` leaves it as it is; a message that it writes has none. */
  readonly id?: string;
  readonly name: string;
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string | readonly ({ readonly type: string } & Readonly<Record<string, unknown>>)[];
}

/** A message of the payload, as the provider wants it. */
export type PayloadMessage = Readonly<Record<string, unknown>>;

/** Messages that `formatToolSequence` or `formatAgentMessage` makes a part of the payload of. */
export interface CustomGroup {
  readonly kind: 'tool_sequence' | 'agent_message';
  readonly msgs: readonly CustomMessage[];
}

/**
 * What the module of a conversation exports whose `formatter` is `custom`: what AgentScope asks of a subclass of
 * `TruncatedFormatterBase`. The FIFO loop is ParserLens's, and so is grouping unless the module groups. For `"truncation": "custom"` alone,
 * `truncate` is enough. A hook that is absent does what the base class does: the system message's text blocks, else a
 * `NotImplementedError`. Each call ends after 5 s.
 */
export interface CustomFormatterModule {
  /** The whole payload, as a subclass of `FormatterBase` makes it; the other hooks but `truncate` are then not called. Called again for the messages that truncation leaves. */
  format?(msgs: readonly CustomMessage[]): readonly PayloadMessage[] | Promise<readonly PayloadMessage[]>;
  /** A leading system message. */
  formatSystemMessage?(msg: CustomMessage): PayloadMessage | Promise<PayloadMessage>;
  /** Consecutive messages of which each holds a tool call or a result. */
  formatToolSequence?(msgs: readonly CustomMessage[]): readonly PayloadMessage[] | Promise<readonly PayloadMessage[]>;
  /** Consecutive messages without either; `isFirst` for the first such run. */
  formatAgentMessage?(
    msgs: readonly CustomMessage[],
    isFirst: boolean,
  ): readonly PayloadMessage[] | Promise<readonly PayloadMessage[]>;
  /** `_group_messages`: the runs that messages without a leading system message are formatted in. Those that it leaves out are not in the payload. */
  groupMessages?(msgs: readonly CustomMessage[]): readonly CustomGroup[] | Promise<readonly CustomGroup[]>;
  /** `_count`: the tokens of a payload, in place of the conversation's token counter. */
  count?(payload: readonly PayloadMessage[]): number | Promise<number>;
  /** One round of truncation: the messages that are left. Called until the payload fits. Without it the oldest are dropped. */
  truncate?(msgs: readonly CustomMessage[]): readonly CustomMessage[] | Promise<readonly CustomMessage[]>;
}
