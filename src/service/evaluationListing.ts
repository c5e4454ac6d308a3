import { type LogRow, responseText, type VerdictTable } from '../engine/index.ts';
import { everyRow, type RowQuery, type RowSlice, type RowView } from '../protocol/evaluationProtocol.ts';
import { listedRows, shownVerdict, textMatcher } from '../views/evaluationRows.ts';
import { clip, oneLine } from '../views/valuePreview.ts';
import type { OpenLog } from './evaluationLogs.ts';

/** So many rows are listed at once. */
const maxSlice = 400;
/** The longest preview of a response, in UTF-16 units. */
const maxPreview = 240;
/** Longer rows have no preview, in bytes. */
const maxRead = 1024 * 1024;
/** Previews that are kept, as rows are scrolled back and forth. */
const maxKept = 4000;

/** The rows that are listed. */
export interface ListedRows {
  readonly table: VerdictTable;
  readonly logs: readonly OpenLog[];
}

/** The rows of an evaluation as its user lists them: filtered, searched and in order. Texts are read from the log when they are seen. */
export class EvaluationListing {
  readonly #onChange: () => void;
  #shown: ListedRows | undefined;
  #column: string | undefined;
  #changes: Uint8Array | undefined;
  #query: RowQuery = everyRow;
  /** `undefined`: all rows in the order of the log. */
  #rows: Uint32Array | undefined;
  #isOld = false;
  #search: Search | undefined;
  readonly #previews = new Map<number, string>();

  /** `onChange`: a search found more. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Lists the rows of a table, or those that came to it. */
  show(shown: ListedRows, column: string | undefined, changes: Uint8Array | undefined): void {
    if (shown.table !== this.#shown?.table) this.#previews.clear();
    // While rows arrive, one search after the other.
    const hasMore = shown.table.size !== this.#search?.size && this.#search?.share === 1;
    const isOther = shown.table !== this.#shown?.table || hasMore;
    this.#shown = shown;
    this.#column = column;
    this.#changes = changes;
    this.#isOld = true;
    if (isOther) this.#searchAgain();
  }

  list(query: RowQuery): void {
    const isOther = query.text.trim() !== this.#query.text.trim();
    this.#query = query;
    this.#isOld = true;
    if (isOther) this.#searchAgain();
  }

  /** How many rows are listed, and how much of the log was searched. */
  counts(): { readonly listed: number; readonly searched?: number } {
    const rows = this.#listed();
    const listed = rows ? rows.length : (this.#shown?.table.size ?? 0);
    const searched = this.#search?.share;
    return { listed, ...(searched !== undefined && searched < 1 && { searched }) };
  }

  async rows(from: number, to: number): Promise<RowSlice> {
    const shown = this.#shown;
    if (!shown) return { from, rows: [] };
    const listed = this.#listed();
    const end = Math.min(listed ? listed.length : shown.table.size, to, from + maxSlice);
    const numbers = Array.from({ length: Math.max(0, end - from) }, (_, i) => listed?.[from + i] ?? from + i);
    const changes = this.#changes;
    await this.#readPreviews(shown, numbers);
    return { from, rows: numbers.map(row => this.#view(shown, row, changes)) };
  }

  close(): void {
    this.#search?.stop();
    this.#shown = undefined;
    this.#rows = undefined;
    this.#previews.clear();
  }

  #listed(): Uint32Array | undefined {
    if (!this.#shown) return undefined;
    if (this.#isOld) {
      const found = this.#search?.found;
      const marks = { ...(this.#changes && { changes: this.#changes }), ...(found && { found }) };
      this.#rows = listedRows(this.#shown.table, this.#query, marks, this.#column);
      this.#isOld = false;
    }
    return this.#rows;
  }

  #view({ table, logs }: ListedRows, row: number, changes: Uint8Array | undefined): RowView {
    const { id, place, right, cause } = table.row(row);
    const group = this.#column === undefined ? undefined : table.valueAt(this.#column, row);
    const change = changes?.[row];
    const log = logs[place.log];
    return {
      row,
      name: id === undefined ? String(place.line) : clip(oneLine(id), 80),
      place: `${log?.path ?? ''}:${place.line}`,
      verdict: shownVerdict(table, row),
      ...(right !== undefined && { right }),
      ...(cause && { code: cause.code }),
      ...(cause?.detail !== undefined && { detail: clip(oneLine(cause.detail), 80) }),
      ...(group !== undefined && { group }),
      ...(change && { change: change === 1 ? 'better' : 'worse' }),
      preview: this.#previews.get(row) ?? '',
    };
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
      const places = rows.map(row => table.row(row).place);
      // A log that is gone has rows without a text.
      const read = await log.rows(places, maxRead).catch(() => []);
      if (this.#shown?.table !== table) return;
      for (const [i, row] of rows.entries()) this.#previews.set(row, previewOf(read[i]));
    }
  }

  #searchAgain(): void {
    this.#search?.stop();
    this.#search = undefined;
    const text = this.#query.text.trim().toLowerCase();
    if (text === '' || !this.#shown) return;
    this.#search = new Search(this.#shown, text, () => {
      this.#isOld = true;
      this.#onChange();
    });
  }
}

/** A text that is searched for: first in what is known of each row, then in the responses, which are read again. */
class Search {
  readonly found: Uint8Array;
  readonly size: number;
  #done = 0;
  #isStopped = false;
  #isOver = false;

  constructor({ table, logs }: ListedRows, text: string, onChange: () => void) {
    this.size = table.size;
    this.found = new Uint8Array(table.size);
    const isFound = textMatcher(table, text);
    for (let i = 0; i < table.size; i++) if (isFound(i)) this.found[i] = 1;
    void this.#read(logs, text, onChange)
      // Rows of a log that is gone are found by what is known of them.
      .catch(() => {})
      .then(() => {
        this.#isOver = true;
        if (!this.#isStopped) onChange();
      });
  }

  /** From 0 to 1. */
  get share(): number {
    return this.#isOver || this.size === 0 ? 1 : Math.min(0.99, this.#done / this.size);
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #read(logs: readonly OpenLog[], text: string, onChange: () => void): Promise<void> {
    for (const log of logs)
      await log.scan(row => {
        if (this.#isStopped || this.#done >= this.size) return false;
        if (row && searched(row).toLowerCase().includes(text)) this.found[this.#done] = 1;
        this.#done++;
        if (this.#done % 20_000 === 0) onChange();
        return true;
      });
  }
}

function searched({ response }: LogRow): string {
  if (response === undefined) return '';
  return responseText(response) ?? JSON.stringify(response);
}

function previewOf(row: LogRow | undefined): string {
  if (!row) return '';
  return clip(oneLine(searched(row).slice(0, 4 * maxPreview)).trim(), maxPreview);
}
