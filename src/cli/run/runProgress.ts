import type { RunSummary } from '../../engine/index.ts';
import type { Io } from '../io.ts';

/** The line on a terminal that says how far runs have come; nothing where standard error is not a terminal. */
export class RunProgress {
  readonly #total: number;
  readonly #stream: Io['stderr'] & { readonly isTTY?: boolean };
  #done = 0;

  constructor(total: number, io: Io) {
    this.#total = total;
    this.#stream = io.stderr;
  }

  /** A run has ended. */
  add({ first, failed }: RunSummary): void {
    this.#done++;
    if (!this.#stream.isTTY) return;
    const without = failed > 0 ? `, ${failed} without an answer` : '';
    this.#stream.write(`\r\u001b[K${this.#done} of ${this.#total} runs: ${first.read} read${without}`);
  }

  /** Takes the line away. */
  end(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\u001b[K');
  }
}
