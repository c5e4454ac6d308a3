/** What the page of an evaluation and the extension say to each other. Everything is plain data, and numbers for people are texts. */

/** What became of a row; one whose value is the expected one counts as `ok`. */
export type RowVerdict = 'ok' | 'suspicious' | 'error' | 'skipped';

/** All verdicts of rows, the best first. */
export const rowVerdicts: readonly RowVerdict[] = ['ok', 'suspicious', 'error', 'skipped'];

/** How many rows got which verdict. */
export interface EvaluationTotals {
  readonly rows: number;
  readonly skipped: number;
  readonly ok: number;
  readonly suspicious: number;
  readonly error: number;
  readonly right?: number;
  readonly wrong?: number;
}

/** A log with the field that its responses were found in; `fields`: those that could be, none where the log is not at hand. */
export interface EvaluationLogView {
  readonly path: string;
  readonly reader: string;
  readonly field: string;
  readonly fields: readonly string[];
}

/** Rows that are no value for one reason. */
export interface EvaluationCauseView {
  /** What a {@link RowQuery} names it by. */
  readonly id: string;
  readonly kind: 'error' | 'suspicious' | 'skipped';
  readonly code: string;
  readonly detail?: string;
  /** What the code means, in a sentence. */
  readonly sentence?: string;
  readonly count: number;
  /** Where its first row stands: `log.jsonl:12`. */
  readonly example: string;
}

/** The rows that have one value in a column; `null`: none. */
export interface EvaluationGroupView extends EvaluationTotals {
  readonly value: string | null;
  /** `91.2 %`. */
  readonly rate: string;
  /** `90.1 – 92.4 %`. */
  readonly interval: string;
}

/** How a definition compares with another one on the same rows. */
export interface EvaluationComparisonView {
  /** The other one: `hermes, as saved`. */
  readonly title: string;
  readonly rate: string;
  /** By how much the rate is larger: `+3.1`, in percent points. */
  readonly difference: string;
  readonly better: number;
  readonly worse: number;
  /** Of McNemar's exact test; absent where rows could not be paired. */
  readonly p?: string;
  /** Why rows could not be paired. */
  readonly note?: string;
  /** The rows that flipped, where there is no list of rows to find them in; `more`: how many are left out. */
  readonly flips?: readonly EvaluationFlipView[];
  readonly more?: number;
}

/** A row that is ok with one definition only. */
export interface EvaluationFlipView {
  /** Where it stands: `log.jsonl:12`. */
  readonly place: string;
  readonly change: 'better' | 'worse';
  /** What became of it, a verdict or a code. */
  readonly before: string;
  readonly now: string;
}

/** The numbers of an evaluation. */
export interface EvaluationView {
  readonly parser: { readonly file: string; readonly name: string; readonly type: string };
  readonly logs: readonly EvaluationLogView[];
  readonly totals: EvaluationTotals;
  /** `45.7 %`, `–` where no row has a response. */
  readonly rate: string;
  readonly interval: string;
  readonly causes: readonly EvaluationCauseView[];
  /** Causes that are not listed. */
  readonly moreCauses: number;
  /** The columns that rows can be grouped by. */
  readonly columns: readonly string[];
  /** The one that they are grouped by. */
  readonly column?: string;
  readonly groups: readonly EvaluationGroupView[];
  readonly moreGroups: number;
  readonly comparison?: EvaluationComparisonView;
  /** Rows with bytes that are not UTF-8. */
  readonly notUtf8: number;
}

/** How rows are put in order; every order but that of the log is by size, the largest cluster first. */
export type RowOrder = 'log' | 'verdict' | 'cause' | 'group';

/** Which rows are listed, and in which order. */
export interface RowQuery {
  /** What a row's response, name, cause or columns contain; empty: anything. */
  readonly text: string;
  readonly verdicts: readonly RowVerdict[];
  /** A cause's id. */
  readonly cause?: string;
  readonly group?: { readonly column: string; readonly value: string | null };
  readonly change?: 'better' | 'worse';
  readonly order: RowOrder;
}

/** All rows in the order of the log. */
export const everyRow: RowQuery = { text: '', verdicts: rowVerdicts, order: 'log' };

/** A row of the list. */
export interface RowView {
  /** Its number among the rows of the evaluation, from 0: what commands name it by. */
  readonly row: number;
  /** Its name in the log, else its line. */
  readonly name: string;
  /** Where it stands: `log.jsonl:12`. */
  readonly place: string;
  readonly verdict: RowVerdict;
  /** Whether its value is the one that the log expects; absent where it expects none. */
  readonly right?: boolean;
  readonly code?: string;
  readonly detail?: string;
  /** Its value in the column of the groups. */
  readonly group?: string;
  readonly change?: 'better' | 'worse';
  /** The beginning of its response on one line. */
  readonly preview: string;
}

/** A stretch of the list. */
export interface RowSlice {
  readonly from: number;
  readonly rows: readonly RowView[];
}

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
  /** Answers that are being received: whose, and the text so far. */
  readonly receiving: readonly { readonly name: string; readonly text: string }[];
}

/** How far the reading is. */
export type EvaluationPhase = 'running' | 'done' | 'cancelled' | 'failed';

/** All that a page shows but its rows. */
export interface EvaluationState {
  /** Grows whenever rows have to be asked for again. */
  readonly revision: number;
  readonly phase: EvaluationPhase;
  /** The numbers are those of the definition as it was. */
  readonly stale: boolean;
  /** The share of the log that was read, from 0 to 1; absent where nobody knows. */
  readonly share?: number;
  readonly view?: EvaluationView;
  /** What went wrong, or what should be known. */
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

/** What a page compares with: another definition, or the definition's file as saved or committed. */
export type ComparisonMemory =
  | { readonly kind: 'definition'; readonly uri: string; readonly name: string }
  | { readonly kind: 'saved' }
  | { readonly kind: 'committed' };

/** What an evaluation is of: what a page keeps for its return after a reload. */
export interface EvaluationMemory {
  readonly definition: { readonly uri: string; readonly name: string };
  readonly logs: readonly EvaluationLogMemory[];
  readonly compare?: ComparisonMemory;
  readonly column?: string;
}

/** What the page keeps: the evaluation, and which rows it listed. */
export interface EvaluationPageMemory extends EvaluationMemory {
  readonly query: RowQuery;
}

/** The page's words by key. */
export type EvaluationStringKey =
  | 'again'
  | 'all'
  | 'better'
  | 'by'
  | 'cancel'
  | 'cancelled'
  | 'cause'
  | 'causes'
  | 'clearFilter'
  | 'compare'
  | 'comparedWith'
  | 'connections'
  | 'copyMarkdown'
  | 'difference'
  | 'error'
  | 'errors'
  | 'export'
  | 'failed'
  | 'field'
  | 'filter'
  | 'flips'
  | 'goToLog'
  | 'group'
  | 'interval'
  | 'moreCauses'
  | 'moreFlips'
  | 'moreGroups'
  | 'noCauses'
  | 'noResponses'
  | 'noRows'
  | 'noneListed'
  | 'notUtf8'
  | 'ok'
  | 'okShare'
  | 'order'
  | 'orderCause'
  | 'orderGroup'
  | 'orderLog'
  | 'orderVerdict'
  | 'pause'
  | 'place'
  | 'receiving'
  | 'response'
  | 'resume'
  | 'retried'
  | 'right'
  | 'rightWrong'
  | 'row'
  | 'rows'
  | 'rowsListed'
  | 'running'
  | 'runProgress'
  | 'saveSample'
  | 'saveSamples'
  | 'searching'
  | 'showLens'
  | 'skipped'
  | 'skippedRows'
  | 'stale'
  | 'stopComparing'
  | 'suspicious'
  | 'value'
  | 'verdict'
  | 'worse'
  | 'wrong';

/** The words in the user's language. */
export type EvaluationStrings = Readonly<Record<EvaluationStringKey, string>>;

/** From the extension. */
export type HostToEvaluation =
  | { readonly type: 'strings'; readonly strings: EvaluationStrings }
  | { readonly type: 'state'; readonly state: EvaluationState; readonly memory?: EvaluationMemory }
  | ({ readonly type: 'rows'; readonly revision: number } & RowSlice);

/** All {@link EvaluationAction}s. */
export const evaluationActions = [
  'again',
  'cancel',
  'compare',
  'stopComparing',
  'copyMarkdown',
  'export',
  'saveSamples',
  'pause',
  'resume',
  'field',
] as const;

/** What a button of the page does. */
export type EvaluationAction = (typeof evaluationActions)[number];

/** From the page. */
export type EvaluationToHost =
  | { readonly type: 'ready'; readonly query?: RowQuery }
  | { readonly type: 'query'; readonly query: RowQuery }
  | { readonly type: 'column'; readonly column: string }
  | { readonly type: 'rows'; readonly from: number; readonly to: number }
  /** Shows a row's response; `follow`: only where one is shown already. */
  | { readonly type: 'open'; readonly row: number; readonly focus: boolean; readonly follow: boolean }
  | { readonly type: 'showInLog'; readonly row: number }
  | { readonly type: 'saveSample'; readonly row: number }
  | { readonly type: 'action'; readonly action: EvaluationAction };
