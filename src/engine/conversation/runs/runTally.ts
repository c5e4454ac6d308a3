/** Answers of runs, counted: a share of them was read. */
export interface RunCount {
  readonly read: number;
  readonly answered: number;
}

/** How runs went. */
export interface RunSummary {
  readonly runs: number;
  /** Runs whose connection failed for good before there was any answer. */
  readonly failed: number;
  /** The first answers alone. */
  readonly first: RunCount;
  /** The last answer of every run. */
  readonly last: RunCount;
}

/**
 * Counts the lines of a log as they come: a run is all lines of one id, and its last line counts with retries. Each line
 * and each summary costs the same however many came before; memory grows with the runs.
 */
export class RunTally {
  /** Its name, also in a build with short ones. */
  static readonly name = 'RunTally';
  readonly #runs = new Map<string, { first?: boolean; last?: boolean }>();
  readonly #first = { read: 0, answered: 0 };
  readonly #last = { read: 0, answered: 0 };

  /** A line: `isRead` says whether its answer was read; absent, there is none. */
  add({ id, retry, isRead }: { readonly id: string; readonly retry: number; readonly isRead?: boolean }): void {
    const run = this.#runs.get(id) ?? {};
    this.#runs.set(id, run);
    if (isRead === undefined) return;
    if (retry === 0) {
      recount(this.#first, run.first, isRead);
      run.first = isRead;
    }
    recount(this.#last, run.last, isRead);
    run.last = isRead;
  }

  summary(): RunSummary {
    const runs = this.#runs.size;
    return { runs, failed: runs - this.#last.answered, first: { ...this.#first }, last: { ...this.#last } };
  }
}

/** Counts an answer in the place of the one before it, if there was one. */
function recount(count: { read: number; answered: number }, before: boolean | undefined, now: boolean): void {
  if (before === undefined) count.answered++;
  count.read += Number(now) - Number(before ?? false);
}
