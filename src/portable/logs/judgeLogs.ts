import { EngineError, type EvaluatedLog, type Host, type PageStore } from '../../engine/index.ts';
import { breathe } from '../breathe.ts';
import {
  type BatchJudge,
  type BatchVerdicts,
  createBatchJudge,
  type JudgingPlan,
  type LogPlan,
  otherNames,
} from './batchJudge.ts';
import { type EvaluationProgress, Fold, type FoldedRows, type JudgedBatch } from './fold.ts';
import type { LogSource } from './logSource.ts';
import { type LogOptions, openLog } from './openLog.ts';
import { batchesOf } from './recordBatch.ts';
import type { RecordFilter } from './shard.ts';

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

/** Threads that judge batches beside this one. */
export interface JudgingThreads {
  readonly judge: BatchJudge;
  /** Ends them at once. */
  dispose(): Promise<void>;
}

/** How logs are judged, on any platform. */
export interface JudgeLogsOptions {
  /** What the definitions' patterns and modules, and counters, run on in this thread. */
  readonly host: Host;
  /** How many threads there are to be; 0: this one alone. */
  readonly threads: number;
  /** Starts them when the first batch is there for them; absent: this thread alone. */
  startThreads?(): JudgingThreads;
  /** A log from its start once more; `undefined`: it can be read only once. */
  again(input: LogInput): Promise<LogSource | undefined>;
  /** How long the first batch of many is rested after, in milliseconds: whoever shows its rows has the processor. */
  readonly restAfterFirst?: number;
  /** Ends the evaluation; what was judged until then is the result. */
  readonly signal?: AbortSignal;
  /** Which records are judged; absent: all. */
  readonly filter?: RecordFilter;
  /** What came to the rows before, which the filter leaves out. */
  readonly before?: readonly JudgedBatch[];
  /** Keeps most of what is kept of rows; absent: memory. */
  readonly pages?: PageStore;
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

/** The largest batches, in bytes. */
const largestBatch = 512 * 1024;
/** The largest one in this thread, which cannot be stopped within it. */
const largestHere = 64 * 1024;

/**
 * Judges the rows of logs by one definition, or by two at once, on all cores. Rows are folded in their order, whatever order
 * threads are done in. Rejects where a log cannot be read, with an `EngineError` that names it or with Node's own error, or where a definition makes no parser.
 */
export async function judgeLogs(
  inputs: readonly LogInput[],
  plan: JudgingPlan,
  {
    host,
    threads,
    startThreads,
    again,
    restAfterFirst = 0,
    signal,
    filter,
    before = [],
    pages,
    onBatch,
    onLog,
    onProgress,
  }: JudgeLogsOptions,
): Promise<LogsEvaluation> {
  const total = totalOf(inputs);
  const own = createBatchJudge(plan, host, signal);
  const [evaluated] = plan.definitions;
  const others = evaluated ? otherNames(evaluated) : [];
  const isAlone = threads === 0 || !startThreads;
  let workers: JudgingThreads | undefined;
  const lastBefore = before.at(-1);
  // The last batch: a block that it did not end goes on in the next.
  let open = lastBefore && { ...lastBefore.last, judged: Promise.resolve<Pick<BatchVerdicts, 'limits'>>(lastBefore) };
  let hasFirst = false;
  const judge: BatchJudge = (batch, log) => {
    // The first rows are there before a thread could be: it has the engine to load.
    if (isAlone || !hasFirst) {
      hasFirst = true;
      return own(batch, log);
    }
    workers ??= startThreads();
    return workers.judge(batch, log);
  };
  const fold = new Fold(plan, progress => onProgress?.({ ...progress, total }), before, onBatch, pages);
  const stop = () => void workers?.dispose();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const logs: (EvaluatedLog & { readonly fields: readonly string[] })[] = [];
    for (const [log, input] of inputs.entries()) {
      if (filter?.reads(log) === false) {
        logs.push({ path: input.path, size: input.size ?? 0, sha256: '', reader: '', field: '', fields: [] });
        continue;
      }
      const opened = await openLog(input.source, input.name, { ...input, again: () => again(input) }).catch(
        (error: unknown) => {
          throw namedError(error, input.path);
        },
      );
      const { framing, names, field, fields } = opened;
      const reading = others.length > 0 ? { ...opened.reading, others } : opened.reading;
      const logPlan: LogPlan = { log, framing, reading, ...(names && { names }) };
      const places = input.source.offset;
      onLog?.({ input, plan: logPlan, field, fields });
      for await (const { batch, bytes } of batchesOf(
        named(opened.chunks(), input.path),
        logPlan,
        { start: places ?? 0, lines: input.linesBefore ?? 0 },
        isAlone ? largestHere : largestBatch,
        filter,
      )) {
        await fold.room(isAlone ? 1 : 2 * threads);
        if (signal?.aborted) break;
        const isFirst = !isAlone && !hasFirst;
        // A batch is moved to the thread that judges it.
        const last = { log, start: batch.starts.at(-1)!, block: batch.blocks.at(-1)! };
        const goesOn = open?.log === log && open.block === batch.blocks[0] ? open.judged : undefined;
        const judged = goesOn
          ? goesOn.then(({ limits }) => judge({ ...batch, limits }, logPlan))
          : judge(batch, logPlan);
        open = { ...last, judged };
        fold.add(judged, last, bytes, signal);
        if (isFirst && restAfterFirst > 0) {
          await fold.room(1);
          await rest(restAfterFirst, signal);
        }
        // A click on Cancel, and whatever else waits, comes before the next batch of this thread, and before others are begun.
        if (!workers) await breathe();
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

async function* named(chunks: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw namedError(error, path);
  }
}

/** Of several logs an error says which one it is about. */
function namedError(error: unknown, path: string): unknown {
  if (!(error instanceof EngineError) || !/^LogIs/.test(error.class)) return error;
  const advice = path.endsWith('.eval') ? ' Inspect does so with `inspect log convert --to json`.' : '';
  return new EngineError(error.class, `${path}: ${error.message}${advice}`);
}

/** The bytes of all logs, as far as that is known. */
export function totalOf(inputs: readonly LogInput[]): number | undefined {
  return inputs.reduce<number | undefined>(
    (sum, { source: { total } }) => (sum === undefined || total === undefined ? undefined : sum + total),
    0,
  );
}

function rest(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
  });
}
