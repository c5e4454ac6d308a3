import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The path of a folder for temporary files that nobody can guess, and that is not there yet. */
export function newTempFolder(): string {
  return join(tmpdir(), `parserlens-${randomUUID()}`);
}

/** Temporary files in a folder of their own, made with the first one. The same content is the same file. */
export class TempFiles {
  readonly #folder: string;

  constructor(folder = newTempFolder()) {
    this.#folder = folder;
  }

  /** The path of a file that holds `bytes` and whose name ends in `suffix`. Rejects when it cannot be written. */
  async write(bytes: Uint8Array, suffix: string): Promise<string> {
    const name = `tmp${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`;
    const path = join(this.#folder, `${name}${suffix.replace(/[^\w.+-]/g, '_')}`);
    if (await isThere(path)) return path;
    // Made anew where it was cleared away meanwhile; for nobody else to read.
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const part = `${path}.${randomUUID()}`;
    try {
      await writeFile(part, bytes, { flag: 'wx', mode: 0o600 });
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    return path;
  }

  /** Removes the folder and all that is in it. */
  dispose(): void {
    removeTempFolder(this.#folder);
  }
}

/** Removes a folder of temporary files, if it was ever made. */
export function removeTempFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Somebody still has a file of it open: the system clears such folders itself, in time.
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
