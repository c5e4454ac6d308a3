import type {
  EvaluatedLog,
  EvaluationFile,
  LogPlace,
  LogRow,
  SuspicionCode,
  TableOptions,
  TokenCounterSpec,
  VerdictTable,
} from '../engine/index.ts';
import type { DefinitionRef } from './definitionCache.ts';

/** A log to be evaluated: a file or folder on the disk, a file of another file system, or bytes of anything else. */
export interface EvaluationLog {
  /** As it is shown, and stands in an evaluation's file. */
  readonly path: string;
  /** The file's name, for its extension. */
  readonly name: string;
  /** Its path on the disk. */
  readonly file?: string;
  /** Its address on another file system. */
  readonly address?: string;
  readonly bytes?: Uint8Array;
  /** The field that its user chose. */
  readonly field?: string;
  /** The byte of the file that it begins at. */
  readonly from?: number;
}

/** An open log: its rows can be read again. */
export interface OpenLog {
  readonly path: string;
  readonly field: string;
  readonly fields: readonly string[];
  readonly reader: string;
  /** Its path on the disk. */
  readonly file?: string;
  /** Rows by their places; `undefined` where one is not there any more, or has more than `limit` bytes. */
  rows(places: readonly LogPlace[], limit: number): Promise<readonly (LogRow | undefined)[]>;
  /** Tells of all rows in their order whether their responses have a text, which is in lower case, until `visit` gives false. */
  search(text: string, visit: (has: boolean) => boolean): Promise<void>;
}

/** What the rows of some logs came to, see `evaluateLogs`. */
export interface EvaluatedLogs {
  readonly tables: readonly VerdictTable[];
  readonly logs: readonly EvaluatedLog[];
  readonly notUtf8: number;
  /** Rows that answer for other definitions of the file. */
  readonly leftOut: number;
  readonly cancelled: boolean;
  /** What judging used of the first definition, where the plan wants to know. */
  readonly uses?: ReadonlySet<string>;
}

/** An evaluation with its file's name. */
export interface NamedEvaluation {
  readonly name: string;
  readonly evaluation: EvaluationFile;
}

/** What parts of an evaluation are together. */
export interface MergedEvaluations {
  readonly judged: EvaluatedLogs & { readonly tokens: number; readonly answers: number };
  readonly of: number;
  /** The parts that are there, sorted. */
  readonly shards: readonly number[];
  readonly files: readonly string[];
  /** Parts that do not fit, and why, in words that go on after "it has". */
  readonly left: readonly { readonly name: string; readonly why: string }[];
}

/** How logs are judged. */
export interface EvaluationPlan {
  readonly definitions: readonly DefinitionRef[];
  readonly off: readonly SuspicionCode[];
  readonly on?: readonly SuspicionCode[];
  readonly table: TableOptions;
  readonly tokens?: TokenCounterSpec;
  /** See `JudgingPlan`. */
  readonly tellsUses?: boolean;
}

/** Ends work that is under way. */
export class Cancel {
  #isCancelled = false;
  readonly #listeners: (() => void)[] = [];

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  onCancel(listener: () => void): void {
    if (this.#isCancelled) listener();
    else this.#listeners.push(listener);
  }

  cancel(): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    for (const listener of this.#listeners) listener();
  }
}

/** What an evaluation hears of its logs while they are read. */
export interface EvaluationHooks {
  readonly signal: Cancel;
  onLog(log: OpenLog): void;
  onProgress(progress: {
    readonly tables: readonly VerdictTable[];
    readonly bytes: number;
    readonly total: number | undefined;
  }): void;
}

/** Reads logs: what a service cannot do alone. */
export interface LogsRunner {
  /** What tells whether a log is still what it was, such as its size and when it was written; `undefined`: nobody can say. Never rejects. */
  stateOf(log: EvaluationLog): Promise<string | undefined>;
  /** Judges the rows of logs. Rejects where one cannot be read, or a definition makes no parser. */
  evaluate(logs: readonly EvaluationLog[], plan: EvaluationPlan, hooks: EvaluationHooks): Promise<EvaluatedLogs>;
  /**
   * Judges the lines that were added to a log from a byte on, up to the last one that is complete. `lines`: those before.
   * Gives where the next ones begin.
   */
  evaluateMore(
    log: EvaluationLog,
    start: { readonly from: number; readonly lines: number },
    plan: EvaluationPlan,
    hooks: EvaluationHooks,
  ): Promise<(EvaluatedLogs & { readonly next: { readonly from: number; readonly lines: number } }) | undefined>;
  /**
   * The first rows of logs whose responses are text, an equal share of each log, at most `count`; `length` bounds
   * their text, in UTF-16 units. With a definition, rows that models were asked for others of its file are left out.
   * Rejects where a log cannot be read.
   */
  firstRows(
    logs: readonly EvaluationLog[],
    limits: { readonly count: number; readonly length: number },
    definition?: DefinitionRef,
  ): Promise<readonly { readonly text: string; readonly row: LogRow }[]>;
  /** Writes a file piece by piece. */
  write(file: string, pieces: Iterable<string>): Promise<void>;
  /** Puts a part of an evaluation together with those of others that fit. Rejects where the rows of one are broken. */
  merge(own: NamedEvaluation, others: readonly NamedEvaluation[]): Promise<MergedEvaluations>;
}
