import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Io, UsageError } from './io.ts';

/** The bytes of a file, or of standard input for `-`. */
export function openInput(path: string, { stdin, cwd }: Io): Readable {
  return path === '-' ? stdin : createReadStream(resolve(cwd, path));
}

/** A whole input as text: UTF-8, its byte order mark taken off. Throws `UsageError` when it cannot be read. */
export async function readInput(path: string, io: Io): Promise<string> {
  try {
    return new TextDecoder().decode(await buffer(openInput(path, io)));
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** How an input is called in messages. */
export function inputName(path: string): string {
  return path === '-' ? '<stdin>' : path;
}

/** The error for an input that cannot be read. */
export function unreadable(path: string, error: unknown): UsageError {
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EISDIR: 'this is a folder',
    EACCES: 'reading it is not allowed',
    ERR_STRING_TOO_LONG: 'it is too large for one text',
    ERR_ENCODING_INVALID_ENCODED_DATA: 'it is too large for one text',
  };
  return new UsageError(`${inputName(path)}: cannot be read: ${reasons[code ?? ''] ?? message}.`);
}
