/** What V8 prints when it gives up; it says nothing to a user. */
const lastWords = /^(?:FATAL ERROR|<--- Last few GCs|#$|# Fatal|\[\d+:0x[\da-f]+\])/m;

/** What user code prints: passed on line by line up to a limit, without V8's report on its own end. */
export class ChildOutput {
  readonly #write: (text: string) => void;
  readonly #limit: number;
  readonly #decoder = new TextDecoder();
  #line = '';
  #size = 0;
  #isOver = false;

  /** `limit`: how many bytes may be printed between two `reset`s. */
  constructor(write: (text: string) => void, limit: number) {
    this.#write = write;
    this.#limit = limit;
  }

  /** False where it was too much. */
  push(chunk: Uint8Array): boolean {
    this.#size += chunk.length;
    if (this.#size > this.#limit) return false;
    if (this.#isOver) return true;
    const text = this.#line + this.#decoder.decode(chunk, { stream: true });
    // Blank lines wait for what follows them: that report begins with one.
    let end = text.lastIndexOf('\n') + 1;
    while (end > 0 && (end === 1 || text[end - 2] === '\n')) end--;
    this.#line = text.slice(end);
    this.#pass(text.slice(0, end));
    return true;
  }

  /** A new question: it may print as much as the one before. */
  reset(): void {
    this.end();
    this.#size = 0;
  }

  /** Passes on what has no line end yet. */
  end(): void {
    const rest = this.#line;
    this.#line = '';
    this.#pass(rest);
  }

  #pass(text: string): void {
    if (this.#isOver) return;
    const at = text.search(lastWords);
    this.#isOver = at >= 0;
    const own = at < 0 ? text : text.slice(0, at).trimEnd();
    if (own !== '') this.#write(at < 0 ? own : `${own}\n`);
  }
}
