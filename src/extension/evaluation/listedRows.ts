import { isEveryRow, type RowQuery, type RowSlice } from '../../protocol/rowQuery.ts';

/** The engine's thread, as the list of an evaluation's rows asks it. */
export interface RowSource {
  query(query: RowQuery): Promise<void>;
  rows(from: number, to: number): Promise<RowSlice | undefined>;
}

/** How many rows are sent before the page asks: more than most screens show. */
const count = 60;

/** The first rows that an evaluation has, until its page has them: the page would have to ask, when it is there. */
class FirstRows {
  readonly #ask: (from: number, to: number) => Promise<RowSlice | undefined>;
  readonly #post: (slice: RowSlice) => void;
  #slice: Promise<RowSlice | undefined> | undefined;
  #wasFetched = false;
  #hasPage = false;

  /** `ask` gets rows from the engine's thread; `post` gives them to the page. */
  constructor(ask: (from: number, to: number) => Promise<RowSlice | undefined>, post: (slice: RowSlice) => void) {
    this.#ask = ask;
    this.#post = post;
  }

  /** There are rows: the first time that this is said they are fetched. */
  fetch(): void {
    if (this.#wasFetched) return;
    this.#wasFetched = true;
    this.#slice = this.#ask(0, count).catch(() => undefined);
    if (this.#hasPage) void this.send();
  }

  /** They are not wanted any more. */
  forget(): void {
    this.#slice = undefined;
  }

  /** The page is there: it gets them, if there are any yet. It asks for what it shows in any case: this only comes sooner. */
  async send(): Promise<void> {
    this.#hasPage = true;
    const slice = await this.#slice;
    if (slice && this.#slice) this.#post(slice);
    this.#slice = undefined;
  }
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
