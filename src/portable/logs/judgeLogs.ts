import { cutterFor, EngineError, type EvaluatedLog, type Host, VerdictTable } from '../../engine/index.ts';
import { breathe } from '../breathe.ts';
import { type BatchJudge, type BatchVerdicts, createBatchJudge, type JudgingPlan, type LogPlan } from './batchJudge.ts';
import type { LogSource } from './logSource.ts';
import { type LogOptions, openLog } from './openLog.ts';
import { otherNames } from './otherNames.ts';
import { BatchBuilder, type RecordBatch } from './recordBatch.ts';

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
export async function judgeLogs(
  inputs: readonly LogInput[],
  plan: JudgingPlan,
  { host, threads, startThreads, again, restAfterFirst = 0, signal, onLog, onProgress }: JudgeLogsOptions,
): Promise<LogsEvaluation> {
  const total = totalOf(inputs);
  const own = createBatchJudge(plan, host, signal);
  const [evaluated] = plan.definitions;
  const others = evaluated ? otherNames(evaluated) : [];
  const isAlone = threads === 0 || !startThreads;
  let workers: JudgingThreads | undefined;
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
  const fold = new Fold(plan, progress => onProgress?.({ ...progress, total }));
  const stop = () => void workers?.dispose();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const logs: (EvaluatedLog & { readonly fields: readonly string[] })[] = [];
    for (const [log, input] of inputs.entries()) {
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
        opened.chunks(),
        logPlan,
        { start: places ?? 0, lines: input.linesBefore ?? 0 },
        isAlone ? largestHere : largestBatch,
      )) {
        await fold.room(isAlone ? 1 : 2 * threads);
        if (signal?.aborted) break;
        const isFirst = !isAlone && !hasFirst;
        fold.add(judge(batch, logPlan), bytes, signal);
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

/** Of several logs an error says which one it is about. */
function namedError(error: unknown, path: string): unknown {
  if (!(error instanceof EngineError) || error.class !== 'LogIsCompressed') return error;
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
