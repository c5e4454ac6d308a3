import type { LastUsed } from '../core/lastUsed.ts';
import type { ParseResult } from '../core/result.ts';
import type { SuspicionChoice } from '../core/suspicion.ts';
import type { AnswerReader, ResponseParser } from '../definition/index.ts';
import type { NamedCause } from '../diagnosis/index.ts';
import type { SplitError } from '../samples/index.ts';
import type { LimitGate } from './limitGate.ts';
import type { RowMeasure } from './rowMeasures.ts';

/** What rows are judged by. */
export interface Judging {
  readonly parser: ResponseParser;
  readonly read: AnswerReader['read'];
  readonly suspicions: AnswerReader['suspicions'];
  /** Whether a response may be a provider's message, so that one without text is an answer as well. */
  readonly readsMessages: boolean;
  readonly off: ReadonlySet<string>;
  readonly on: SuspicionChoice['on'];
  /** The error of the first filter that raises. */
  readonly splitError: (result: ParseResult & { readonly ok: true }) => SplitError | undefined;
  /** The diagnoses of the last responses that did not read. */
  readonly diagnoses: LastUsed<readonly NamedCause[]>;
  readonly gate: LimitGate;
  readonly measures: readonly RowMeasure[];
  readonly now: (() => number) | undefined;
}
