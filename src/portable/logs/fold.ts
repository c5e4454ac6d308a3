import { type PageStore, VerdictTable } from '../../engine/index.ts';
import type { BatchVerdicts, JudgingPlan } from './batchJudge.ts';

/** A batch that was judged, and where its last record begins. */
export interface JudgedBatch extends BatchVerdicts {
  readonly last: { readonly log: number; readonly start: number; readonly block: number };
}

/** How far an evaluation is. */
export interface EvaluationProgress {
  /** Of each definition, the rows so far, in order. */
  readonly tables: readonly VerdictTable[];
  /** Bytes that were read, of those that there are; absent where nobody knows. */
  readonly bytes: number;
  readonly total: number | undefined;
}

/** What became of rows. The rule by majority was not applied yet. */
export interface FoldedRows {
  /** Of each definition. */
  readonly tables: readonly VerdictTable[];
  /** Rows with bytes that are not UTF-8, which were replaced. */
  readonly notUtf8: number;
  /** Rows that answer for other definitions of the evaluated one's file: they are in no table. */
  readonly leftOut: number;
  readonly tokens: number;
  readonly answers: number;
  /** What judging used of the first definition, where the plan wants to know. */
  readonly uses: ReadonlySet<string>;
}

/** Folds batches in the order in which they were added, whenever they are done. */
export class Fold {
  /** Its name, also in a build with short ones. */
  static readonly name = 'Fold';
  readonly #tables: readonly VerdictTable[];
  readonly #onProgress: (progress: Omit<EvaluationProgress, 'total'>) => void;
  #onBatch: ((batch: JudgedBatch) => void) | undefined;
  #last: Promise<void> = Promise.resolve();
  #open = 0;
  #waiting: (() => void) | undefined;
  #failed: { readonly error: unknown } | undefined;
  #bytes = 0;
  #notUtf8 = 0;
  #leftOut = 0;
  #tokens = 0;
  #answers = 0;
  readonly #uses = new Set<string>();

  constructor(
    { definitions, table }: JudgingPlan,
    onProgress: (progress: Omit<EvaluationProgress, 'total'>) => void,
    before: readonly JudgedBatch[],
    onBatch: ((batch: JudgedBatch) => void) | undefined,
    pages: PageStore | undefined,
  ) {
    this.#tables = definitions.map(() => new VerdictTable(table, pages));
    this.#onProgress = onProgress;
    for (const batch of before) this.#take(batch, 0);
    this.#onBatch = onBatch;
  }

  /** Waits until fewer than `limit` batches are open. Rejects when one failed. */
  async room(limit: number): Promise<void> {
    while (this.#open >= limit && !this.#failed)
      await new Promise<void>(resolve => {
        this.#waiting = resolve;
      });
    if (this.#failed?.error !== undefined) throw this.#failed.error;
  }

  add(judged: Promise<BatchVerdicts>, last: JudgedBatch['last'], bytes: number, signal: AbortSignal | undefined): void {
    this.#open++;
    // It may fail before its turn comes.
    judged.catch(() => {});
    this.#last = this.#last.then(async () => {
      try {
        const batch = await judged;
        if (!this.#failed) {
          this.#take(batch, bytes);
          // What is only a part of it has no end to go on from.
          if (!batch.isPart) this.#onBatch?.({ ...batch, last });
        }
        // What comes behind would leave a gap.
        if (batch.isPart) this.#failed ??= { error: undefined };
      } catch (error) {
        // Threads that were ended on purpose give nothing; what comes behind would leave a gap.
        if (signal?.aborted) this.#failed ??= { error: undefined };
        else this.#failed ??= { error };
      }
      this.#open--;
      this.#waiting?.();
    });
  }

  async end(): Promise<void> {
    await this.#last;
    if (this.#failed?.error !== undefined) throw this.#failed.error;
  }

  result(): FoldedRows {
    return {
      tables: this.#tables,
      notUtf8: this.#notUtf8,
      leftOut: this.#leftOut,
      tokens: this.#tokens,
      answers: this.#answers,
      uses: this.#uses,
    };
  }

  #take({ verdicts, notUtf8, leftOut, tokens, answers, uses = [] }: BatchVerdicts, bytes: number): void {
    for (const [i, packed] of verdicts.entries()) this.#tables[i]!.append(packed);
    this.#bytes += bytes;
    this.#notUtf8 += notUtf8;
    this.#leftOut += leftOut;
    this.#tokens += tokens;
    this.#answers += answers;
    for (const question of uses) this.#uses.add(question);
    this.#onProgress({ tables: this.#tables, bytes: this.#bytes });
  }
}
