import { isEveryRow, type RowQuery, type RowSlice } from '../../protocol/rowQuery.ts';
import { FirstRows } from './firstRows.ts';

/** The engine's thread, as the list of an evaluation's rows asks it. */
export interface RowSource {
  query(query: RowQuery): Promise<void>;
  rows(from: number, to: number): Promise<RowSlice | undefined>;
}

/** The rows that an evaluation's page lists: those of its query, or all of them until it has one. */
export class ListedRows {
  readonly #source: RowSource;
  readonly #post: (slice: RowSlice) => void;
  readonly #first: FirstRows;
  #query: RowQuery | undefined;

  /** `post` gives rows to the page. */
  constructor(source: RowSource, post: (slice: RowSlice) => void) {
    this.#source = source;
    this.#post = post;
    this.#first = new FirstRows(
      (from, to) => source.rows(from, to),
      slice => {
        if (this.#query === undefined) post(slice);
      },
    );
  }

  /** The thread has rows to list. */
  arrived(): void {
    this.#first.fetch();
  }

  /** The rows that were fetched belong to a reading that is over. */
  forget(): void {
    this.#first.forget();
  }

  /** A page that came back may have asked before there was anything to list: the thread is asked once more. */
  async listAgain(): Promise<void> {
    if (this.#query) await this.#source.query(this.#query);
  }

  async list(query: RowQuery): Promise<void> {
    this.#query = query;
    await this.#source.query(query);
  }

  /** Lists what a page shows that has just come, which may be another query than before. */
  async listFor(query: RowQuery | undefined): Promise<void> {
    if (query && !(this.#query === undefined && isEveryRow(query))) await this.list(query);
  }

  /** Gives a page that has just come the first rows, if there are any yet. */
  sendFirst(): Promise<void> {
    return this.#first.send();
  }

  /** Sends the rows that the page scrolled to; half-open. */
  async send(from: number, to: number): Promise<void> {
    // What was scrolled to must not be replaced.
    if (from > 0) this.#first.forget();
    const slice = await this.#source.rows(from, to);
    if (slice) this.#post(slice);
  }
}
