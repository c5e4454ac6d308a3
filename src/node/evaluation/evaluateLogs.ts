import { availableParallelism } from 'node:os';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { EngineError, type EvaluatedLog, type Host } from '../../engine/index.ts';
import type { ModuleRights } from '../moduleRights.ts';
import { batchesOf } from './batchesOf.ts';
import { type BatchJudge, createBatchJudge, type JudgingPlan, type LogPlan } from './batchJudge.ts';
import { type EvaluationProgress, Fold, type FoldedRows, type JudgedBatch } from './fold.ts';
import type { LogSource } from './logSource.ts';
import { type LogOptions, openLog } from './openLog.ts';
import { otherNames } from './otherNames.ts';
import type { RecordFilter } from './shard.ts';
import { WorkerJudges, workerFile } from './workerJudges.ts';

/** A log to be evaluated. */
export interface LogInput extends LogOptions {
  /** As its user named it. */
  readonly path: string;
  /** The file's name, for its extension. */
  readonly name: string;
  readonly source: LogSource;
  /** Its address on the disk; absent where its bytes are not a file's. */
  readonly file?: string;
  /** Of the file, in bytes. */
  readonly size?: number;
  /** Whether its rows are the texts of a folder, each called by its path there. */
  readonly isFolder?: true;
  /** Lines that stand in the file before the first of the source's. */
  readonly linesBefore?: number;
}

/** A log that is being evaluated: how its rows can be read again. */
export interface EvaluatedInput {
  readonly input: LogInput;
  readonly plan: LogPlan;
  readonly field: string;
  readonly fields: readonly string[];
}

/** How logs are evaluated. */
export interface EvaluateLogsOptions {
  /** What the definitions' patterns and modules, and counters, run on; in threads Node's own. */
  readonly host: Host;
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
  /** How long the first batch of many is rested after, in milliseconds: whoever shows its rows has the processor. */
  readonly restAfterFirst?: number;
  /** Ends the evaluation; what was judged until then is the result. */
  readonly signal?: AbortSignal;
  /** Which records are judged; absent: all. */
  readonly filter?: RecordFilter;
  /** What came to the rows before, which the filter leaves out. */
  readonly before?: readonly JudgedBatch[];
  /** Hears of every batch in the order of the rows, and where its last record stands. */
  onBatch?(batch: JudgedBatch): void;
  /** Hears of every log when its first rows were looked at. */
  onLog?(log: EvaluatedInput): void;
  /** Hears of every batch. */
  onProgress?(progress: EvaluationProgress): void;
}

/** What became of the rows of some logs. The rule by majority was not applied yet. */
export interface LogsEvaluation extends FoldedRows {
  readonly logs: readonly (EvaluatedLog & { readonly fields: readonly string[] })[];
  readonly cancelled: boolean;
}

/** Smaller logs are judged in this thread: starting others would take longer, in bytes. */
const fewBytes = 2 * 1024 * 1024;
/** The largest batches, in bytes. */
const largestBatch = 512 * 1024;
/** The largest one in this thread, which cannot be stopped within it. */
const largestHere = 64 * 1024;

/**
 * Judges the rows of logs by one definition, or by two at once, on all cores. Rows are folded in their order, whatever order
 * threads are done in. Rejects where a log cannot be read, with Node's own error, or where a definition makes no parser.
 */
export async function evaluateLogs(
  inputs: readonly LogInput[],
  plan: JudgingPlan,
  {
    host,
    threads,
    tables: tableFolder,
    python,
    modules,
    codeCache,
    restAfterFirst = 0,
    signal,
    filter,
    before = [],
    onBatch,
    onLog,
    onProgress,
  }: EvaluateLogsOptions,
): Promise<LogsEvaluation> {
  const total = sumOf(inputs.map(({ source }) => source.total));
  const own = createBatchJudge(plan, host, signal);
  const [evaluated] = plan.definitions;
  const others = evaluated ? otherNames(evaluated) : [];
  const file = workerFile();
  const count = threads ?? (total !== undefined && total < fewBytes ? 0 : availableParallelism());
  const isAlone = count === 0 || file === undefined;
  let workers: WorkerJudges | undefined;
  let hasFirst = false;
  const judge: BatchJudge = (batch, log) => {
    // The first rows are there before a thread could be: it has the engine to load.
    if (isAlone || !hasFirst) {
      hasFirst = true;
      return own(batch, log);
    }
    const tables = tableFolder !== undefined && { tables: tableFolder };
    workers ??= new WorkerJudges(
      file,
      count,
      { plan, ...tables, ...(python !== undefined && { python }), ...(modules !== undefined && { modules }) },
      codeCache,
    );
    return workers.judge(batch, log);
  };
  const fold = new Fold(plan, progress => onProgress?.({ ...progress, total }), before, onBatch);
  const stop = () => void workers?.dispose();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const logs: (EvaluatedLog & { readonly fields: readonly string[] })[] = [];
    for (const [log, input] of inputs.entries()) {
      if (filter?.reads(log) === false) {
        logs.push({ path: input.path, size: input.size ?? 0, sha256: '', reader: '', field: '', fields: [] });
        continue;
      }
      const opened = await openLog(input.source, input.name, input).catch((error: unknown) => {
        throw namedError(error, input.path);
      });
      const { framing, names, field, fields } = opened;
      const reading = others.length > 0 ? { ...opened.reading, others } : opened.reading;
      const logPlan: LogPlan = { log, framing, reading, ...(names && { names }) };
      const places = input.source.offset;
      onLog?.({ input, plan: logPlan, field, fields });
      for await (const { batch, bytes } of batchesOf(
        opened.chunks(),
        logPlan,
        { start: places ?? 0, lines: input.linesBefore ?? 0 },
        isAlone ? largestHere : largestBatch,
        filter,
      )) {
        await fold.room(isAlone ? 1 : 2 * count);
        if (signal?.aborted) break;
        const isFirst = !isAlone && !hasFirst;
        const last = { log, start: batch.starts.at(-1)! };
        fold.add(judge(batch, logPlan), last, bytes, signal);
        if (isFirst && restAfterFirst > 0) {
          await fold.room(1);
          await setTimeout(restAfterFirst, undefined, { signal }).catch(() => {});
        }
        // A click on Cancel, and whatever else waits, comes before the next batch of this thread, and before others are begun.
        if (!workers) await setImmediate();
      }
      const isFolder = input.isFolder && { isFolder: input.isFolder };
      logs.push({ path: input.path, ...input.source.facts(), reader: reading.reader, field, fields, ...isFolder });
      if (signal?.aborted) break;
    }
    await fold.end();
    return { ...fold.result(), logs, cancelled: signal?.aborted === true };
  } finally {
    signal?.removeEventListener('abort', stop);
    await workers?.dispose();
  }
}

/** Of several logs an error says which one it is about. */
function namedError(error: unknown, path: string): unknown {
  if (!(error instanceof EngineError) || !/^LogIs/.test(error.class)) return error;
  const advice = path.endsWith('.eval') ? ' Inspect does so with `inspect log convert --to json`.' : '';
  return new EngineError(error.class, `${path}: ${error.message}${advice}`);
}

function sumOf(sizes: readonly (number | undefined)[]): number | undefined {
  return sizes.reduce((sum, size) => (sum === undefined || size === undefined ? undefined : sum + size), 0);
}
