import type { Worker } from 'node:worker_threads';

/**
 * A thread's answer to a question; `undefined` when the limit passed, in milliseconds. Rejects when the thread fails or ends. The
 * thread keeps the process alive only until it has answered. One question at a time.
 */
export function askThread<T>(worker: Worker, question: unknown, limitMs: number): Promise<T | undefined> {
  if (worker.threadId === -1) return Promise.reject(new Error(ended));
  worker.ref();
  return new Promise((resolve, reject) => {
    // An answer that has arrived while this thread was busy is still in time: messages are read before the immediate runs.
    const timer = setTimeout(() => setImmediate(() => settle(() => resolve(undefined))), limitMs);
    const onMessage = (answer: T): void => {
      worker.unref();
      settle(() => resolve(answer));
    };
    const onError = (error: unknown): void => settle(() => reject(error));
    const onExit = (): void => settle(() => reject(new Error(ended)));
    function settle(action: () => void): void {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      action();
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(question);
  });
}

const ended = 'The pattern’s worker ended.';
