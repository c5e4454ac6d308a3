import type { EvaluationUpdate } from '../../service/evaluationApi.ts';

/** What the engine's thread tells about an evaluation, from its start until it is closed. */
export class UpdateFeed {
  readonly #watch: (seen: number) => Promise<EvaluationUpdate | undefined>;
  readonly #updated: (update: EvaluationUpdate) => void;
  #isFollowed = false;
  #isDisposed = false;

  /** `watch` waits for an update newer than the revision `seen`, `undefined` when there will not be one; `told` gets it. */
  constructor(
    watch: (seen: number) => Promise<EvaluationUpdate | undefined>,
    updated: (update: EvaluationUpdate) => void,
  ) {
    this.#watch = watch;
    this.#updated = updated;
  }

  /** Follows the evaluation, unless it is followed already. Never rejects. */
  async follow(): Promise<void> {
    if (this.#isFollowed) return;
    this.#isFollowed = true;
    for (let seen = 0; !this.#isDisposed; ) {
      const update = await this.#watch(seen).catch(() => undefined);
      if (!update || this.#isDisposed) break;
      seen = update.revision;
      this.#updated(update);
    }
    this.#isFollowed = false;
  }

  dispose(): void {
    this.#isDisposed = true;
  }
}
