import type { ModelMessage } from '../core/result.ts';

/** Why a row has no response. */
export type SkipCode =
  | 'not-json'
  | 'too-long'
  | 'no-response'
  | 'not-an-answer'
  | 'stream-part'
  | 'no-text'
  | 'connection-failed'
  | 'refused-key'
  | 'module-limit'
  | 'module-not-run';

/** Which answer to a question a row is: the question's id in its log, and 0 for the first answer, 1 and more for those after feedback. */
export interface RunOfRow {
  readonly id: string;
  readonly retry: number;
}

/** Why a provider gives no answer: its own word, and what it says beside it. */
export interface AnswerFailure {
  readonly class: string;
  readonly message: string;
}

/** What a reader takes from a record. */
export interface RecordParts {
  readonly id?: string;
  readonly run?: RunOfRow;
  /** The definition that the model was asked for. */
  readonly parser?: string;
  /** Absent: there is none, for the reason `skip`. */
  readonly response?: string | ModelMessage;
  readonly skip?: SkipCode;
  /** The model thought before it answered, and the log has that apart from the answer. */
  readonly isThought?: true;
  /** What the provider says of an answer that it could not make. */
  readonly failure?: AnswerFailure;
  readonly expected?: unknown;
  /** Why the model stopped, in the provider's word. */
  readonly finish?: string;
  /** What rows can be grouped by; what is undefined, or not short, is left out. */
  readonly columns: Readonly<Record<string, unknown>>;
}

/** A kind of log: one file, one line in `registry.ts`. Records are plain data. */
export interface LogReader {
  readonly name: string;
  /** What logs of this kind are, in words for the user. */
  readonly title: string;
  /** Where a record has its response, in words for the user. */
  readonly field: string;
  /** Whether its records are a provider's answers, which other rows may have in a member. */
  readonly isAnswer?: true;
  /** Whether a record is of this kind. Total. */
  recognises(record: unknown): boolean;
  /** What is in a record. `header`: what the log says of all of them. Total. */
  read(record: unknown, header: unknown): RecordParts;
  /**
   * What the messages of a log's `history`, which stands behind its records, say of them: the member `calls` of its header.
   * Absent: such a list says nothing. Total.
   */
  calls?(history: readonly unknown[]): Readonly<Record<string, unknown>>;
}
