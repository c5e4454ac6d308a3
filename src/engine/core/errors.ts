import { EngineError } from './engineError.ts';
import type { Span } from './span.ts';

export { EngineError } from './engineError.ts';

/** `Error`, where an engine lets its program say how many frames errors note: to note them takes ten times as long as to make an error. */
export const stackLimit = Error as { stackTraceLimit?: number | undefined };

/** A place in a file; line and column count from 1. */
export interface ModulePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One error of several: where in the value it is, its type and its message, as Pydantic's `errors()` gives them. */
export interface ErrorDetail {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

/** A message that a framework sends for a call of a model: a tool's, or JavaScript's model's own. */
export interface SentBack {
  readonly role?: 'tool' | 'ai';
  readonly name?: string;
  readonly tool_call_id?: string;
  readonly content: string;
}

/** What a failed parse knows beside class and message. */
export interface ResponseErrorDetails {
  readonly code?: string;
  /** Where in the input the trouble is. */
  readonly span?: Span;
  /** What the framework would send to the model; absent where it tells the model nothing. */
  readonly feedback?: string;
  /** What the user should know that the framework does not say, such as that it asks another parser. */
  readonly warnings?: readonly string[];
  /** See `ParseError.feedbacks`. */
  readonly feedbacks?: Readonly<Record<string, string>>;
  /** See `ParseError.sent_back` and `ParseError.unanswered`. */
  readonly sentBack?: readonly SentBack[];
  readonly unanswered?: readonly string[];
  /** The text as the system leaves it, where it rewrote the response before it failed. */
  readonly response?: string;
  /** The single errors that a `ValidationError` of Pydantic's holds. */
  readonly details?: readonly ErrorDetail[];
  /** Where in a user's module it was thrown, and the stack. */
  readonly place?: ModulePlace;
  readonly stack?: string;
  /** The exception's `raw_response` attribute. */
  readonly rawResponse?: string;
  /** Whether the system takes the failure for an attempt of the model to call a tool. */
  readonly toolError?: boolean;
}

/** An `EngineError` raised while a response is read; parser types throw it inside `read`, the façade turns it into data. */
export class ResponseError extends EngineError {
  readonly details: ResponseErrorDetails;
  constructor(className: string, message: string, details: ResponseErrorDetails = {}) {
    const { stackTraceLimit } = stackLimit;
    // It becomes data: nobody asks where it was made.
    stackLimit.stackTraceLimit = 0;
    super(className, message, details.code);
    stackLimit.stackTraceLimit = stackTraceLimit;
    this.details = details;
  }
}
