/** The messages between the extension host and the conversation preview: plain JSON, told apart by `type`, checked by both sides. */
import type { FormattedView, MessageRow } from './conversationView.ts';
import type { TextSpan } from './guards.ts';

/** What a conversation is formatted with beside what its file says. Absent: the file's own; `null`: none. */
export interface ConversationChoice {
  /** The release of AgentScope that is followed. */
  readonly agentscopeVersion?: string;
  readonly formatter?: string;
  /** `TYPE` or `TYPE:MODEL`. */
  readonly counter?: string;
  readonly maxTokens?: number | null;
  /** How messages are made to fit. */
  readonly truncation?: string;
  /** A second formatter, to compare with. */
  readonly other?: string;
  /** A second way to make messages fit, to compare with. */
  readonly otherTruncation?: string;
  /** A second release of AgentScope, to compare with. */
  readonly otherRelease?: string;
}

/** The part of a choice that no file has: what to compare with. */
export function comparison({ other, otherTruncation, otherRelease }: ConversationChoice): ConversationChoice {
  return {
    ...(other !== undefined && { other }),
    ...(otherTruncation !== undefined && { otherTruncation }),
    ...(otherRelease !== undefined && { otherRelease }),
  };
}

/** Something to pick in a list. `group` is the heading that it stands under. */
export interface ChoiceView {
  readonly value: string;
  readonly label: string;
  /** One line on what it does. */
  readonly summary?: string;
  readonly group?: string;
  /** Done by the conversation's module; absent: by ParserLens. */
  readonly byModule?: boolean;
}

/** A stretch of something long: rows or lines from an index on. */
export interface Slice<T> {
  readonly from: number;
  readonly items: readonly T[];
}

/** Rows of the messages. `instruction`: that of the parser, wherever it stands, as it stays on the screen; absent: there is none. */
export interface MessageRows extends Slice<MessageRow> {
  readonly instruction?: MessageRow;
}

/** Lines of a payload. `differing`: the indexes of those among them that the other payload does not have; absent: there is none. */
export interface LineSlice extends Slice<string> {
  readonly differing?: readonly number[];
}

/** What the conversation preview shows. */
export interface ConversationState {
  readonly uri: string;
  readonly fileName: string;
  readonly count: number;
  readonly formatters: readonly ChoiceView[];
  readonly counters: readonly ChoiceView[];
  readonly truncations: readonly ChoiceView[];
  /** Whether an agent compresses it, as AgentScope 2’s does: the limit is where that begins, and there are no truncations. */
  readonly compresses: boolean;
  /** The releases of AgentScope, the newest first. */
  readonly releases: readonly ChoiceView[];
  /** The release of a conversation that names none. */
  readonly usualRelease: string;
  /** What the file says, in words. */
  readonly file: {
    readonly agentscopeVersion?: string;
    readonly formatter?: string;
    readonly counter?: string;
    readonly maxTokens?: number;
    readonly truncation?: string;
  };
  readonly choice: ConversationChoice;
  /** The choice can be written into the file, and differs from what is there. */
  readonly savable: boolean;
  /** The file cannot be read, or is not a conversation, for this reason. */
  readonly broken?: string;
  readonly main?: FormattedView;
  readonly other?: FormattedView;
  readonly busy: boolean;
}

/** Which of the two payloads. */
export type Pane = 'main' | 'other';

/** What can be looked at as a document: a payload, or what a model is sent for a summary. */
export type ShownPayload = Pane | 'request';

/** From the host to the conversation preview. */
export type HostToConversation =
  | { readonly type: 'copied'; readonly pane: Pane }
  | { readonly type: 'state'; readonly revision: number; readonly state: ConversationState }
  | { readonly type: 'rows'; readonly revision: number; readonly rows: MessageRows }
  | { readonly type: 'lines'; readonly revision: number; readonly pane: Pane; readonly lines: LineSlice };

/** From the conversation preview to the host. */
export type ConversationToHost =
  | { readonly type: 'ready'; readonly choice: ConversationChoice }
  | { readonly type: 'choose'; readonly choice: ConversationChoice }
  | { readonly type: 'rows'; readonly from: number; readonly to: number }
  | { readonly type: 'lines'; readonly pane: Pane; readonly from: number; readonly to: number }
  | { readonly type: 'reveal'; readonly span: TextSpan }
  | { readonly type: 'copy' | 'open'; readonly pane: Pane }
  | { readonly type: 'allow'; readonly host: string }
  | { readonly type: 'save' | 'pickCounter' | 'countWithApi' | 'manageTrust' | 'openDiff' | 'openRequest' | 'retry' };

/** What the conversation preview keeps through a reload of the window. */
export interface ConversationMemory {
  readonly uri: string;
  readonly choice: ConversationChoice;
  readonly layout?: PayloadLayout;
}

/** How much of the page the payload has. */
export interface PayloadLayout {
  /** In percent. */
  readonly share: number;
  readonly isFolded: boolean;
}
