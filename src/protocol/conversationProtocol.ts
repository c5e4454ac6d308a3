/** The messages between the extension host and the conversation preview: plain JSON, told apart by `type`, checked by both sides. */
import type { ErrorView } from './instructionProtocol.ts';
import type { TextSpan } from './textSpan.ts';

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

/** One message, or the instruction of the conversation's parser, and what became of it. `start` is where its bar begins, in tokens from the left. */
export interface MessageRow {
  /** The instruction is not a message of the file, but part of the payload. */
  readonly kind: 'message' | 'instruction';
  /** Its place among the rows. */
  readonly index: number;
  /** The speaker, or the definition that the instruction is of. */
  readonly name: string;
  readonly role: string;
  /** The first words, and blocks that are not text in brackets. */
  readonly words: string;
  readonly span: TextSpan;
  readonly kept: boolean;
  readonly step?: number;
  readonly reason?: string;
  readonly tokens?: number;
  readonly start?: number;
  /** Why an image of it could not be counted; absent: all were. */
  readonly uncounted?: string;
  /** Why the instruction stands there. */
  readonly note?: string;
  /** What becomes of it under the other truncation; absent where both keep it as it is. */
  readonly other?: OutcomeView;
}

/** What became of a message. */
export interface OutcomeView {
  readonly kept: boolean;
  readonly step?: number;
  readonly reason?: string;
  readonly tokens?: number;
}

/** What a provider, or its formatter, would not take. */
export interface RefusalView {
  readonly message: string;
  /** Every place of which it is said. */
  readonly spans: readonly TextSpan[];
}

/** A difference between releases of AgentScope. */
export interface ReleaseRuleView {
  readonly since: string;
  /** What is done since then. */
  readonly summary: string;
  readonly followed: boolean;
}

/** What an agent of AgentScope 2 does before its next call of the model: the oldest messages become a summary. */
export interface SummaryView {
  /** How many messages go into it, in whole or in part. */
  readonly messages: number;
  /** The index of the row at which the context is cut. */
  readonly row: number;
  /** The estimate of what a model is sent to write it. */
  readonly requestTokens: number;
  /** Whether that can be shown: formatting it may raise where the payload does not. */
  readonly hasRequest: boolean;
}

/** A formatted conversation in numbers. */
export interface FormattedView {
  readonly formatter: string;
  /** The release of AgentScope that is followed; absent where it is unknown. */
  readonly agentscopeVersion?: string;
  /** What matters to this payload in a release whose behaviour follows from rules alone. */
  readonly releaseRules?: readonly ReleaseRuleView[];
  /** How messages are made to fit; absent where the formatter is a module, which decides. */
  readonly truncation?: string;
  /** What it is where none is named: the formatter's own. Absent: the module's own, or FIFO. */
  readonly usualTruncation?: string;
  /** Under the limit; absent without a counter. */
  readonly tokens?: number;
  /** Without a limit. */
  readonly full?: number;
  readonly exact: boolean;
  readonly basis?: string;
  /** Whose API can be asked for the exact number. */
  readonly provider?: string;
  /** What the provider's API counted for this very payload, and its host. */
  readonly counted?: { readonly tokens: number; readonly host: string };
  readonly limit?: number;
  /** AgentScope 2; absent: nothing is compressed. */
  readonly summary?: SummaryView;
  /** How many rows there are: the messages, and the instruction where the conversation names a parser. */
  readonly rows: number;
  readonly dropped: number;
  /** Messages that are kept, but not as they were. */
  readonly changed: number;
  readonly warnings: readonly string[];
  readonly refusals: readonly RefusalView[];
  /** Hosts that the media are on and that were not asked, because nobody allowed it. */
  readonly blockedHosts: readonly string[];
  readonly error?: ErrorView;
  /** It is the token counter that raised `error`: there is a payload. */
  readonly counterFailed?: boolean;
  /** How many images could not be counted; absent: all were. */
  readonly uncounted?: number;
  /** Tokens that belong to no single message: the bars begin behind them. */
  readonly shared: number;
  /** Where the last bar ends, in tokens. */
  readonly extent: number;
  readonly payloadLines: number;
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
  /** Whether it is for AgentScope 2: the limit is where compression begins, and there are no truncations. */
  readonly isAgentScope2: boolean;
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

/** The conversation preview's words in the user's language. `{0}` stands for an argument. */
export type ConversationStringKey =
  | 'agentscope'
  | 'allow'
  | 'betweenReleases'
  | 'blocked'
  | 'changedAt'
  | 'changedOf'
  | 'clearLimit'
  | 'counterRaised'
  | 'compareWith'
  | 'compressFrom'
  | 'copied'
  | 'copy'
  | 'countWithApi'
  | 'counter'
  | 'differingLine'
  | 'discard'
  | 'droppedAt'
  | 'droppedOf'
  | 'estimate'
  | 'exact'
  | 'exactFrom'
  | 'formatter'
  | 'goToMessage'
  | 'inFile'
  | 'kept'
  | 'legend'
  | 'legendAssistant'
  | 'legendBefore'
  | 'legendCut'
  | 'legendDropped'
  | 'legendInstruction'
  | 'legendLimit'
  | 'legendSummarized'
  | 'legendSystem'
  | 'legendThreshold'
  | 'legendUser'
  | 'limit'
  | 'limitOf'
  | 'logged'
  | 'manageTrust'
  | 'messages'
  | 'noLimit'
  | 'nobody'
  | 'instructionOf'
  | 'notRun'
  | 'nothingCounted'
  | 'open'
  | 'openDiff'
  | 'otherModel'
  | 'payload'
  | 'problems'
  | 'places'
  | 'raised'
  | 'retry'
  | 'raisedBy'
  | 'ruleFollowed'
  | 'ruleNotYet'
  | 'save'
  | 'shared'
  | 'sharedContext'
  | 'showRequest'
  | 'splitter'
  | 'summarizedOf'
  | 'summaryRequest'
  | 'tokens'
  | 'tokensOf'
  | 'truncation'
  | 'uncounted'
  | 'uncountedImages'
  | 'usual';
/** The words of the conversation preview, in the language of the user. */
export type ConversationStrings = Readonly<Record<ConversationStringKey, string>>;

/** From the host to the conversation preview. */
export type HostToConversation =
  | { readonly type: 'strings'; readonly strings: ConversationStrings }
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
