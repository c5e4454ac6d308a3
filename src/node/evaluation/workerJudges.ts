import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BatchVerdicts, JudgingPlan, LogPlan } from '../../portable/logs/batchJudge.ts';
import type { RecordBatch } from '../../portable/logs/recordBatch.ts';
import type { CachedThreadData } from '../cachedThread.ts';
import type { ModuleRights } from '../moduleRights.ts';

/** What a worker is started with. */
export interface WorkerPlan {
  readonly plan: JudgingPlan;
  /** The folder with the tables of token counters, where it is not the usual one. */
  readonly tables?: string;
  /** The Python that runs modules, where it is not the usual one. */
  readonly python?: string;
  /** The modules of the user's that may run; false: none. Absent: all. */
  readonly modules?: ModuleRights | false;
}

/** A batch for a worker; the log's plan only where it is another than before. */
export interface WorkerQuestion {
  readonly batch: RecordBatch;
  readonly plan?: LogPlan;
}

/** A worker's answer: verdicts, or what kept it from having any. */
export type WorkerAnswer = { readonly verdicts: BatchVerdicts } | { readonly failed: string };

/** The worker's bundle; `undefined` where nothing is built. */
export function workerFile(): string | undefined {
  const folders = [__dirname, join(__dirname, '..', '..', '..', 'dist')];
  return folders.map(folder => join(folder, 'evaluation.js')).find(file => existsSync(file));
}

/** Of a row nothing lives longer than its judging: more room for what is new costs memory, and saves no time. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

interface Seat {
  readonly worker: Worker;
  plan?: LogPlan;
}

/** Threads that judge batches, each one at a time. */
export class WorkerJudges {
  readonly #seats: Seat[];
  readonly #free: Seat[];
  readonly #waiting: ((seat: Seat) => void)[] = [];
  #isDisposed = false;

  /** `codeCache`: the folder for what V8 makes of the bundle; absent: it is compiled anew. */
  constructor(file: string, count: number, start: WorkerPlan, codeCache?: string) {
    const cached = codeCache !== undefined && { bundle: basename(file), codeCache };
    this.#seats = Array.from({ length: count }, () => ({
      worker: new Worker(cached ? join(dirname(file), 'thread.js') : file, {
        workerData: cached ? ({ ...start, ...cached } satisfies WorkerPlan & CachedThreadData) : start,
        execArgv: [],
        stdout: false,
        resourceLimits,
      }),
    }));
    this.#free = [...this.#seats];
    // Whoever asks hears of errors; one between two questions must not end the process.
    for (const { worker } of this.#seats) worker.on('error', () => {});
  }

  /** Judges a batch when a thread is free. Rejects when the thread ends. */
  readonly judge = async (batch: RecordBatch, plan: LogPlan): Promise<BatchVerdicts> => {
    const seat = this.#free.pop() ?? (await new Promise<Seat>(resolve => this.#waiting.push(resolve)));
    try {
      // Nobody would answer.
      if (this.#isDisposed) throw new Error('The evaluation was ended.');
      return await ask(seat, batch, plan);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(seat);
      else this.#free.push(seat);
    }
  };

  /** Ends the threads at once. */
  async dispose(): Promise<void> {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    await Promise.all(this.#seats.map(({ worker }) => worker.terminate()));
  }
}

function ask(seat: Seat, batch: RecordBatch, plan: LogPlan): Promise<BatchVerdicts> {
  const { worker } = seat;
  return new Promise((resolve, reject) => {
    const settle = (action: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      action();
    };
    const onMessage = (answer: WorkerAnswer) =>
      settle(() => ('failed' in answer ? reject(new Error(answer.failed)) : resolve(answer.verdicts)));
    const onError = (error: unknown) => settle(() => reject(error));
    const onExit = () => settle(() => reject(new Error('A thread of the evaluation ended.')));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    const question: WorkerQuestion = { batch, ...(seat.plan !== plan && { plan }) };
    seat.plan = plan;
    const { bytes, ends, lines, starts, lengths, blocks } = batch;
    const moved = [bytes, ends, lines, starts, lengths, blocks].map(({ buffer }) => buffer as ArrayBuffer);
    worker.postMessage(question, moved);
  });
}
