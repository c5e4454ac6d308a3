import {
  EngineError,
  type EvaluationFile,
  evaluatedParser,
  evaluationOf,
  markOddTypes,
  type SuspicionCode,
  VerdictTable,
} from '../engine/index.ts';
import type { EvaluationPhase, RowQuery, RowSlice } from '../protocol/evaluationProtocol.ts';
import { evaluationModel } from '../views/evaluationModel.ts';
import { changesOf } from '../views/evaluationRows.ts';
import { comparedTables } from '../views/pairedRows.ts';
import type { EvaluatedRows, EvaluationTools } from './evaluatedRows.ts';
import type { CauseExample, EvaluationRequest, EvaluationUpdate, OpenedRow, SampleOfRow } from './evaluationApi.ts';
import { EvaluationListing } from './evaluationListing.ts';
import { Cancel, type EvaluationPlan, type OpenLog } from './evaluationLogs.ts';
import { causeExamples, evaluationText, markdownOf, openedRow, rowPieces, samplesOf } from './evaluationOutputs.ts';
import type { DefinitionRef } from './readings.ts';

/** What is told follows what was told before by so many milliseconds at least. */
const pause = 250;
/** No more than this share of the time goes into counting while rows arrive. */
const maxShare = 0.2;

/** One evaluation: reads logs, and keeps what becomes of their rows. */
export class EvaluationSession {
  readonly #tools: EvaluationTools;
  readonly #listing: EvaluationListing;
  #run: Cancel | undefined;
  /** What is being read, or was read last. */
  #request: EvaluationRequest | undefined;
  /** What is shown. */
  #shown: EvaluatedRows | undefined;
  /** Whether that is complete, and stays until something else is. */
  #isComplete = false;
  #phase: EvaluationPhase = 'running';
  /** Of the definition that it is compared with. */
  #otherTable: VerdictTable | undefined;
  #share: number | undefined;
  #message: string | undefined;
  #began = 0;
  #took: number | undefined;
  #column: string | undefined;
  #next: { readonly from: number; readonly lines: number } | undefined;
  #growing: Promise<void> = Promise.resolve();
  #revision = 1;
  #isClosed = false;
  #told = Number.NEGATIVE_INFINITY;
  #cost = 0;
  #wake: (() => void)[] = [];

  constructor(tools: EvaluationTools) {
    this.#tools = tools;
    this.#listing = new EvaluationListing(() => this.#changed());
  }

  start(request: EvaluationRequest): void {
    this.#run?.cancel();
    const run = new Cancel();
    this.#run = run;
    this.#request = request;
    this.#phase = 'running';
    this.#message = undefined;
    this.#share = undefined;
    this.#took = undefined;
    this.#next = undefined;
    this.#column = request.column ?? this.#column;
    this.#began = this.#tools.clock.now();
    this.#changed();
    if (request.grows) {
      this.#growing = this.#grow(request, run, true);
      return;
    }
    void this.#read(request, run).catch(error => run === this.#run && this.#fail(error));
  }

  stop(): void {
    this.#run?.cancel();
    // What is slow to end is not waited for.
    if (this.#phase === 'running') this.#end('cancelled');
  }

  async grow(ends: boolean): Promise<void> {
    const request = this.#request;
    const run = this.#run;
    if (!request?.grows || !run || run.isCancelled) return;
    this.#growing = this.#growing.then(() => this.#grow(request, run, false));
    await this.#growing;
    if (!ends || run.isCancelled || this.#phase === 'failed') return;
    if (this.#shown) {
      // The rule by majority counts when all rows are there.
      const table = new VerdictTable({ keepIds: true });
      table.append(this.#shown.table.pack());
      markOddTypes(table);
      this.#show({ ...this.#shown, table });
    }
    this.#end('done');
  }

  async watch(seen: number): Promise<EvaluationUpdate | undefined> {
    for (;;) {
      if (this.#isClosed) return undefined;
      const isOver = this.#phase !== 'running';
      const wait = this.#told + Math.max(isOver ? 0 : pause, this.#cost / maxShare) - this.#tools.clock.now();
      if (this.#revision > seen && wait <= 0) return this.#update();
      await new Promise<void>(resolve => {
        const stop = this.#revision > seen ? this.#tools.clock.after(wait, resolve) : () => {};
        this.#wake.push(() => {
          stop();
          resolve();
        });
      });
    }
  }

  list(query: RowQuery): void {
    this.#listing.list(query);
    this.#changed();
  }

  groupBy(column: string): void {
    this.#column = column;
    if (this.#shown) this.#listing.show(this.#shown, this.#groupColumn(this.#shown.table), this.#changes());
    this.#changed();
  }

  rows(from: number, to: number): Promise<RowSlice> {
    return this.#listing.rows(from, to);
  }

  open(row: number): Promise<OpenedRow | undefined> {
    return this.#with(shown => openedRow(shown, row, this.#tools));
  }

  text(rowsFile: string | undefined): Promise<string | undefined> {
    return this.#with(async shown => evaluationText(this.#file(shown), rowsFile));
  }

  markdown(): Promise<string | undefined> {
    return this.#with(shown => markdownOf(this.#file(shown), shown.request.definition, this.#tools));
  }

  rowPieces(form: 'jsonl' | 'csv'): Iterable<string> | undefined {
    return this.#shown && rowPieces(this.#shown, form);
  }

  causeExamples(): Promise<readonly CauseExample[] | undefined> {
    return this.#with(async ({ table }) => causeExamples(table));
  }

  samples(definition: DefinitionRef, samples: readonly SampleOfRow[]) {
    return this.#with(shown => samplesOf(shown, definition, samples, this.#tools));
  }

  close(): void {
    this.#isClosed = true;
    this.#run?.cancel();
    this.#listing.close();
    this.#changed();
  }

  async #with<T>(use: (shown: EvaluatedRows) => Promise<T>): Promise<T | undefined> {
    return this.#shown && use(this.#shown);
  }

  async #read(request: EvaluationRequest, run: Cancel): Promise<void> {
    const logs: OpenLog[] = [];
    const base = { request, logs, notUtf8: 0, cancelled: false };
    // A message of its own where a definition makes no parser, before anything is read.
    const plan = this.#plan(request);
    const result = await this.#tools.runner.evaluate(request.logs, plan, {
      signal: run,
      onLog: log => logs.push(log),
      onProgress: ({ tables, bytes, total }) => {
        if (run !== this.#run || this.#phase !== 'running') return;
        this.#share = total ? Math.min(1, bytes / total) : undefined;
        if (!this.#isComplete) this.#show({ ...base, table: tables[0]! });
        this.#changed();
      },
    });
    if (run !== this.#run) return;
    const [table, other] = result.tables as [VerdictTable, VerdictTable?];
    for (const each of result.tables) markOddTypes(each);
    const { logs: facts, notUtf8, cancelled } = result;
    // What was cut short does not take the place of what is complete.
    if (cancelled && this.#isComplete) return this.#end('cancelled');
    const compare = request.compare && other && comparedTables(table, other, this.#parserOf(request.compare), facts);
    this.#show({ ...base, table, facts, notUtf8, cancelled, ...(compare && { compare }) }, other);
    this.#isComplete = !cancelled;
    this.#end(cancelled ? 'cancelled' : 'done');
  }

  async #grow(request: EvaluationRequest, signal: Cancel, isFirst: boolean): Promise<void> {
    const [log] = request.logs;
    if (!log || signal.isCancelled) return;
    try {
      let { logs = [], table } = isFirst ? {} : (this.#shown ?? {});
      table ??= new VerdictTable({ keepIds: true });
      if (isFirst && !this.#isComplete) this.#show({ request, table, logs, notUtf8: 0, cancelled: false });
      for (;;) {
        const opened: OpenLog[] = [];
        const start = this.#next ?? { from: log.from ?? 0, lines: 0 };
        const more = await this.#tools.runner.evaluateMore(log, start, this.#plan(request), {
          signal,
          onLog: one => opened.push(one),
          onProgress: () => {},
        });
        if (signal.isCancelled || !more) break;
        this.#next = more.next;
        if (logs.length === 0) logs = opened;
        table.append(more.tables[0]!.pack());
        this.#show({ request, table, logs, facts: more.logs, notUtf8: 0, cancelled: false });
      }
      if (isFirst && this.#isComplete) this.#show({ request, table, logs, notUtf8: 0, cancelled: false });
      this.#isComplete = true;
      this.#changed();
    } catch (error) {
      if (!signal.isCancelled) this.#fail(error);
    }
  }

  #plan({ definition, compare, off }: EvaluationRequest): EvaluationPlan {
    const definitions = [definition, ...(compare ? [compare.definition] : [])];
    for (const each of definitions) {
      const { parser } = this.#tools.readings.made(each);
      if ('error' in parser) throw parser.error;
    }
    return { definitions, off: off as readonly SuspicionCode[], table: { keepIds: true } };
  }

  #parserOf({ definition, file }: Pick<EvaluationRequest, 'definition' | 'file'>) {
    return evaluatedParser(this.#tools.readings.made(definition).definition, file);
  }

  #show(shown: EvaluatedRows, other?: VerdictTable): void {
    this.#shown = shown;
    this.#otherTable = other;
    this.#listing.show(shown, this.#groupColumn(shown.table), this.#changes());
  }

  #changes(): Uint8Array | undefined {
    return this.#otherTable && this.#shown && changesOf(this.#shown.table, this.#otherTable);
  }

  /** The column that was asked for where there is one; else the models; else the first that makes groups. */
  #groupColumn(table: VerdictTable): string | undefined {
    const { columns } = table;
    if (this.#column !== undefined && columns.includes(this.#column)) return this.#column;
    return columns.includes('model') ? 'model' : undefined;
  }

  #file(shown: EvaluatedRows): EvaluationFile {
    const { request, table, logs, facts, compare, cancelled } = shown;
    const column = this.#groupColumn(table);
    return evaluationOf({
      parser: this.#parserOf(request),
      logs: facts ?? logs.map(({ path, reader, field }) => ({ path, reader, field, size: 0, sha256: '' })),
      table,
      groupBy: column === undefined ? [] : [column],
      rest: {
        ...(request.off.length > 0 && { off: request.off }),
        ...(compare && { compare }),
        ...(cancelled && { cancelled: true as const }),
      },
    });
  }

  #update(): EvaluationUpdate {
    const start = this.#tools.clock.now();
    const shown = this.#shown;
    const update: EvaluationUpdate = {
      revision: this.#revision,
      phase: this.#phase,
      stale: shown !== undefined && shown.request !== this.#request,
      ...(this.#phase === 'running' && this.#share !== undefined && { share: this.#share }),
      ...(shown && {
        view: evaluationModel(this.#file(shown), {
          fields: shown.logs.map(({ fields }) => fields),
          columns: shown.table.columns,
          notUtf8: shown.notUtf8,
          ...(shown.request.compare && { comparedWith: shown.request.compare.title }),
        }),
      }),
      ...(this.#message !== undefined && { message: this.#message }),
      ...this.#listing.counts(),
      ...(this.#took !== undefined && { time: `${(this.#took / 1000).toFixed(1)} s` }),
    };
    this.#told = this.#tools.clock.now();
    this.#cost = this.#phase === 'running' ? this.#told - start : 0;
    return update;
  }

  #fail(error: unknown): void {
    this.#message =
      error instanceof EngineError
        ? `${error.class}: ${error.message}`
        : error instanceof Error
          ? error.message
          : String(error);
    this.#end('failed');
  }

  #end(phase: EvaluationPhase): void {
    this.#phase = phase;
    this.#cost = 0;
    this.#took = this.#tools.clock.now() - this.#began;
    this.#changed();
  }

  #changed(): void {
    this.#revision++;
    const waiting = this.#wake;
    this.#wake = [];
    for (const wake of waiting) wake();
  }
}
