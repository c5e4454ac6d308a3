import type { SchemaChanges, Span } from '../engine/index.ts';
import type { EvaluationState } from '../protocol/evaluationProtocol.ts';
import type { EvaluationView } from '../protocol/evaluationView.ts';
import type { RowQuery, RowSlice, RowVerdict } from '../protocol/rowQuery.ts';
import type { DefinitionRef } from './definitionCache.ts';
import type { EvaluationLog } from './evaluationLogs.ts';

/** What is to be evaluated. */
export interface EvaluationRequest {
  readonly definition: DefinitionRef;
  /** The definition's file as an evaluation names it. */
  readonly file: string;
  readonly logs: readonly EvaluationLog[];
  /** Suspicions that are not looked for. */
  readonly off: readonly string[];
  /** Suspicions that are looked for only where they are named. */
  readonly on?: readonly string[];
  /** The definition that it is compared with, and what that is called. */
  readonly compare?: {
    readonly definition: DefinitionRef;
    readonly file: string;
    readonly title: string;
    /** The user did not choose it: it is left out where the two definitions are the same. */
    readonly byDefault?: boolean;
  };
  /** The column of the groups; absent: `model`, or the first that has groups. */
  readonly column?: string;
  /** The definition was edited, and nothing else: what judges all rows alike needs no reading. */
  readonly isEdit?: boolean;
  /** The log grows while a run goes on: what is there is evaluated, and more when `growEvaluation` is called. */
  readonly grows?: boolean;
}

/** What a page shows, as far as the thread knows it. */
export type EvaluationUpdate = Omit<EvaluationState, 'run' | 'isFile'>;

/** A row with its response. */
export interface OpenedRow {
  readonly name: string;
  /** As the list calls it, which for an answer of a run is shorter. */
  readonly called: string;
  /** A response that is not text is JSON. */
  readonly text: string;
  readonly isJson: boolean;
  /** Where in the text the cause stands. */
  readonly span?: Span;
  /** The log's path as it was shown, and on the disk. */
  readonly log: string;
  readonly file?: string;
  readonly line: number;
  readonly verdict: RowVerdict;
  readonly code?: string;
  readonly detail?: string;
  readonly sentence?: string;
}

/** A row that becomes a sample. */
export interface SampleOfRow {
  readonly row: number;
  readonly name: string;
  readonly expectation: boolean;
}

/** The first row of a cause. */
export interface CauseExample {
  readonly row: number;
  readonly kind: 'error' | 'suspicious';
  readonly code: string;
  readonly detail?: string;
  readonly count: number;
}

/** An evaluation's file as it is shown. */
export type EvaluationFileView =
  | {
      readonly view: EvaluationView;
      /** The definition's file and the logs as they are named in it, relative to some folder. */
      readonly parser: { readonly file: string; readonly name: string };
      readonly logs: readonly { readonly path: string; readonly field: string }[];
      readonly cancelled: boolean;
    }
  | { readonly problem: string };

/** A file's name, without its folder, and its text. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Evaluates logs, each under an id of the caller's, and keeps what becomes of their rows. An id that it does not know gives `undefined`. */
export interface EvaluationApi {
  /** Begins, in place of what goes on under the id. What was there before stays to be shown until the new numbers are complete. */
  startEvaluation(id: string, request: EvaluationRequest): Promise<void>;
  /** Ends the reading: what was judged until then is the result. */
  stopEvaluation(id: string): Promise<void>;
  /** Reads what was added to a log that grows; `ends`: nothing more will come. */
  growEvaluation(id: string, ends: boolean): Promise<void>;
  /** The next update: as soon as there is something newer than `seen`, and a moment after the last one. */
  watchEvaluation(id: string, seen: number): Promise<EvaluationUpdate | undefined>;
  /** Lists other rows. */
  queryEvaluation(id: string, query: RowQuery): Promise<void>;
  /** Groups by another column. */
  groupEvaluation(id: string, column: string): Promise<void>;
  /** A stretch of the listed rows. */
  evaluationRows(id: string, from: number, to: number): Promise<RowSlice | undefined>;
  /** A row with its response; `undefined` where it is not in the log any more. */
  evaluationRow(id: string, row: number): Promise<OpenedRow | undefined>;
  /** The text of the evaluation's file. `rowsFile`: where its rows go. */
  evaluationText(id: string, rowsFile?: string): Promise<string | undefined>;
  /** The numbers as a page shows them. */
  evaluationView(id: string): Promise<EvaluationView | undefined>;
  evaluationMarkdown(id: string): Promise<string | undefined>;
  /** Writes all rows to a file on the disk. */
  writeEvaluationRows(id: string, form: 'jsonl' | 'csv', file: string): Promise<void>;
  /** The same as one text. */
  evaluationRowsText(id: string, form: 'jsonl' | 'csv'): Promise<string | undefined>;
  /** The first row of every cause. */
  causeExamples(id: string): Promise<readonly CauseExample[] | undefined>;
  /** What can be changed of the definition's schema, each with how many of the answers that break it would be read then. */
  schemaChanges(id: string, definition: DefinitionRef): Promise<SchemaChanges | undefined>;
  /** The text of a definition's file with rows added as samples, and how many are not in the log any more. Rejects where `samples` is not a list. */
  samplesOfRows(
    id: string,
    definition: DefinitionRef,
    samples: readonly SampleOfRow[],
  ): Promise<{ readonly text: string; readonly missing: number } | undefined>;
  closeEvaluation(id: string): Promise<void>;
  /** What a page shows of an evaluation's file, or what is wrong with it. `column`: of its groups; absent: the first. */
  evaluationFileView(text: string, column?: string): Promise<EvaluationFileView>;
  /** The same of a part together with those of its folder that fit. Rejects where the rows of one are broken. */
  mergedFileView(own: NamedText, others: readonly NamedText[], column?: string): Promise<EvaluationFileView>;
}
