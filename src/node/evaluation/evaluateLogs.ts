import { availableParallelism } from 'node:os';
import type { JudgingPlan } from '../../portable/logs/batchJudge.ts';
import {
  type JudgeLogsOptions,
  judgeLogs,
  type LogInput,
  type LogsEvaluation,
  totalOf,
} from '../../portable/logs/judgeLogs.ts';
import type { ModuleRights } from '../moduleRights.ts';
import { fileSource } from './fileSource.ts';
import { WorkerJudges, workerFile } from './workerJudges.ts';

/** How logs are evaluated; the host is this thread's, others have Node's own. */
export interface EvaluateLogsOptions extends Omit<JudgeLogsOptions, 'threads' | 'startThreads' | 'again'> {
  /** Threads; absent: one for each core, and none for logs that are small. 0: this thread. */
  readonly threads?: number;
  /** The folder with the tables of token counters, where it is not the usual one. */
  readonly tables?: string;
  /** The Python that runs modules in threads, where it is not the usual one. */
  readonly python?: string;
  /** The modules of the user's that may run in threads; false: none. Absent: all. */
  readonly modules?: ModuleRights | false;
  /** The folder for what V8 makes of the threads' bundles; absent: they are compiled anew. */
  readonly codeCache?: string;
}

/** Smaller logs are judged in this thread: starting others would take longer, in bytes. */
const fewBytes = 2 * 1024 * 1024;

/** Judges the rows of logs on all cores, see `judgeLogs`. Rejects where a log cannot be read, with Node's own error. */
export async function evaluateLogs(
  inputs: readonly LogInput[],
  plan: JudgingPlan,
  { threads, tables, python, modules, codeCache, ...options }: EvaluateLogsOptions,
): Promise<LogsEvaluation> {
  const total = totalOf(inputs);
  const file = workerFile();
  const count = threads ?? (total !== undefined && total < fewBytes ? 0 : availableParallelism());
  const start = {
    plan,
    ...(tables !== undefined && { tables }),
    ...(python !== undefined && { python }),
    ...(modules !== undefined && { modules }),
  };
  return judgeLogs(inputs, plan, {
    ...options,
    threads: count,
    ...(file !== undefined && { startThreads: () => new WorkerJudges(file, count, start, codeCache) }),
    again: async ({ file }) => (file === undefined ? undefined : fileSource(file)),
  });
}
