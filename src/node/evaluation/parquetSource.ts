import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { EngineError } from '../../engine/index.ts';
import { fileBytes } from './fileBytes.ts';
import { parquetLines } from './parquetReader.ts';

/** Rows of which all columns are read: what the others need, they show. */
const firstRows = 100;

/** A table as a source of lines, see `LogSource`. */
export interface TableSource {
  readonly total: number;
  readonly offset: undefined;
  facts(): { readonly size: number; readonly sha256: string };
  select(columns: readonly string[] | undefined): void;
  record(line: number): Promise<Uint8Array | undefined>;
  chunks(): AsyncIterable<Uint8Array>;
}

/** A Parquet file as lines of JSON. Rejects with an `EngineError` of class `LogIsBroken` where it cannot be read. */
export async function parquetSource(path: string, size: number): Promise<TableSource> {
  const hash = createHash('sha256');
  let columns: readonly string[] | undefined;
  const total = await describedBytes(path, size);
  return {
    total,
    offset: undefined,
    facts: () => ({ size, sha256: hash.copy().digest('hex') }),
    select(wanted) {
      columns = wanted;
    },
    async record(line) {
      const pieces = await piecesOf(parquetLines({ path, size, from: line - 1, to: line }));
      return pieces.length > 0 ? pieces.subarray(0, -1) : undefined;
    },
    async *chunks() {
      try {
        yield await piecesOf(parquetLines({ path, size, from: 0, to: firstRows }));
        yield* parquetLines({ path, size, from: firstRows, ...(columns && { columns }) });
        for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024, end: size - 1 }))
          hash.update(chunk);
      } catch (error) {
        throw broken(error);
      }
    },
  };
}

/** What its columns hold, by its description: which tells at once whether it is a Parquet file. */
async function describedBytes(path: string, size: number): Promise<number> {
  const handle = await open(path);
  try {
    const { openParquet } = await import('../../portable/formats/logFormats.ts');
    return (await openParquet(fileBytes(handle, size))).bytes;
  } catch (error) {
    throw broken(error);
  } finally {
    await handle.close();
  }
}

async function piecesOf(lines: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of lines) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** What goes wrong within the file, in words; Node's own errors are those of the disk. */
function broken(error: unknown): unknown {
  if (error instanceof EngineError || (error as NodeJS.ErrnoException).code !== undefined) return error;
  const reason = (error as Error).message.replace(/^parquet /, '').slice(0, 300);
  return new EngineError('LogIsBroken', `This Parquet file cannot be read: ${reason}.`);
}
