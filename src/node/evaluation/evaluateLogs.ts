import { availableParallelism } from 'node:os';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { cutterFor, EngineError, type EvaluatedLog, type Host, VerdictTable } from '../../engine/index.ts';
import type { ModuleRights } from '../moduleRights.ts';
import { type BatchJudge, type BatchVerdicts, createBatchJudge, type JudgingPlan, type LogPlan } from './batchJudge.ts';
import type { LogSource } from './logSource.ts';
import { type LogOptions, openLog } from './openLog.ts';
import { otherNames } from './otherNames.ts';
import { BatchBuilder, type RecordBatch } from './recordBatch.ts';
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
  /** Hears of every log when its first rows were looked at. */
  onLog?(log: EvaluatedInput): void;
  /** Hears of every batch. */
  onProgress?(progress: EvaluationProgress): void;
}

/** How far an evaluation is. */
export interface EvaluationProgress {
  /** Of each definition, the rows so far, in order. */
  readonly tables: readonly VerdictTable[];
  /** Bytes that were read, of those that there are; absent where nobody knows. */
  readonly bytes: number;
  readonly total: number | undefined;
}

/** What became of the rows of some logs. The rule by majority was not applied yet. */
export interface LogsEvaluation {
  /** Of each definition. */
  readonly tables: readonly VerdictTable[];
  readonly logs: readonly (EvaluatedLog & { readonly fields: readonly string[] })[];
  /** Rows with bytes that are not UTF-8, which were replaced. */
  readonly notUtf8: number;
  /** Rows that models were asked for other definitions of the evaluated one's file: they are in no table. */
  readonly leftOut: number;
  readonly tokens: number;
  readonly answers: number;
  readonly cancelled: boolean;
}

/** Smaller logs are judged in this thread: starting others would take longer, in bytes. */
const fewBytes = 2 * 1024 * 1024;
/** The first batches are small, so that the first rows are there soon: this thread judges the first; in bytes and records. */
const firstBatch = 32 * 1024;
const largestBatch = 512 * 1024;
const maxRecords = 2000;
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
  const fold = new Fold(plan, progress => onProgress?.({ ...progress, total }));
  const stop = () => void workers?.dispose();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const logs: (EvaluatedLog & { readonly fields: readonly string[] })[] = [];
    for (const [log, input] of inputs.entries()) {
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
      )) {
        await fold.room(isAlone ? 1 : 2 * count);
        if (signal?.aborted) break;
        const isFirst = !isAlone && !hasFirst;
        fold.add(judge(batch, logPlan), bytes, signal);
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
  if (!(error instanceof EngineError) || error.class !== 'LogIsCompressed') return error;
  const advice = path.endsWith('.eval') ? ' Inspect does so with `inspect log convert --to json`.' : '';
  return new EngineError(error.class, `${path}: ${error.message}${advice}`);
}

function sumOf(sizes: readonly (number | undefined)[]): number | undefined {
  return sizes.reduce((sum, size) => (sum === undefined || size === undefined ? undefined : sum + size), 0);
}

async function* batchesOf(
  chunks: AsyncIterable<Uint8Array>,
  { framing }: LogPlan,
  { start, lines }: { readonly start: number; readonly lines: number },
  largest: number,
): AsyncGenerator<{ readonly batch: RecordBatch; readonly bytes: number }> {
  const cutter = cutterFor(framing, start);
  const builder = new BatchBuilder();
  let size = firstBatch;
  let bytes = 0;
  // The first record of CSV has the names.
  let toSkip = framing.kind === 'csv' ? 1 : 0;
  const take: Parameters<typeof cutter.push>[1] = record => {
    if (toSkip-- > 0) return;
    builder.add(lines > 0 ? { ...record, line: record.line + lines } : record);
  };
  for await (const chunk of chunks) {
    // A chunk may be larger than the first batch.
    for (let from = 0; from < chunk.length; ) {
      const part = chunk.subarray(from, from + size);
      from += part.length;
      cutter.push(part, take);
      bytes += part.length;
      if (builder.count === 0 || (bytes < size && builder.count < maxRecords)) continue;
      yield { batch: builder.take(), bytes };
      bytes = 0;
      size = Math.min(2 * size, largest);
    }
  }
  cutter.end(take);
  if (builder.count > 0) yield { batch: builder.take(), bytes };
}

/** Folds batches in the order in which they were given, whenever they are done. */
class Fold {
  readonly #tables: readonly VerdictTable[];
  readonly #onProgress: (progress: Omit<EvaluationProgress, 'total'>) => void;
  #last: Promise<void> = Promise.resolve();
  #open = 0;
  #waiting: (() => void) | undefined;
  #failed: { readonly error: unknown } | undefined;
  #bytes = 0;
  #notUtf8 = 0;
  #leftOut = 0;
  #tokens = 0;
  #answers = 0;

  constructor({ definitions, table }: JudgingPlan, onProgress: (progress: Omit<EvaluationProgress, 'total'>) => void) {
    this.#tables = definitions.map(() => new VerdictTable(table));
    this.#onProgress = onProgress;
  }

  /** Waits until fewer than `limit` batches are open. Rejects when one failed. */
  async room(limit: number): Promise<void> {
    while (this.#open >= limit && !this.#failed)
      await new Promise<void>(resolve => {
        this.#waiting = resolve;
      });
    if (this.#failed?.error !== undefined) throw this.#failed.error;
  }

  add(judged: Promise<BatchVerdicts>, bytes: number, signal: AbortSignal | undefined): void {
    this.#open++;
    // It may fail before its turn comes.
    judged.catch(() => {});
    this.#last = this.#last.then(async () => {
      try {
        const batch = await judged;
        if (!this.#failed) this.#take(batch, bytes);
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

  result(): Pick<LogsEvaluation, 'tables' | 'notUtf8' | 'leftOut' | 'tokens' | 'answers'> {
    return {
      tables: this.#tables,
      notUtf8: this.#notUtf8,
      leftOut: this.#leftOut,
      tokens: this.#tokens,
      answers: this.#answers,
    };
  }

  #take({ verdicts, notUtf8, leftOut, tokens, answers }: BatchVerdicts, bytes: number): void {
    for (const [i, packed] of verdicts.entries()) this.#tables[i]!.append(packed);
    this.#bytes += bytes;
    this.#notUtf8 += notUtf8;
    this.#leftOut += leftOut;
    this.#tokens += tokens;
    this.#answers += answers;
    this.#onProgress({ tables: this.#tables, bytes: this.#bytes });
  }
}
