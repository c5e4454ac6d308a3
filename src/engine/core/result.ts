// core/: spans, problems, errors, results, Python's values, the host's interface.

import type { ErrorDetail, ModulePlace, SentBack } from './errors.ts';
import type { ModuleSplit } from './host.ts';
import type { PyValue } from './pyValue.ts';
import type { ValidatedText } from './refusedValue.ts';
import type { Span } from './span.ts';
import type { FoundSuspicion, Suspicion, SuspicionCode } from './suspicion.ts';
import type { Violation } from './violation.ts';

/** A response as a provider returns it, where its text alone is not enough. */
export interface ModelMessage {
  readonly message?: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly unknown[] | null;
  /** The items of an answer of OpenAI's Responses API. */
  readonly output?: readonly unknown[];
  readonly sender?: 'LLM' | 'USER' | 'AGENT';
}

/**
 * A part of a parsed value, top level, in order. `span` is the part with its tags or quotes, `inner` without. Both index
 * the text that was given. `exactOf` has its value with Python's types.
 */
export interface Field {
  readonly key: string;
  readonly value: unknown;
  readonly span: Span;
  readonly inner: Span;
  /** The stretches that the value was put together from, where something else stands between them. Absent: it comes from `inner`, or the response still streams in. */
  readonly pieces?: readonly Span[];
}

/** A change that the system made to the text before it read it, as an edit of the text that was given. */
export interface Repair {
  readonly name: string;
  readonly span: Span;
  readonly text: string;
}

/** Why a response did not parse, in the source system's words. `feedback` is what the system would say to the model; absent: nothing. */
export interface ParseError {
  readonly class: string;
  readonly message: string;
  readonly code?: string;
  readonly span?: Span;
  readonly feedback?: string;
  /** Where the framework has several ways of asking again: what each would send, by its name; `{prompt}` stands for the conversation. `feedback` is that of the definition's. */
  readonly feedbacks?: Readonly<Record<string, string>>;
  /** The messages that answer the model's calls, where `feedback` is what those say; of many the first. */
  readonly sent_back?: readonly SentBack[];
  /** The ids, or the names, of calls that nothing answers, so that providers refuse the next request. */
  readonly unanswered?: readonly string[];
  /** The single errors of a `ValidationError` whose message only counts them. */
  readonly details?: readonly ErrorDetail[];
  /** Of an answer that reads and is not what is wanted: where it is not, and why, member by member. */
  readonly violations?: readonly Violation[];
  /** How many more violations there are than those listed. */
  readonly moreViolations?: number;
  /** The text that the violations are of. Not enumerable. */
  readonly validated?: ValidatedText;
  readonly raw_response?: string;
  /** Of an error that a user's module threw: where, its file relative to the definition's, and the stack, one frame a line. */
  readonly place?: ModulePlace;
  readonly stack?: string;
}

/**
 * What reading a response gave. `response` is the text as the system leaves it; all spans index the text that was given.
 * `value` is plain data (integers past 2^53 are `bigint`); `exact` is the same with Python's types (1.0 is not an int).
 */
export type ParseResult =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Not enumerable. */
      readonly exact: PyValue;
      readonly fields: readonly Field[];
      readonly repairs: readonly Repair[];
      readonly response: string;
      readonly warnings: readonly string[];
      readonly toolError?: boolean;
      readonly extra?: Readonly<Record<string, unknown>>;
      /** What is odd about the answer although the framework accepts it. Absent: the caller did not want it, see `ParseOptions`. */
      readonly suspicions?: readonly FoundSuspicion[];
      /** Of a parser of the user's own that splits its value itself. Not enumerable. */
      readonly splits?: OwnSplits;
      /** What the parser itself finds odd. Not enumerable. @internal */
      odd?(): readonly Suspicion[];
    }
  | {
      readonly ok: false;
      readonly error: ParseError;
      readonly response: string;
      readonly warnings: readonly string[];
      readonly toolError?: boolean;
    };

/** What a response gave that was read. */
export type AcceptedResult = Extract<ParseResult, { ok: true }>;

/** What a reading gives beside its value. */
export interface ParseOptions {
  /** Whether the result says what is odd about the answer: what an evaluation calls suspicious. */
  readonly suspicions?: boolean;
  /** Suspicions that are looked for only where they are named, as `coerced` is. */
  readonly on?: readonly SuspicionCode[];
  /** Why the model stopped, in the provider's word, such as `length`: what a value that goes on to the end is judged by. */
  readonly finish?: string;
}

/** What a parser of the user's own makes of its value, by destination. */
export type OwnSplits = Readonly<Record<string, ModuleSplit>>;

/** Where a value goes: what one filter gives, and the names of the fields that feed it; or the error that the filter raises. */
export type Split =
  | { readonly value: unknown /** Not enumerable. */; readonly exact: PyValue; readonly fields?: readonly string[] }
  | { readonly error: { readonly class: string; readonly message: string } };

/** The three destinations of a value. */
export interface Splits {
  readonly content: Split;
  readonly memory: Split;
  readonly metadata: Split;
}
