import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { NamedFileError } from '../node/namedFile.ts';
import { type Io, UsageError } from './io.ts';

/** The largest input that is read as one text, in bytes: what a JavaScript string holds, nearly. */
const maxInput = 500 * 1024 * 1024;

/**
 * The bytes of an input that the user names: standard input for `-`, else a file, which may be a pipe (`<(…)`). A device,
 * which may have no end, is read up to {@link maxInput}. Throws `UsageError` when it cannot be read.
 */
export async function* openInput(path: string, io: Io): AsyncGenerator<Uint8Array | string> {
  try {
    yield* await open(path, io);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** A whole input as text: UTF-8, its byte order mark taken off. Throws `UsageError` when it cannot be read, or is too large. */
export async function readInput(path: string, io: Io, maxBytes = maxInput): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  try {
    for await (const chunk of upTo(maxBytes, await open(path, io)))
      parts.push(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
    parts.push(decoder.decode());
    return parts.join('');
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function open(path: string, { stdin, cwd }: Io): Promise<AsyncIterable<Uint8Array | string>> {
  // As a path it cannot be opened where it is a socket.
  if (path === '-' || path === '/dev/stdin') return stdin;
  const file = resolve(cwd, path);
  const isDevice = (await stat(file)).isCharacterDevice();
  const stream = createReadStream(file);
  return isDevice ? upTo(maxInput, stream) : stream;
}

async function* upTo(
  maxBytes: number,
  chunks: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<Uint8Array | string> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxBytes) throw new NamedFileError('ERR_FILE_TOO_LARGE', `it is larger than ${maxBytes / 2 ** 20} MB`);
    yield chunk;
  }
}

/** How an input is called in messages. */
export function inputName(path: string): string {
  return path === '-' ? '<stdin>' : path;
}

/** The error for an input that cannot be read. */
export function unreadable(path: string, error: unknown): UsageError {
  return new UsageError(`${inputName(path)}: cannot be read: ${reasonOf(error)}.`);
}

/** Why something cannot be read, in words that go on after "cannot be read: ". */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EISDIR: 'this is a folder',
    EACCES: 'reading it is not allowed',
    EPERM: 'reading it is not allowed',
    ENAMETOOLONG: 'the path is too long',
  };
  return reasons[code ?? ''] ?? message;
}

/** The longest line that is read, in UTF-16 units: what is made of a line is many times as large. */
const maxLineLength = 50 * 1024 * 1024;

/** What is wrong with a longer line, in words that go on after its name. */
export const tooLong = 'is too long: lines of up to 50 MB are read';

/** Whether an error says that a text became longer than a JavaScript string can be. */
export function isTooLongForText(error: unknown): boolean {
  return error instanceof RangeError && /string length/i.test(error.message);
}

/**
 * The lines of UTF-8 bytes, without their ends (`\n` or `\r\n`), as they arrive; `undefined` for one that is longer than
 * `limit`. Holds one line at a time, and takes time linear in the bytes however they are cut.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array | string>,
  limit = maxLineLength,
): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  const take = (): string | undefined => {
    const line = length > limit ? undefined : parts.join('');
    parts = [];
    length = 0;
    return line?.endsWith('\r') ? line.slice(0, -1) : line;
  };
  const keep = (part: string): void => {
    length += part.length;
    if (length > limit) parts = [];
    else if (part) parts.push(part);
  };
  for await (const chunk of chunks) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      keep(text.slice(start, end));
      start = end + 1;
      yield take();
    }
    keep(text.slice(start));
  }
  keep(decoder.decode());
  if (length > 0) yield take();
}
