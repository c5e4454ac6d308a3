/** Work of which only the latest state matters: all calls while it runs become one run after it. */
export class LatestRun {
  readonly #work: () => Promise<void>;
  readonly #failed: (error: unknown) => void;
  #running = false;
  #again = false;

  /** @param failed called with what `work` rejects with */
  constructor(work: () => Promise<void>, failed: (error: unknown) => void) {
    this.#work = work;
    this.#failed = failed;
  }

  /** Runs, or once more after the run that goes on, for which it does not wait. Never rejects. */
  async run(): Promise<void> {
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    while (this.#again) {
      this.#again = false;
      await this.#work().catch(this.#failed);
    }
    this.#running = false;
  }
}
