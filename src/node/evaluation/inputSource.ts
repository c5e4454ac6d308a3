import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineError } from '../../engine/index.ts';
import { joinedBytes } from '../../portable/joinedBytes.ts';
import { isParquet, type LogSource } from '../../portable/logs/logSource.ts';
import { fileSource, streamSource } from './fileSource.ts';

/** How much of a table is put on the disk, in bytes. */
const maxTable = 8 * 1024 * 1024 * 1024;

/**
 * A stream that can be read once as a log. Parquet is read from its end on, so it is put into a temporary file before, which is gone
 * when the process ends; of anything else only the first bytes were taken. Rejects with an `EngineError` where a table has more than
 * `limit` bytes, and with Node's own error.
 */
export async function inputSource(stream: AsyncIterable<Uint8Array | string>, limit = maxTable): Promise<LogSource> {
  const chunks = bytesOf(stream)[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array();
  let isOver = false;
  while (head.length < 4 && !isOver) {
    const { value, done } = await chunks.next();
    isOver = done === true;
    if (value) head = joinedBytes(head, value);
  }
  const whole = async function* () {
    yield head;
    if (!isOver) yield* { [Symbol.asyncIterator]: () => chunks };
  };
  if (!isParquet(head)) return streamSource(whole);
  return fileSource(await temporaryTable(whole(), limit));
}

/**
 * The path of a table that is no file yet: a temporary one that is gone when the process ends. Rejects with an `EngineError` where it has
 * more than `limit` bytes, and with Node's own error.
 */
export async function temporaryTable(chunks: AsyncIterable<Uint8Array>, limit = maxTable): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'parserlens-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const path = join(folder, 'table.parquet');
    await writeBounded(path, chunks, limit);
    return path;
  } catch (error) {
    remove();
    throw error;
  }
}

async function writeBounded(path: string, chunks: AsyncIterable<Uint8Array>, limit: number): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > limit)
        throw new EngineError(
          'LogIsTooLarge',
          `Parquet on standard input may have ${Math.round(limit / 2 ** 20)} MB, as it is put on the disk first: name the file.`,
        );
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
}

async function* bytesOf(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}
