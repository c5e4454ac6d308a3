/** How many rows got which verdict. */
export interface EvaluationTotals {
  readonly rows: number;
  readonly skipped: number;
  /** Rows without a verdict: near them too many ran into a limit of time. */
  readonly untried: number;
  readonly ok: number;
  readonly suspicious: number;
  readonly error: number;
  /** Those whose answer reached the limit of tokens, whatever became of them; absent where there are none. */
  readonly cut?: number;
  readonly right?: number;
  readonly wrong?: number;
  /** Of `skipped`, those that were kept from being read. */
  readonly unread?: number;
}

/** A log with the field that its responses were found in; `fields`: those that could be, none where the log is not at hand. */
export interface EvaluationLogView {
  readonly path: string;
  readonly reader: string;
  readonly field: string;
  readonly fields: readonly string[];
}

/** Rows that gave no value, all for the same reason. */
export interface EvaluationCauseView {
  /** What a {@link RowQuery} names it by. */
  readonly id: string;
  readonly kind: 'error' | 'suspicious' | 'skipped';
  readonly code: string;
  readonly detail?: string;
  /** What the code means, in a sentence. */
  readonly sentence?: string;
  readonly count: number;
  /** Where its first row stands: `log.jsonl:12`; absent: no row has it now. */
  readonly example?: string;
  /** Beside another evaluation: how many rows had it there. */
  readonly before?: number;
  /** Rows that have it now and did not there, and the other way round. */
  readonly came?: number;
  readonly went?: number;
}

/** The rows that have one value in a column; `null`: none. */
export interface EvaluationGroupView extends EvaluationTotals {
  /** What a {@link RowQuery} names it by. */
  readonly value: string | null;
  /** The value in words; absent where there is none. */
  readonly name?: string;
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
  /** Rows that are ok in neither, each with another cause now. */
  readonly moved: number;
  /** Of McNemar's exact test, `p = 0.012`; absent where rows could not be paired. */
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

/** Which parts of a larger evaluation there are. */
export interface EvaluationPartsView {
  readonly has: string;
  readonly of: number;
  readonly missing: string;
  /** None is missing. */
  readonly isWhole?: true;
  /** The files that were put together here. */
  readonly files?: string;
  /** Others were looked for, and none fits. */
  readonly isAlone?: true;
  /** Those that do not fit, and why; empty: none. */
  readonly left?: string;
}

/** The numbers of an evaluation. */
export interface EvaluationView {
  readonly parser: { readonly file: string; readonly name: string; readonly type: string };
  readonly logs: readonly EvaluationLogView[];
  readonly totals: EvaluationTotals;
  /** `45.7 %`, `–` where no row has a response. */
  readonly rate: string;
  readonly interval: string;
  /** The same after feedback, where there was any; `answers`: all of them, which the list of rows has. */
  readonly withRetries?: {
    readonly rate: string;
    readonly interval: string;
    readonly answers: number;
    /** Of the rows with a response, those that are ok. */
    readonly ok: number;
    readonly read: number;
  };
  /** Rows of runs for other definitions of the file. */
  readonly leftOut: number;
  /** What the framework sends in silence after answers that it cannot read; absent: nothing. */
  readonly fallback?: {
    readonly reader: string;
    readonly requests: number;
    /** The answers that were tried. */
    readonly of: number;
    /** Without inputs; absent where nothing counts them. */
    readonly tokens?: number;
  };
  readonly causes: readonly EvaluationCauseView[];
  /** Causes that are not listed. */
  readonly moreCauses: number;
  /** The columns that rows can be grouped by. */
  readonly columns: readonly string[];
  /** The one that they are grouped by. */
  readonly column?: string;
  /** What was measured of rows, by name. */
  readonly measures: readonly string[];
  readonly groups: readonly EvaluationGroupView[];
  readonly moreGroups: number;
  readonly comparison?: EvaluationComparisonView;
  /** Rows with bytes that are not UTF-8. */
  readonly notUtf8: number;
  /** Which parts of a larger evaluation these are, as `1–3, 5`, and which are not here; absent: it is whole. */
  readonly parts?: EvaluationPartsView;
}
