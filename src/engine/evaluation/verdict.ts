import type { ModelMessage } from '../core/result.ts';
import type { Span } from '../core/span.ts';
import type { Suspicion } from '../core/suspicion.ts';
import { answerCauses } from '../diagnosis/index.ts';
import type { AnswerFailure, RunOfRow, SkipCode } from '../messages/logReader.ts';
import type { RowMeasures } from './rowMeasures.ts';

/**
 * What an evaluation says of a row: `right` (accepted, and the value is the one that the log expects), `ok` (accepted),
 * `suspicious` (accepted, and yet something is odd), `error` (not accepted, or a filter raises), `skipped` (no response),
 * `untried` (too many rows near it ran into a limit of time: nobody tried the response).
 */
export type Verdict = 'right' | 'ok' | 'suspicious' | 'error' | 'skipped' | 'untried';

/** All verdicts; their places are the bytes that stand for them in a `VerdictTable`. */
export const verdicts: readonly Verdict[] = ['right', 'ok', 'suspicious', 'error', 'skipped', 'untried'];

/** Why a row has no response. */
export const skipCatalogue = {
  'not-json': 'The line or item is not JSON, or is cut off; in CSV, a quote does not end.',
  'too-long': 'The line or item is too long to be read.',
  'no-response': 'The row has no response where the others have theirs.',
  'not-an-answer': 'The row records something else than an answer of a model.',
  'stream-part': 'The row is a piece of a streamed answer: only whole answers are read.',
  'no-text': 'The answer has no text: it is a tool call or a refusal.',
  'connection-failed': 'There was no answer: the connection or the run failed.',
  'refused-key': answerCauses['refused-key'],
  'module-limit': 'The module took too much time or memory for this response, also when it was asked again alone.',
  'module-not-run': 'The module was not run: its process could not be started.',
} as const satisfies Record<SkipCode, string>;

/** The code of rows that were not tried. */
export const untriedCode = 'given-up';

/** Codes of rows that have a response, and were kept from being read: it says nothing about them. */
export const unreadCodes: ReadonlySet<string> = new Set<SkipCode>(['module-limit', 'module-not-run']);

/** Where a row stands. */
export interface LogPlace {
  /** The index of the log among those that are evaluated. */
  readonly log: number;
  /** The line on which the row begins, from 1; of a row that is not from a file, its number. */
  readonly line: number;
  /** Where the row stands in the log as UTF-8, in bytes, half-open; absent where there is no file. */
  readonly start?: number;
  readonly end?: number;
  /** A hash of the row's bytes, not 0: tells whether the same stand there later. Absent where nobody asks. */
  readonly hash?: number;
  /** Of the rows that one record has, which this is, from 0; absent: the first. */
  readonly turn?: number;
}

/** A row of a log: a response, and what the log says of it. */
export interface LogRow {
  readonly place: LogPlace;
  /** The log's own name of the row. */
  readonly id?: string;
  /** Absent: the row is the only answer to its question. */
  readonly run?: RunOfRow;
  /** The request was for another definition of the same file: the row is left out. */
  readonly isOther?: true;
  /** Absent: the row has none, and `skip` says why. */
  readonly response?: string | ModelMessage;
  readonly skip?: SkipCode;
  /** The model thought before it answered, and the log has that apart from the answer. */
  readonly isThought?: true;
  /** The model answered, and the provider could make nothing of it: that counts, not the response. */
  readonly failure?: AnswerFailure;
  /** The value that the response should give, plain data; text that is JSON counts as the JSON as well. */
  readonly expected?: unknown;
  /** Why the model stopped, in the provider's word, such as `length` or `max_tokens`. */
  readonly finish?: string;
  /** What rows can be grouped by: short values by name (`model`, `task`, …). */
  readonly columns: Readonly<Record<string, string>>;
}

/** What an evaluation found in a row. */
export interface RowVerdict {
  readonly place: LogPlace;
  readonly id?: string;
  readonly run?: RunOfRow;
  readonly verdict: Verdict;
  /** Whether an accepted value is the expected one; absent where the log expects none. */
  readonly right?: boolean;
  /** Of an error the diagnosis' cause, else the framework's class; of a suspicious row its first suspicion; of a skipped row a {@link SkipCode}; `given-up` of an untried one. */
  readonly code?: string;
  /** What tells clusters of the same code apart: for an error with a cause the framework's class, for a violation its path. */
  readonly detail?: string;
  /** Of a value that was refused: its other violations, each code and path once. */
  readonly further?: readonly { readonly code: string; readonly detail: string }[];
  /** Where in the response the cause stands. */
  readonly span?: Span;
  /** Everything odd in an accepted answer, the first being the row's code. */
  readonly suspicions: readonly Suspicion[];
  /** The framework's error, or that of the filter that raises. */
  readonly error?: { readonly class: string; readonly message: string };
  /** Whether the model stopped because the answer reached the limit of tokens; absent: it did not, or nobody says. */
  readonly isCut?: true;
  /** The kinds of the value's parts, for the judgement by majority; opaque. */
  readonly kinds?: string;
  /** Absent: nothing was to be measured, or the row was not read. */
  readonly measures?: RowMeasures;
  readonly columns: Readonly<Record<string, string>>;
}

/** A cluster of rows: why they are errors, suspicious, skipped or not tried. */
export interface VerdictCause {
  readonly kind: 'error' | 'suspicious' | 'skipped' | 'untried';
  readonly code: string;
  readonly detail?: string;
}

/** What tells causes apart. */
export function causeKey({ kind, code, detail }: VerdictCause): string {
  return detail === undefined ? `${kind}\0${code}` : `${kind}\0${code}\0${detail}`;
}

/** The cause that a key stands for. */
export function causeOfKey(key: string): VerdictCause {
  const [kind, code = '', ...detail] = key.split('\0');
  return { kind: kind as VerdictCause['kind'], code, ...(detail.length > 0 && { detail: detail.join('\0') }) };
}
