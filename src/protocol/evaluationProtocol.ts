import type { EvaluationView } from './evaluationView.ts';
import type { ChosenRow, ReadResponse, RowQuery, RowSlice } from './rowQuery.ts';

/** What the page of an evaluation and the extension say to each other. Everything is plain data; numbers for the eye alone are texts. */

/** A run whose rows arrive one after the other. */
export interface EvaluationRunView {
  readonly models: string;
  readonly task: string;
  readonly done: number;
  readonly total: number;
  readonly retried: number;
  readonly failed: number;
  readonly paused: boolean;
  /** Whether it is over. */
  readonly ended: boolean;
  /** `1,204 tokens in, 310 out`; absent where providers do not say. */
  readonly tokens?: string;
  /** When it is over: warnings, tokens and costs; in place of `tokens`. */
  readonly notes?: readonly string[];
  /** Answers that are being received: whose, and the text so far. */
  readonly receiving: readonly { readonly name: string; readonly text: string }[];
}

/** How far the reading is. */
export type EvaluationPhase = 'running' | 'done' | 'cancelled' | 'failed';

/** All that a page shows but its rows. */
export interface EvaluationState {
  /** Grows whenever the page has to fetch its rows again. */
  readonly revision: number;
  readonly phase: EvaluationPhase;
  /** The definition's, where there are no numbers yet. */
  readonly name?: string;
  /** The logs', likewise: `log.jsonl +2`. */
  readonly logs?: string;
  /** The numbers are those of the definition as it was. */
  readonly stale: boolean;
  /** The definition's file is not JSON now: the numbers are of the definition as it last was. */
  readonly isKept?: true;
  /** The share of the log that was read, from 0 to 1; absent where nobody knows. */
  readonly share?: number;
  readonly view?: EvaluationView;
  /** What went wrong, or a warning. */
  readonly message?: string;
  /** Rows that the query lists. */
  readonly listed: number;
  /** The share of the log that was searched for the query's text; absent: all of it. */
  readonly searched?: number;
  /** How long the reading took: `1.1 s`. */
  readonly time?: string;
  readonly run?: EvaluationRunView;
  /** An evaluation's file: it has no rows, and nothing about it can be changed. */
  readonly isFile?: true;
}

/** A log as a page remembers it: its address, the field that its user chose, and where in the file it begins. */
export interface EvaluationLogMemory {
  readonly uri: string;
  readonly field?: string;
  /** In bytes. */
  readonly from?: number;
}

/** Earlier texts of a definition's file: as it was when the page opened, on the disk, and in the last commit. */
export type EarlierText = 'opened' | 'saved' | 'committed';

/** All of them. */
export const earlierTexts: readonly EarlierText[] = ['opened', 'saved', 'committed'];

/** What an evaluation is compared with: another definition, or an earlier text of this one's file. */
export type ComparedWith =
  | { readonly kind: 'definition'; readonly uri: string; readonly name: string }
  | { readonly kind: EarlierText };

/** What the user of a page chose to compare with; `nothing`: not even with the text of its opening. */
export type ComparisonMemory = ComparedWith | { readonly kind: 'nothing' };

/** What an evaluation is of: what a page keeps for its return after a reload. */
export interface EvaluationMemory {
  readonly definition: { readonly uri: string; readonly name: string };
  readonly logs: readonly EvaluationLogMemory[];
  /** Absent: with the definition as it was when the page opened, once it is another. */
  readonly compare?: ComparisonMemory;
  readonly column?: string;
  /** The text of the definition's file when the page opened. */
  readonly opened?: string;
}

/** What the page keeps: the evaluation, and which rows it listed. */
export interface EvaluationPageMemory extends EvaluationMemory {
  readonly query: RowQuery;
  /** The row whose response was read last. */
  readonly chosen?: ChosenRow;
}

/** From the extension. */
export type HostToEvaluation =
  | { readonly type: 'state'; readonly state: EvaluationState; readonly memory?: EvaluationMemory }
  | ({ readonly type: 'rows'; readonly revision: number } & RowSlice)
  | ({ readonly type: 'response' } & ReadResponse);

/** All {@link EvaluationAction}s. */
export const evaluationActions = [
  'again',
  'cancel',
  'compare',
  'stopComparing',
  'copyMarkdown',
  'export',
  'saveSamples',
  'changeSchema',
  'pause',
  'resume',
  'field',
  'definition',
  'mergeParts',
] as const;

/** What a button of the page does. */
export type EvaluationAction = (typeof evaluationActions)[number];

/** From the page. */
export type EvaluationToHost =
  | { readonly type: 'ready'; readonly query?: RowQuery }
  | { readonly type: 'query'; readonly query: RowQuery }
  | { readonly type: 'column'; readonly column: string }
  | { readonly type: 'rows'; readonly from: number; readonly to: number }
  /** Asks for a row's response, for the pane below the rows. A document of another row that is on the screen follows. */
  | { readonly type: 'read'; readonly row: number }
  /** Opens a row's response as a document. */
  | { readonly type: 'open'; readonly row: number; readonly focus: boolean }
  | { readonly type: 'showInLog'; readonly row: number }
  | { readonly type: 'saveSample'; readonly row: number }
  | { readonly type: 'action'; readonly action: EvaluationAction };
