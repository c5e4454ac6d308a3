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

/** Counts the lines of a log as they come: a run is all lines of one id, and its last line counts with retries. Memory grows with the runs. */
export class RunTally {
  readonly #runs = new Map<string, { first?: boolean; last?: boolean }>();

  /** A line: `isRead` says whether its answer was read; absent, there is none. */
  add({ id, retry, isRead }: { readonly id: string; readonly retry: number; readonly isRead?: boolean }): void {
    const run = this.#runs.get(id) ?? {};
    this.#runs.set(id, run);
    if (isRead === undefined) return;
    if (retry === 0) run.first = isRead;
    run.last = isRead;
  }

  summary(): RunSummary {
    const runs = [...this.#runs.values()];
    const count = (which: 'first' | 'last'): RunCount => {
      const answered = runs.filter(run => run[which] !== undefined);
      return { read: answered.filter(run => run[which]).length, answered: answered.length };
    };
    return {
      runs: runs.length,
      failed: runs.filter(({ last }) => last === undefined).length,
      first: count('first'),
      last: count('last'),
    };
  }
}
