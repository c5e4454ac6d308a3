import PQueue from 'p-queue';

/** Several runs at once, that can be paused. */
export interface RunPool {
  /** Runs all jobs, at most so many at once, in order; rejects with the first that rejects. After `signal` no job begins. */
  run(jobs: readonly (() => Promise<void>)[]): Promise<void>;
  /** No job begins until `resume`; those under way go on. */
  pause(): void;
  resume(): void;
}

/** Makes a pool for so many jobs at once. */
export function runPool(concurrency: number, signal?: AbortSignal): RunPool {
  const queue = new PQueue({ concurrency });
  signal?.addEventListener('abort', () => queue.clear(), { once: true });
  return {
    async run(jobs) {
      if (signal?.aborted) return;
      let failure: { readonly error: unknown } | undefined;
      for (const job of jobs)
        void queue.add(job).catch(error => {
          failure ??= { error };
          queue.clear();
        });
      await queue.onIdle();
      if (failure) throw failure.error;
    },
    pause: () => queue.pause(),
    resume: () => void queue.start(),
  };
}
