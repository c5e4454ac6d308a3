import type { RowSlice } from '../../protocol/rowQuery.ts';

/** How many rows are sent before the page asks: more than most screens show. */
const count = 60;

/** The first rows that an evaluation has, until its page has them: the page would have to ask, when it is there. */
export class FirstRows {
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
