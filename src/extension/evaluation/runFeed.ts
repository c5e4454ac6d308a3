import type { EvaluationRunView } from '../../protocol/evaluationProtocol.ts';
import type { EvaluationView } from '../../protocol/evaluationView.ts';
import type { EvaluatedRun, EvaluationFeed, RunProgress } from './evaluationOpener.ts';

/** How often a run's progress is shown, in milliseconds. */
const runDelay = 250;

/** What a run tells its evaluation, gathered: the page and the engine's thread hear of it a few times a second. */
export class RunFeed implements EvaluationFeed {
  readonly #grow: (ends: boolean) => Promise<void>;
  readonly #numbers: () => Promise<EvaluationView | undefined>;
  readonly #changed: () => void;
  readonly #failed: (error: Error) => void;
  #view: EvaluationRunView | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #growing: Promise<void> = Promise.resolve();
  #hasGrown = false;
  #isDisposed = false;

  /** `grow` reads what was added to the log, and `numbers` are those of what was read; `changed` hears of a newer view. */
  constructor(
    run: EvaluatedRun | undefined,
    {
      grow,
      numbers,
      changed,
      failed,
    }: {
      grow(ends: boolean): Promise<void>;
      numbers(): Promise<EvaluationView | undefined>;
      changed(): void;
      failed(error: Error): void;
    },
  ) {
    this.#grow = grow;
    this.#numbers = numbers;
    this.#changed = changed;
    this.#failed = failed;
    if (!run) return;
    const { models, task, total } = run;
    const counts = { done: 0, total, retried: 0, failed: 0, paused: false, ended: false };
    this.#view = { models, task, ...counts, receiving: [] };
  }

  /** How far the run is; absent where there is none. */
  get view(): EvaluationRunView | undefined {
    return this.#view;
  }

  /** Whether more will come. */
  get isOpen(): boolean {
    return this.#view !== undefined && !this.#view.ended;
  }

  /** Resolves when all that came so far was read. Never rejects. */
  get settled(): Promise<void> {
    return this.#growing.catch(() => {});
  }

  grew(): void {
    if (this.#hasGrown || this.#isDisposed) return;
    this.#hasGrown = true;
    this.#growing = this.#growing.then(() => {
      this.#hasGrown = false;
      return this.#grow(false);
    });
    this.#growing.catch(this.#failed);
  }

  tell(progress: RunProgress): void {
    if (!this.#view) return;
    this.#view = { ...this.#view, ...progress };
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#changed();
    }, runDelay);
  }

  async end(): Promise<EvaluationView | undefined> {
    this.tell({ receiving: [] });
    if (this.#view) this.#view = { ...this.#view, ended: true };
    this.#growing = this.#growing.then(() => this.#grow(true));
    this.#growing.catch(this.#failed);
    await this.settled;
    return this.#isDisposed ? undefined : this.#numbers().catch(() => undefined);
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }
}
