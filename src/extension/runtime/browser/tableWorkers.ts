import type { TableAnswer, TableQuestion } from './serveTable.ts';
import type { WebWorker } from './webWorkers.ts';

/** How long a worker may be silent while it is waited for, in milliseconds, and for each byte of the file: row groups may be large. */
const defaultSilence = { base: 15_000, perByte: 50 / 1_000_000 };
/** How long a worker that has nothing to do is kept for the next rows, in milliseconds: it holds the file. */
const keptFor = 10_000;

/** The workers that read one Parquet file, each with a copy of it: as many as are read at once, and one that waits for a while. */
export class TableWorkers {
  readonly #bytes: Uint8Array;
  readonly #start: () => Promise<WebWorker>;
  readonly #limit: number;
  #idle: { readonly worker: TableWorker; readonly timer: ReturnType<typeof setTimeout> } | undefined;

  /** `start`: starts a worker that serves a table, see `serveTable`. */
  constructor(bytes: Uint8Array, start: () => Promise<WebWorker>, silence: typeof defaultSilence = defaultSilence) {
    this.#bytes = bytes;
    this.#start = start;
    this.#limit = silence.base + silence.perByte * bytes.length;
  }

  /** How many rows there are, and their bytes unpacked. Rejects with an `Error` in words. */
  async describe(): Promise<{ readonly count: number; readonly bytes: number }> {
    const worker = await this.#take();
    this.#keep(worker);
    return worker.opened;
  }

  /** Rows as lines of JSON. Rejects with an `Error` in words; then, and where it is not read to its end, its worker is ended. */
  async *lines(from: number, to?: number, columns?: readonly string[]): AsyncGenerator<Uint8Array> {
    const worker = await this.#take();
    let isDone = false;
    try {
      worker.ask({ from, ...(to !== undefined && { to }), ...(columns && { columns }) });
      for (;;) {
        const answer = await worker.next();
        if ('done' in answer) break;
        if (!('piece' in answer)) continue;
        worker.ask('taken');
        yield answer.piece;
      }
      isDone = true;
    } finally {
      if (isDone) this.#keep(worker);
      else worker.end();
    }
  }

  async #take(): Promise<TableWorker> {
    const idle = this.#idle;
    this.#idle = undefined;
    if (idle) {
      clearTimeout(idle.timer);
      return idle.worker;
    }
    return TableWorker.open(await this.#start(), this.#bytes, this.#limit);
  }

  #keep(worker: TableWorker): void {
    if (this.#idle) {
      worker.end();
      return;
    }
    const timer = setTimeout(() => {
      this.#idle = undefined;
      worker.end();
    }, keptFor);
    this.#idle = { worker, timer };
  }
}

class TableWorker {
  readonly opened: { readonly count: number; readonly bytes: number };
  readonly #worker: WebWorker;
  readonly #next: () => Promise<TableAnswer>;

  private constructor(worker: WebWorker, next: () => Promise<TableAnswer>, opened: TableWorker['opened']) {
    this.#worker = worker;
    this.#next = next;
    this.opened = opened;
  }

  static async open(worker: WebWorker, bytes: Uint8Array, limit: number): Promise<TableWorker> {
    const next = answersOf(worker, limit);
    try {
      worker.postMessage({ bytes } satisfies TableQuestion);
      for (;;) {
        const answer = await next();
        if ('opened' in answer) return new TableWorker(worker, next, answer.opened);
      }
    } catch (error) {
      worker.terminate();
      throw error;
    }
  }

  ask(question: TableQuestion): void {
    this.#worker.postMessage(question);
  }

  next(): Promise<TableAnswer> {
    return this.#next();
  }

  end(): void {
    this.#worker.terminate();
  }
}

/** The answers of a worker, one for each question. Rejects with its own error, and where it is silent for longer than the limit. */
function answersOf(worker: WebWorker, limit: number): () => Promise<TableAnswer> {
  const answers: TableAnswer[] = [];
  let wake = () => {};
  const add = (answer: TableAnswer) => {
    answers.push(answer);
    wake();
  };
  worker.onmessage = ({ data }) => add(data as TableAnswer);
  worker.onerror = event => {
    event.preventDefault?.();
    add({ failed: event.message || 'its reader ended' });
  };
  return async () => {
    if (answers.length === 0) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>(resolve => {
        wake = resolve;
        // An answer that has arrived while this thread was busy is still in time.
        timer = setTimeout(() => {
          timer = setTimeout(() => add({ failed: 'it takes too long' }));
        }, limit);
      });
      clearTimeout(timer);
    }
    const answer = answers.shift()!;
    if ('failed' in answer) throw new Error(answer.failed);
    return answer;
  };
}
