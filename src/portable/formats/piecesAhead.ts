/**
 * How much may wait for its reader, in bytes: rows enough to judge while the next row group is decoded, of which nothing comes
 * before it is.
 */
const maxBytes = 8 * 1024 * 1024;

/** The pieces that whoever decodes is ahead of its reader; of large ones one. */
export class PiecesAhead {
  #sizes: number[] = [];
  #bytes = 0;
  #wake = () => {};

  /** Waits until there is room, and takes it. `size`: of what is handed over, which may be more than a piece of it holds. */
  async add(size: number): Promise<void> {
    while (this.#bytes > 0 && this.#bytes + size > maxBytes)
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    this.#sizes.push(size);
    this.#bytes += size;
  }

  /** The reader has taken the first. */
  remove(): void {
    this.#bytes -= this.#sizes.shift() ?? 0;
    this.#wake();
  }

  /** Begins anew. */
  reset(): void {
    this.#sizes = [];
    this.#bytes = 0;
  }
}
