// src/providers/: whatever opens a connection, and only to hosts that the user allowed.

import type { ModelAddress } from './modelAddress.ts';
import type { ModelQuestion, ModelRequest } from './modelApi.ts';
import { modelApi } from './modelApis.ts';
import { ModelFailure } from './modelFailure.ts';
import type { ModelReply } from './modelReply.ts';
import { type StreamOptions, streamModel } from './streamModel.ts';

/** How often a question is asked again after a passing failure. */
const maxTries = 3;

/** The longest wait that a server's `Retry-After` is obeyed for, in milliseconds: beyond it the attempt fails. */
const longestWait = 10 * 60_000;

/** The options of a question and its repetition. */
export interface AskOptions extends StreamOptions {
  /** An attempt failed: what it gave counts no more. */
  onRestart?(failure: ModelFailure, wait: number): void;
  /** The first wait in milliseconds where the provider names none; doubled each time. */
  readonly firstWait?: number;
}

/** An answer, or the failure that was left after the last attempt; and how it went. */
export interface AskOutcome {
  readonly reply?: ModelReply;
  readonly failure?: ModelFailure;
  /** Requests that were sent, 1 or more. */
  readonly attempts: number;
  /** Milliseconds that the last attempt took. */
  readonly ms: number;
}

/** The request for a question, exactly as it is sent but for the key. */
export function modelRequest(address: ModelAddress, question: ModelQuestion, formatter?: string): ModelRequest {
  return modelApi(address.api, formatter).request(address, question);
}

/**
 * Asks a model. Too many requests (429), failures of the server (5xx) and dropped connections are tried again, up to three
 * times, after the wait that the provider asks for; else after one that doubles. Rejects with {@link ModelFailure} of kind
 * `cancelled` only: every other failure is in the result.
 */
export async function askModel(
  address: ModelAddress,
  request: ModelRequest,
  options: AskOptions,
  formatter?: string,
): Promise<AskOutcome> {
  const api = modelApi(address.api, formatter);
  let wait = options.firstWait ?? 500;
  for (let attempts = 1; ; attempts++) {
    const start = performance.now();
    const elapsed = () => Math.round(performance.now() - start);
    try {
      const reply = await streamModel(api, address, request, options);
      return { reply, attempts, ms: elapsed() };
    } catch (error) {
      const failure = error as ModelFailure;
      if (failure.kind === 'cancelled') throw failure;
      const pause = failure.retryAfter ?? wait;
      if (!failure.isPassing || attempts > maxTries || pause > longestWait) return { failure, attempts, ms: elapsed() };
      options.onRestart?.(failure, pause);
      await pauseFor(pause, options.signal);
      wait *= 2;
    }
  }
}

/** Waits so many milliseconds. Rejects with {@link ModelFailure} when the signal aborts. */
function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new ModelFailure('cancelled', 'The run was cancelled.'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
