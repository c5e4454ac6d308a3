import { markOddTypes, type SchemaChanges, VerdictTable } from '../engine/index.ts';
import type { EvaluationPhase } from '../protocol/evaluationProtocol.ts';
import type { EvaluationView } from '../protocol/evaluationView.ts';
import type { RowQuery, RowSlice } from '../protocol/rowQuery.ts';
import { comparedTables } from '../views/pairedRows.ts';
import type { DefinitionRef } from './definitionCache.ts';
import { type EvaluatedRows, EvaluationNumbers, type EvaluationTools, parserOf, silentCost } from './evaluatedRows.ts';
import type { CauseExample, EvaluationRequest, EvaluationUpdate, OpenedRow, SampleOfRow } from './evaluationApi.ts';
import { EvaluationListing } from './evaluationListing.ts';
import { Cancel, type EvaluationLog, type OpenLog } from './evaluationLogs.ts';
import {
  causeExamples,
  evaluationText,
  markdownOf,
  openedRow,
  rowPieces,
  samplesOf,
  schemaChangesOf,
} from './evaluationOutputs.ts';
import { isSameRequest, keptOfRows, planOf, WholeDefinitions } from './evaluationPlan.ts';
import { EvaluationProgress, UpdatePace } from './evaluationProgress.ts';
import { type CompleteReading, FirstReading, KeptVerdicts, withoutIdleComparison } from './keptReadings.ts';

/** One evaluation: reads logs, and keeps what becomes of their rows. */
export class EvaluationSession {
  readonly #tools: EvaluationTools;
  readonly #listing: EvaluationListing;
  readonly #pace: UpdatePace;
  readonly #progress: EvaluationProgress;
  readonly #first = new FirstReading();
  readonly #kept: KeptVerdicts;
  readonly #wholes: WholeDefinitions;
  /** The definition's file is not JSON now: the numbers are of the definition as it last was. */
  #isKept = false;
  #run: Cancel | undefined;
  /** What is being read, or was read last. */
  #request: EvaluationRequest | undefined;
  /** What is shown. */
  #numbers: EvaluationNumbers | undefined;
  /** Whether that is complete, and stays until something else is. */
  #isComplete = false;
  #column: string | undefined;
  #next: { readonly from: number; readonly lines: number } | undefined;
  #growing: Promise<void> = Promise.resolve();

  constructor(tools: EvaluationTools) {
    this.#tools = tools;
    this.#wholes = new WholeDefinitions(tools.cache);
    this.#kept = new KeptVerdicts(tools.cache, tools.host);
    this.#pace = new UpdatePace(tools.clock);
    this.#progress = new EvaluationProgress(tools.clock);
    this.#listing = new EvaluationListing(() => this.#pace.changed());
  }

  start(changed: EvaluationRequest): void {
    const { request: whole, isKept } = this.#wholes.of(changed);
    const request = withoutIdleComparison(whole, this.#tools.cache);
    this.#isKept = isKept;
    this.#pace.changed();
    // Nothing to read anew: what is shown is of the same texts.
    if (isKept && this.#isComplete && this.#request && isSameRequest(request, this.#request)) return;
    this.#begin(request);
  }

  #begin(request: EvaluationRequest): void {
    this.#run?.cancel();
    const run = new Cancel();
    this.#run = run;
    this.#request = request;
    this.#next = undefined;
    this.#column = request.column ?? this.#column;
    this.#progress.begin();
    this.#pace.changed();
    if (request.grows) {
      this.#growing = this.#grow(request, run, true);
      return;
    }
    void this.#read(request, run).catch(error => run === this.#run && this.#fail(error));
  }

  stop(): void {
    this.#run?.cancel();
    // What is slow to end is not waited for.
    if (this.#progress.isRunning) this.#end('cancelled');
  }

  async grow(ends: boolean): Promise<void> {
    const request = this.#request;
    const run = this.#run;
    if (!request?.grows || !run) return;
    this.#growing = this.#growing.then(() => this.#grow(request, run, false));
    await this.#growing;
    if (!ends || run.isCancelled || this.#progress.phase === 'failed') return;
    const current = this.#numbers?.rows;
    if (current) {
      // The rule by majority counts when all rows are there.
      const table = new VerdictTable(keptOfRows);
      table.append(current.table.pack());
      markOddTypes(table, request.off);
      const fallback = await silentCost(request, this.#tools);
      if (run !== this.#run) return;
      this.#show({ ...current, table, ...(fallback && { fallback }) });
    }
    this.#end('done');
  }

  watch(seen: number): Promise<EvaluationUpdate | undefined> {
    return this.#pace.next(
      seen,
      () => this.#progress.isRunning,
      () => this.#update(),
    );
  }

  list(query: RowQuery): void {
    this.#listing.list(query);
    this.#pace.changed();
  }

  groupBy(column: string): void {
    this.#column = column;
    if (this.#numbers) this.#show(this.#numbers.rows, this.#numbers.before);
    this.#pace.changed();
  }

  rows(from: number, to: number): Promise<RowSlice> {
    return this.#listing.rows(from, to);
  }

  open(row: number): Promise<OpenedRow | undefined> {
    return this.#with(({ rows }) => openedRow(rows, row, this.#tools));
  }

  view(): EvaluationView | undefined {
    return this.#numbers?.view;
  }

  text(rowsFile: string | undefined): Promise<string | undefined> {
    return this.#with(async ({ file }) => evaluationText(file, rowsFile));
  }

  markdown(): Promise<string | undefined> {
    return this.#with(({ file, rows }) => markdownOf(file, rows.request.definition, this.#tools));
  }

  rowPieces(form: 'jsonl' | 'csv'): Iterable<string> | undefined {
    return this.#numbers && rowPieces(this.#numbers.rows, form);
  }

  causeExamples(): Promise<readonly CauseExample[] | undefined> {
    return this.#with(async ({ rows }) => causeExamples(rows.table));
  }

  schemaChanges(definition: DefinitionRef): Promise<SchemaChanges | undefined> {
    return this.#with(({ rows }) => schemaChangesOf(rows, definition, this.#tools));
  }

  samples(definition: DefinitionRef, samples: readonly SampleOfRow[]) {
    return this.#with(({ rows }) => samplesOf(rows, definition, samples, this.#tools));
  }

  close(): void {
    this.#run?.cancel();
    this.#listing.close();
    this.#pace.close();
  }

  async #with<T>(use: (numbers: EvaluationNumbers) => Promise<T>): Promise<T | undefined> {
    return this.#numbers && use(this.#numbers);
  }

  async #read(request: EvaluationRequest, run: Cancel): Promise<void> {
    const logs: OpenLog[] = [];
    const base = { request, logs, notUtf8: 0, leftOut: 0, cancelled: false };
    const isKnown = this.#first.has(request);
    // A message of its own where a definition makes no parser, before anything is read.
    const plan = planOf(request, this.#tools, !isKnown);
    const { runner } = this.#tools;
    const stateOf = (log: EvaluationLog) => runner.stateOf(log);
    if (request.isEdit && (isKnown || !request.compare)) {
      const reading = await this.#kept.readingFor(request, stateOf);
      if (run !== this.#run) return;
      const other = isKnown ? reading && this.#first.tableFor(reading.facts) : undefined;
      if (reading && isKnown === (other !== undefined)) return this.#complete(request, run, reading, other);
    }
    const states = await Promise.all(request.logs.map(stateOf));
    const result = await runner.evaluate(request.logs, plan, {
      signal: run,
      onLog: log => logs.push(log),
      onProgress: ({ tables, bytes, total }) => {
        if (run !== this.#run || !this.#progress.isRunning) return;
        this.#progress.read(bytes, total);
        // The page gets the first rows at once.
        if (!this.#numbers) this.#pace.hurry();
        if (!this.#isComplete) this.#show({ ...base, table: tables[0]! });
        this.#pace.changed();
      },
    });
    if (run !== this.#run) return;
    const { logs: facts, notUtf8, leftOut, cancelled } = result;
    if (isKnown && !cancelled && !this.#first.tableFor(facts)) {
      this.#first.forget();
      return this.#read(request, run);
    }
    const [table, read] = result.tables as [VerdictTable, VerdictTable?];
    for (const each of result.tables) markOddTypes(each, request.off);
    const other = isKnown && !cancelled ? this.#first.tableFor(facts) : read;
    if (!cancelled) this.#first.keep(request, table, facts);
    // What was cut short does not take the place of what is complete.
    if (cancelled && this.#isComplete) return this.#end('cancelled');
    const reading = { table, facts, logs, notUtf8, leftOut, cancelled, uses: result.uses ?? new Set(), states };
    if (!cancelled) this.#kept.keep(request, reading);
    await this.#complete(request, run, reading, other);
  }

  /** Shows a reading to its end. `other`: the verdicts that it is compared with. */
  async #complete(
    request: EvaluationRequest,
    run: Cancel,
    { uses: _uses, states: _states, ...rows }: CompleteReading,
    other: VerdictTable | undefined,
  ): Promise<void> {
    const { table, facts, cancelled } = rows;
    const compare =
      request.compare && other && comparedTables(table, other, parserOf(request.compare, this.#tools), facts);
    const fallback = await silentCost(request, this.#tools);
    if (run !== this.#run) return;
    this.#show({ request, ...rows, ...(compare && { compare }), ...(fallback && { fallback }) }, other);
    this.#isComplete = !cancelled;
    this.#end(cancelled ? 'cancelled' : 'done');
  }

  async #grow(request: EvaluationRequest, signal: Cancel, isFirst: boolean): Promise<void> {
    const [log] = request.logs;
    if (!log || signal.isCancelled) return;
    try {
      let { logs = [], table, leftOut = 0 } = isFirst ? {} : (this.#numbers?.rows ?? {});
      table ??= new VerdictTable(keptOfRows);
      if (isFirst && !this.#isComplete) this.#show({ request, table, logs, notUtf8: 0, leftOut, cancelled: false });
      for (;;) {
        const opened: OpenLog[] = [];
        const start = this.#next ?? { from: log.from ?? 0, lines: 0 };
        const more = await this.#tools.runner.evaluateMore(log, start, planOf(request, this.#tools), {
          signal,
          onLog: one => opened.push(one),
          onProgress: () => {},
        });
        if (signal.isCancelled || !more) break;
        this.#next = more.next;
        if (logs.length === 0) logs = opened;
        table.append(more.tables[0]!.pack());
        leftOut += more.leftOut;
        this.#show({ request, table, logs, facts: more.logs, notUtf8: 0, leftOut, cancelled: false });
      }
      if (isFirst && this.#isComplete) this.#show({ request, table, logs, notUtf8: 0, leftOut, cancelled: false });
      this.#isComplete = true;
      this.#pace.changed();
    } catch (error) {
      if (!signal.isCancelled) this.#fail(error);
    }
  }

  #show(rows: EvaluatedRows, before?: VerdictTable): void {
    this.#numbers = new EvaluationNumbers(this.#tools, rows, this.#column, before);
    this.#listing.show(this.#numbers);
  }

  #update(): EvaluationUpdate {
    const numbers = this.#numbers;
    return {
      revision: this.#pace.revision,
      ...this.#progress.state,
      stale: numbers !== undefined && numbers.rows.request !== this.#request,
      ...(this.#isKept && { isKept: true as const }),
      ...(numbers && { view: numbers.view }),
      ...this.#listing.counts(),
    };
  }

  #fail(error: unknown): void {
    this.#progress.fail(error, this.#request?.logs ?? []);
    this.#tell();
  }

  #end(phase: EvaluationPhase): void {
    this.#progress.end(phase);
    this.#tell();
  }

  /** The page hears of the end at once. */
  #tell(): void {
    this.#pace.hurry();
    this.#pace.changed();
  }
}
