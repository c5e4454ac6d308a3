import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { writeFailure } from './writeFailure.ts';

/** A log that is written as answers come: a line is in the file, whole, before the next one begins. */
export interface ResponsesLog {
  /**
   * Writes a line, its line feed included; lines of callers at the same time stand one after another. Rejects with
   * `EngineError` of class `FileNotWritten`, which names the file.
   */
  write(line: string): Promise<void>;
  /** Waits for the lines under way, and until the disk has them. */
  close(): Promise<void>;
}

const { O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND } = constants;

/** Makes a new file for a log; with `overwrite` an old one is emptied. Rejects with the system's error: `EEXIST` where there is one. */
export async function createResponsesLog(path: string, overwrite = false): Promise<ResponsesLog> {
  return logIn(await open(path, O_RDWR | O_CREAT | O_APPEND | (overwrite ? O_TRUNC : O_EXCL), 0o600), path);
}

/** Goes on with a log, or begins it. A line that a crash cut off stays as it is: what comes next begins a line of its own. */
export async function appendResponsesLog(path: string): Promise<ResponsesLog> {
  const file = await open(path, O_RDWR | O_CREAT | O_APPEND, 0o600);
  const { size } = await file.stat();
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
  const log = logIn(file, path);
  if (size > 0 && buffer[0] !== 0x0a) await log.write('\n');
  return log;
}

function logIn(file: FileHandle, path: string): ResponsesLog {
  let last: Promise<unknown> = Promise.resolve();
  const append = async (line: string) => {
    try {
      await file.appendFile(line, 'utf8');
    } catch (error) {
      throw writeFailure(path, error);
    }
  };
  return {
    write(line) {
      const written = last.then(() => append(line));
      // A line that could not be written is its caller's affair, not the next one's.
      last = written.catch(() => {});
      return written;
    },
    async close() {
      await last;
      await file.sync().catch(() => {});
      await file.close();
    },
  };
}
