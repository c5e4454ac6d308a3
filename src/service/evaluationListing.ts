import { type LogPlace, type LogRow, responseText, type VerdictTable } from '../engine/index.ts';
import { everyRow, type RowQuery, type RowSlice, type RowView, rowChanges } from '../protocol/rowQuery.ts';
import { listedRows, measureTexts, rowName, shownVerdict, textMatcher } from '../views/evaluationRows.ts';
import { fromDifference, sharedBeginning } from '../views/sharedBeginning.ts';
import { shownName } from '../views/valuePreview.ts';
import type { EvaluationNumbers } from './evaluatedRows.ts';
import type { OpenLog } from './evaluationLogs.ts';

/** How many rows are listed at once. */
const maxSlice = 400;
/** Of so few rows what they begin with is found again with each that comes. */
const fewRows = 200;
/** The longest preview of a response, and the longest other text of a row, in UTF-16 units. */
const maxPreview = 240;
const maxCell = 80;
/** A search reports its hits after so many rows, and after so many hits. */
const toldRows = 20_000;
const screenful = 100;
/** Longer rows have no preview, in bytes. */
const maxRead = 1024 * 1024;
/** Previews that are kept, as rows are scrolled back and forth. */
const maxKept = 4000;

interface ListedRows {
  readonly table: VerdictTable;
  readonly logs: readonly OpenLog[];
}

/** The rows of an evaluation as its user lists them: filtered, searched and in order. Texts are read from the log when they are seen. */
export class EvaluationListing {
  readonly #onChange: () => void;
  #numbers: EvaluationNumbers | undefined;
  #query: RowQuery = everyRow;
  /** `undefined`: all rows in the order of the log. */
  #rows: Uint32Array | undefined;
  #isOld = false;
  #search: Search | undefined;
  /** What most of the rows that were seen first begin with. */
  #shared: string | undefined;
  readonly #previews = new Map<number, string>();

  /** `onChange`: a search found more. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Lists the rows of an evaluation, or those that came to them. */
  show(numbers: EvaluationNumbers): void {
    const { table } = numbers.rows;
    const before = this.#numbers?.rows.table;
    if (table !== before) this.#previews.clear();
    if (table !== before || table.size < fewRows) this.#shared = undefined;
    // While rows arrive, one search after the other.
    const hasMore = table.size !== this.#search?.size && this.#search?.share === 1;
    this.#numbers = numbers;
    this.#isOld = true;
    if (table !== before || hasMore) this.#searchAgain();
  }

  list(query: RowQuery): void {
    const isOther = query.text.trim() !== this.#query.text.trim();
    this.#query = query;
    this.#isOld = true;
    this.#shared = undefined;
    if (isOther) this.#searchAgain();
  }

  /** How many rows are listed, and how much of the log was searched. */
  counts(): { readonly listed: number; readonly searched?: number } {
    const rows = this.#listed();
    const listed = rows ? rows.length : (this.#numbers?.rows.table.size ?? 0);
    const searched = this.#search?.share;
    return { listed, ...(searched !== undefined && searched < 1 && { searched }) };
  }

  async rows(from: number, to: number): Promise<RowSlice> {
    const numbers = this.#numbers;
    if (!numbers) return { from, rows: [] };
    const { rows: evaluated } = numbers;
    const listed = this.#listed();
    const end = Math.min(listed ? listed.length : evaluated.table.size, to, from + maxSlice);
    const indexes = Array.from({ length: Math.max(0, end - from) }, (_, i) => listed?.[from + i] ?? from + i);
    await this.#readPreviews(evaluated, indexes);
    const previews = indexes.map(row => this.#previews.get(row) ?? '');
    this.#shared ??= sharedBeginning(previews.filter(Boolean));
    const shared = this.#shared;
    return { from, rows: indexes.map((row, i) => rowView(numbers, row, shownPreview(previews[i]!, shared))) };
  }

  close(): void {
    this.#search?.stop();
    this.#numbers = undefined;
    this.#rows = undefined;
    this.#previews.clear();
  }

  #listed(): Uint32Array | undefined {
    if (!this.#numbers) return undefined;
    if (this.#isOld) {
      const { rows: evaluated, before, changes, column } = this.#numbers;
      const found = this.#search?.found;
      const marks = { ...(changes && { changes }), ...(before && { before }), ...(found && { found }) };
      this.#rows = listedRows(evaluated.table, this.#query, marks, column);
      this.#isOld = false;
    }
    return this.#rows;
  }

  async #readPreviews({ table, logs }: ListedRows, numbers: readonly number[]): Promise<void> {
    const byLog = new Map<OpenLog, number[]>();
    for (const row of numbers) {
      const log = logs[table.row(row).place.log];
      if (!log || this.#previews.has(row)) continue;
      const rows = byLog.get(log);
      if (rows) rows.push(row);
      else byLog.set(log, [row]);
    }
    if (this.#previews.size > maxKept) this.#previews.clear();
    for (const [log, rows] of byLog) {
      const places = rows.map(row => ({ ...table.row(row).place, turn: table.turnAt(row) }));
      // A log that is gone has rows without a text.
      const read = await log.rows(places, maxRead).catch(() => []);
      if (this.#numbers?.rows.table !== table) return;
      for (const [i, row] of rows.entries()) this.#previews.set(row, previewOf(read[i], places[i]!));
    }
  }

  #searchAgain(): void {
    this.#search?.stop();
    this.#search = undefined;
    const text = this.#query.text.trim().toLowerCase();
    if (text === '' || !this.#numbers) return;
    this.#search = new Search(this.#numbers.rows, text, hasMore => {
      this.#isOld ||= hasMore;
      this.#onChange();
    });
  }
}

function rowView(numbers: EvaluationNumbers, row: number, preview: string): RowView {
  const { rows: evaluated, before, changes, column } = numbers;
  const { table, logs } = evaluated;
  const { place, right, cause } = table.row(row);
  const group = column === undefined ? undefined : table.valueAt(column, row);
  const change = changes?.[row];
  const log = logs[place.log];
  return {
    row,
    name: shownName(rowName(table, row), maxCell),
    place: `${log?.path ?? ''}:${place.line}`,
    verdict: shownVerdict(table, row),
    ...(right !== undefined && { right }),
    ...(cause && { code: cause.code }),
    ...(cause?.detail !== undefined && { detail: shownName(cause.detail, maxCell) }),
    ...(group !== undefined && { group: shownName(group, maxCell) }),
    ...(change && { change: rowChanges[change - 1]! }),
    ...(change && before && { before: before.row(row).cause?.code ?? shownVerdict(before, row) }),
    measures: measureTexts(table, row),
    preview,
  };
}

/** A text that is searched for: first in what is known of each row, then in the responses, which are read again. */
class Search {
  readonly found: Uint8Array;
  readonly size: number;
  #done = 0;
  #isStopped = false;
  #isOver = false;

  /** `onChange`: it got further; whether it found more. */
  constructor({ table, logs }: ListedRows, text: string, onChange: (hasMore: boolean) => void) {
    this.size = table.size;
    this.found = new Uint8Array(table.size);
    const isFound = textMatcher(table, text);
    for (let i = 0; i < table.size; i++) if (isFound(i)) this.found[i] = 1;
    void this.#read(logs, text, onChange)
      // Rows of a log that is gone are found by what is known of them.
      .catch(() => {})
      .then(() => {
        this.#isOver = true;
        if (!this.#isStopped) onChange(true);
      });
  }

  /** From 0 to 1. */
  get share(): number {
    return this.#isOver || this.size === 0 ? 1 : Math.min(0.99, this.#done / this.size);
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #read(logs: readonly OpenLog[], text: string, onChange: (hasMore: boolean) => void): Promise<void> {
    let [hits, reportedHits, reportedRows] = [0, 0, 0];
    for (const log of logs)
      await log.search(text, has => {
        if (this.#isStopped || this.#done >= this.size) return false;
        if (has) this.found[this.#done] = 1;
        this.#done++;
        if (has) hits++;
        // The first hits are there at once, and then a screen of them.
        if (this.#done - reportedRows >= toldRows || (has && (hits === 1 || hits === screenful))) {
          reportedRows = this.#done;
          onChange(hits > reportedHits);
          reportedHits = hits;
        }
        return true;
      });
  }
}

function shownResponse({ response }: LogRow): string {
  if (response === undefined) return '';
  return responseText(response) ?? JSON.stringify(response);
}

/** The beginning of a row's response; of a row that is too long to be read for it, how long it is. */
function previewOf(row: LogRow | undefined, { start = 0, end = 0 }: LogPlace): string {
  if (!row) return end - start > maxRead ? `… ${((end - start) / maxRead).toFixed(1)} MB` : '';
  const text = shownResponse(row)
    .slice(0, 8 * maxPreview)
    .trim();
  return text && shownName(text, 4 * maxPreview);
}

/** From where it differs from the others, and no longer than a row is wide. */
function shownPreview(preview: string, shared: string): string {
  return shownName(fromDifference(preview, shared), maxPreview);
}
