/** The messages between the extension host and the conversation preview: plain JSON, told apart by `type`, checked by both sides. */
import type { FormattedView, MessageRow } from './conversationView.ts';
import { isObject, type TextSpan } from './guards.ts';

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
interface Slice<T> {
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

/** The most rows or lines of one request. */
const maxSlice = 500;

/** True for a message that a conversation preview may send. */
export function isConversationToHost(message: unknown): message is ConversationToHost {
  if (!isObject(message)) return false;
  switch (message.type) {
    case 'ready':
    case 'choose':
      return isChoice(message.choice);
    case 'rows':
      return isRange(message.from, message.to);
    case 'lines':
      return isPane(message.pane) && isRange(message.from, message.to);
    case 'reveal':
      return isObject(message.span) && isOffsets(message.span.start, message.span.end);
    case 'copy':
    case 'open':
      return isPane(message.pane);
    case 'allow':
      return typeof message.host === 'string';
    case 'save':
    case 'pickCounter':
    case 'countWithApi':
    case 'manageTrust':
    case 'openDiff':
    case 'openRequest':
    case 'retry':
      return true;
    default:
      return false;
  }
}

/** True for a message that the host may send to a conversation preview. */
export function isHostToConversation(message: unknown): message is HostToConversation {
  if (!isObject(message)) return false;
  if (message.type === 'copied') return isPane(message.pane);
  if (typeof message.revision !== 'number') return false;
  switch (message.type) {
    case 'state':
      return isObject(message.state) && Array.isArray(message.state.formatters);
    case 'rows':
      return isSlice(message.rows);
    case 'lines':
      return isPane(message.pane) && isSlice(message.lines);
    default:
      return false;
  }
}

/** True for what a conversation preview left behind before a reload. */
export function isConversationMemory(memory: unknown): memory is ConversationMemory {
  return (
    isObject(memory) &&
    typeof memory.uri === 'string' &&
    isChoice(memory.choice) &&
    (memory.layout === undefined || isLayout(memory.layout))
  );
}

function isLayout(value: unknown): value is PayloadLayout {
  return isObject(value) && typeof value.share === 'number' && typeof value.isFolded === 'boolean';
}

function isChoice(value: unknown): value is ConversationChoice {
  if (!isObject(value)) return false;
  const { agentscopeVersion, formatter, counter, maxTokens, truncation, other, otherTruncation, otherRelease } = value;
  return (
    [agentscopeVersion, formatter, counter, truncation, other, otherTruncation, otherRelease].every(
      each => each === undefined || typeof each === 'string',
    ) &&
    (maxTokens === undefined || maxTokens === null || (Number.isSafeInteger(maxTokens) && (maxTokens as number) > 0))
  );
}

function isPane(value: unknown): value is Pane {
  return value === 'main' || value === 'other';
}

function isSlice(value: unknown): boolean {
  return isObject(value) && typeof value.from === 'number' && Array.isArray(value.items);
}

function isRange(from: unknown, to: unknown): boolean {
  return isOffsets(from, to) && (to as number) - (from as number) <= maxSlice;
}

function isOffsets(start: unknown, end: unknown): boolean {
  return (
    Number.isSafeInteger(start) &&
    Number.isSafeInteger(end) &&
    (start as number) >= 0 &&
    (end as number) >= (start as number)
  );
}
