import type { Host, ModuleJob, ModuleOutcome } from '../core/host.ts';

/** How many records of a log are a block: few enough that the shards of a small log are alike. */
export const blockSize = 64;
/** How many limits of time the rows of a block may run into before the rest of it is given up. */
const mostLimits = 5;

/** Rows of a log that are given up together. `limits`: how many limits of time were run into, which is counted here. */
export interface RowBlock {
  limits: number;
}

/**
 * A host that gives up block by block, whatever happened in others: which rows are not tried depends on their block alone,
 * and not on threads, on shards, or on what was judged before. One block at a time; without one it is the host as it is.
 */
export class LimitGate {
  readonly host: Host;
  #block: RowBlock | undefined;

  constructor(host: Host) {
    const { runPattern, runModule, runModules } = host;
    this.host = {
      ...host,
      ...(runPattern && { runPattern: this.#patterns(runPattern.bind(host)) }),
      ...(runModule && { runModule: this.#module(host) }),
      ...(runModules && { runModules: this.#modules(runModules.bind(host)) }),
    };
  }

  /** Whether the block is given up. */
  get isClosed(): boolean {
    return this.#block !== undefined && this.#block.limits >= mostLimits;
  }

  /** How many limits the block ran into. */
  get limits(): number {
    return this.#block?.limits ?? 0;
  }

  /** Does work for the rows of a block. */
  async within<T>(block: RowBlock | undefined, work: () => Promise<T>): Promise<T> {
    this.#block = block;
    try {
      return await work();
    } finally {
      this.#block = undefined;
    }
  }

  #patterns(run: NonNullable<Host['runPattern']>): NonNullable<Host['runPattern']> {
    return async (job, limitMs) => {
      const block = this.#block;
      if (!block) return run(job, limitMs);
      if (this.isClosed)
        return { ok: false, reason: 'timeout', message: 'The pattern was not tried.', timeouts: block.limits };
      const outcome = await run({ ...job, isTrial: true }, limitMs);
      if (!outcome.ok && outcome.reason === 'timeout') block.limits++;
      return outcome;
    };
  }

  #module(host: Host): NonNullable<Host['runModule']> {
    return async (job, limitMs) => {
      if (!this.#block) return host.runModule!(job, limitMs);
      if (host.runModules) return (await this.host.runModules!([job], limitMs))?.[0];
      if (this.isClosed) return notRun(this.limits);
      const outcome = await host.runModule!(job, limitMs);
      this.#note(outcome ? [outcome] : []);
      return outcome;
    };
  }

  #modules(run: NonNullable<Host['runModules']>): NonNullable<Host['runModules']> {
    return async (jobs: readonly ModuleJob[], limitMs) => {
      if (!this.#block) return run(jobs, limitMs);
      if (this.isClosed) return jobs.map(() => notRun(this.limits));
      const outcomes = await run(jobs, limitMs, mostLimits - this.limits);
      this.#note(outcomes ?? []);
      return outcomes;
    };
  }

  #note(outcomes: readonly ModuleOutcome[]): void {
    const block = this.#block;
    if (!block) return;
    for (const outcome of outcomes)
      if (!outcome.ok && outcome.error.class === 'ModuleTimeout' && !isGivenUp(outcome.error.message)) block.limits++;
  }
}

/** How a host says that it gave up on a pattern or module: nothing is known of the response. */
const givenUp = /^(?:The pattern was not tried|It was not run again)/;

/** Whether an error says that a response was not tried at all. */
export function isGivenUp(message: string): boolean {
  return givenUp.test(message);
}

function notRun(limits: number): ModuleOutcome {
  const message = `It was not run again: it did not finish in time ${limits} times.`;
  return { ok: false, error: { class: 'ModuleTimeout', message } };
}
