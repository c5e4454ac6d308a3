import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Rows of a file as lines. */
export interface ParquetRowsQuestion {
  readonly path: string;
  readonly size: number;
  readonly from: number;
  /** Absent: to the last row. */
  readonly to?: number;
  readonly columns?: readonly string[];
}

/** The request to a thread: rows, or what a file says of itself. */
export type ParquetQuestion =
  | ParquetRowsQuestion
  | { readonly path: string; readonly size: number; readonly describe: true };

/** What a thread answers, one thing after the other. `bytes`: what the columns hold. */
export type ParquetAnswer =
  | { readonly piece: Uint8Array }
  | { readonly bytes: number }
  | { readonly done: true }
  | { readonly failed: string };

/** What a thread may use: a file that lies about itself ends the thread, and nothing else. */
const resourceLimits = { maxOldGenerationSizeMb: 768 };
/** How long a thread may be silent while it is waited for, in milliseconds, and for each byte of the file: row groups may be large. */
const maxSilence = 15_000;
const silencePerByte = 50 / 1_000_000;
/** How long a thread that has nothing to do is kept for the next file, in milliseconds. */
const keptFor = 1000;

let idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | undefined;

/** Rows of a Parquet file as lines of JSON, decoded by a thread with limits of its own. Rejects with an `Error` in words. */
export async function* parquetLines(question: ParquetRowsQuestion): AsyncGenerator<Uint8Array> {
  for await (const answer of answersTo(question)) if ('piece' in answer) yield answer.piece;
}

/** What the columns of a Parquet file hold, in bytes, as it says itself: read by such a thread, too. Rejects likewise. */
export async function parquetBytes(path: string, size: number): Promise<number> {
  let bytes = 0;
  for await (const answer of answersTo({ path, size, describe: true })) if ('bytes' in answer) bytes = answer.bytes;
  return bytes;
}

async function* answersTo(question: ParquetQuestion): AsyncGenerator<ParquetAnswer> {
  const worker = takeIdle() ?? startThread();
  worker.ref();
  const answers: (ParquetAnswer | undefined)[] = [];
  let wake = () => {};
  const add = (answer: ParquetAnswer) => {
    answers.push(answer);
    wake();
  };
  const onError = (error: Error & { readonly code?: string }) =>
    add({ failed: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it needs too much memory' : error.message });
  const onExit = () => add({ failed: 'its reader ended' });
  worker.on('message', add).on('error', onError).on('exit', onExit);
  const limit = maxSilence + silencePerByte * question.size;
  let isDone = false;
  try {
    worker.postMessage(question);
    for (;;) {
      if (answers.length === 0) {
        const timer = setTimeout(() => add({ failed: 'it takes too long' }), limit);
        await new Promise<void>(resolve => {
          wake = resolve;
        });
        clearTimeout(timer);
        continue;
      }
      const answer = answers.shift()!;
      if ('failed' in answer) throw new Error(answer.failed);
      if ('done' in answer) break;
      if ('bytes' in answer) isDone = true;
      else worker.postMessage('taken');
      yield answer;
      if (isDone) return;
    }
    isDone = true;
  } finally {
    worker.off('message', add).off('exit', onExit).off('error', onError);
    if (isDone) keepIdle(worker);
    else void worker.terminate();
  }
}

function startThread(): Worker {
  const worker = new Worker(threadFile(), { execArgv: [], resourceLimits });
  // An error of a thread that nobody waits for must not end the process.
  return worker.on('error', () => {});
}

function takeIdle(): Worker | undefined {
  const waiting = idle;
  idle = undefined;
  if (waiting) clearTimeout(waiting.timer);
  return waiting?.worker;
}

function keepIdle(worker: Worker): void {
  if (idle) {
    void worker.terminate();
    return;
  }
  const timer = setTimeout(() => {
    idle = undefined;
    void worker.terminate();
  }, keptFor);
  timer.unref();
  worker.unref();
  idle = { worker, timer };
}

function threadFile(): string {
  const folders = [__dirname, join(__dirname, '..', '..', '..', 'dist')];
  return folders.map(folder => join(folder, 'parquetThread.js')).find(file => existsSync(file)) ?? 'parquetThread.js';
}
