/** So many times the wait for a next byte is waited for a next piece of the answer: servers send comments while a model thinks. */
const silences = 10;
/** The longest that an answer takes in all, in milliseconds. */
const longest = 60 * 60_000;

type Timer = ReturnType<typeof setTimeout>;

/** Ends a stream that takes too long: without a byte, without a piece of the answer, or in all. */
export class StreamClock {
  readonly #control = new AbortController();
  readonly #timeout: number;
  readonly #all: Timer;
  #bytes: Timer;
  #piece: Timer;
  #words: string | undefined;

  /** `timeout`: the longest wait for the next byte, in milliseconds. */
  constructor(timeout: number) {
    this.#timeout = timeout;
    this.#bytes = this.#waitForBytes();
    this.#piece = this.#waitForPiece();
    const most = Math.max(longest, silences * timeout);
    this.#all = this.#after(most, `had not ended its answer after ${seconds(most)} seconds`);
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  /** What took too long, in words that go on behind the host; `undefined`: nothing. */
  get words(): string | undefined {
    return this.#words;
  }

  /** Bytes came. */
  onBytes(): void {
    clearTimeout(this.#bytes);
    this.#bytes = this.#waitForBytes();
  }

  /** A piece of the answer came. */
  onPiece(): void {
    clearTimeout(this.#piece);
    this.#piece = this.#waitForPiece();
  }

  /** Ends it: whatever is still under way at the server ends with the connection. */
  end(): void {
    for (const timer of [this.#bytes, this.#piece, this.#all]) clearTimeout(timer);
    this.#control.abort();
  }

  #waitForBytes(): Timer {
    return this.#after(this.#timeout, `sent nothing for ${seconds(this.#timeout)} seconds`);
  }

  #waitForPiece(): Timer {
    const most = silences * this.#timeout;
    return this.#after(most, `sent nothing of an answer for ${seconds(most)} seconds`);
  }

  #after(ms: number, words: string): Timer {
    return setTimeout(() => {
      this.#words ??= words;
      this.#control.abort();
    }, ms);
  }
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}
