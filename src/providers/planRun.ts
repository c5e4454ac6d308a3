import PQueue from 'p-queue';
import { type RunStart, runLineText, runOnce } from '../engine/index.ts';
import type { AskedConversation } from './askConversation.ts';

/** A run that is to be made. */
export interface PlannedRun {
  /** Unique in its log. */
  readonly id: string;
  /** The model's name, for the log. */
  readonly model: string;
  readonly start: RunStart;
  /**
   * Asks the model. `feedbacks`: the texts of feedback that stand in the conversation. Rejects with what the formatter raises,
   * and when it is cancelled.
   */
  ask(conversation: RunStart['conversation'], feedbacks: readonly string[]): Promise<AskedConversation>;
}

/** An answer of a run, or the failure of its connection. */
export interface RunAnswer {
  readonly run: PlannedRun;
  readonly retry: number;
  readonly outcome: AskedConversation;
  /** Whether the answer was read; absent where there is none. */
  readonly isRead?: boolean;
  /** The class of the error and its message, where it was not. */
  readonly error?: string;
  readonly message?: string;
}

/** Makes a run, and hands over each of its answers as it comes. Rejects as {@link PlannedRun.ask} does. */
export async function makeRun(
  run: PlannedRun,
  retries: number,
  record: (answer: RunAnswer) => Promise<void>,
): Promise<void> {
  for await (const { retry, outcome, result } of runOnce(
    run.start,
    (conversation, _, feedbacks) => run.ask(conversation, feedbacks),
    retries,
  ))
    await record({
      run,
      retry,
      outcome,
      ...(result && { isRead: result.ok }),
      ...(result && !result.ok && { error: result.error.class, message: result.error.message }),
    });
}

/** The line of an answer in a log. */
export function answerLine({ run, retry, outcome }: RunAnswer): string {
  const { request, reply, response, attempts, ms, error } = outcome;
  return runLineText({
    id: run.id,
    parser: run.start.definition.name,
    model: run.model,
    retry,
    attempts,
    request: request.body,
    ...(response !== undefined && { response }),
    ...(reply?.reasoning !== undefined && { reasoning: reply.reasoning }),
    ...(reply?.finishReason !== undefined && { finishReason: reply.finishReason }),
    ...(reply?.usage && { usage: reply.usage }),
    ms,
    ...(error !== undefined && { error }),
  });
}

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
