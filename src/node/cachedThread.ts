/** `dist/thread.js`: a thread that runs another bundle, with the code that was kept of it, see `requireCached`. */
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { requireCached } from './codeCache.ts';

/** What such a thread is started with, beside what its bundle asks for. */
export interface CachedThreadData {
  /** The bundle's file name, beside this one. */
  readonly bundle: string;
  /** The folder of the code. */
  readonly codeCache: string;
}

const { bundle, codeCache } = workerData as CachedThreadData;
requireCached(join(__dirname, bundle), codeCache);
