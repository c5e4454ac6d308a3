import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageStore } from '../../engine/index.ts';
import { writeFailure } from '../writeFailure.ts';

/** Pages in a temporary file, which is made with the first of them. */
export class FilePages implements PageStore {
  #file: number | undefined;
  #folder: string | undefined;
  #end = 0;
  /** Nothing more can be written there, or nothing at all. */
  #isFull = false;

  add(page: Uint8Array): number | undefined {
    if (this.#isFull) return undefined;
    const place = this.#end;
    try {
      this.write(place, page);
    } catch {
      this.#isFull = true;
      return undefined;
    }
    this.#end += page.length;
    return place;
  }

  write(place: number, page: Uint8Array): void {
    try {
      for (let done = 0; done < page.length; )
        done += writeSync(this.#opened(), page, done, page.length - done, place + done);
    } catch (error) {
      throw writeFailure(this.#folder ?? tmpdir(), error);
    }
  }

  read(place: number, page: Uint8Array): void {
    for (let done = 0; done < page.length; ) {
      const count = readSync(this.#opened(), page, done, page.length - done, place + done);
      if (count === 0) throw new Error('A temporary file of the evaluation was cut.');
      done += count;
    }
  }

  /** Ends it: nothing of it is read any more. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#file = undefined;
    this.#folder = undefined;
  }

  #opened(): number {
    if (this.#file !== undefined) return this.#file;
    this.#folder = mkdtempSync(join(tmpdir(), 'parserlens-'));
    const path = join(this.#folder, 'rows');
    this.#file = openSync(path, 'wx+', 0o600);
    // Where a file that is open may go, a crash leaves nothing behind.
    if (process.platform !== 'win32') {
      rmSync(this.#folder, { recursive: true, force: true });
      this.#folder = undefined;
    }
    return this.#file;
  }
}
