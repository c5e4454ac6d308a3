import type { TextSpan } from './guards.ts';
import type { ErrorView } from './instructionProtocol.ts';

/** One message, or the instruction of the conversation's parser, and what became of it. `start` is where its bar begins, in tokens from the left. */
export interface MessageRow {
  /** The instruction and its examples are not messages of the file, but parts of the payload. */
  readonly kind: 'message' | 'instruction' | 'example';
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
  /** Whether there is one: formatting it may raise where the payload does not. */
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
  /** Whose formula `tokens` follows: it is exact as that system counts. */
  readonly formula?: string;
  readonly basis?: string;
  /** Whose API gives the exact number. */
  readonly provider?: string;
  /** What the provider's API counted for this very payload, and its host. */
  readonly counted?: { readonly tokens: number; readonly host: string };
  readonly limit?: number;
  /** AgentScope 2; absent: nothing is compressed. */
  readonly summary?: SummaryView;
  /** How many rows there are: the messages, and the instruction with its examples where the conversation names a parser. */
  readonly rows: number;
  /** Messages that are dropped, those of examples among them. */
  readonly dropped: number;
  /** Messages of the instruction's examples, which are sent as well. */
  readonly examples: number;
  /** Messages that are kept, but not as they were. */
  readonly changed: number;
  readonly warnings: readonly string[];
  readonly refusals: readonly RefusalView[];
  /** Hosts that the media are on and that nobody allowed. */
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
