import { createHash, type Hash } from 'node:crypto';
import { EngineError } from '../../engine/index.ts';
import { firstLines, firstRows } from '../../portable/formats/firstLines.ts';
import { openRegular } from '../namedFile.ts';
import { parquetBytes, parquetLines } from './parquetReader.ts';

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
    select(names) {
      columns = names;
    },
    async record(line) {
      const pieces = await piecesOf(parquetLines({ path, size, from: line - 1, to: line }));
      return pieces.length > 0 ? pieces.subarray(0, -1) : undefined;
    },
    async *chunks() {
      let hashed: Hashing | undefined;
      try {
        const { bytes, count } = await firstLines(parquetLines({ path, size, from: 0, to: firstRows }));
        yield bytes;
        hashed = await hashFile(path, size, hash);
        yield* parquetLines({ path, size, from: count, ...(columns && { columns }) });
        await hashed.done;
      } catch (error) {
        throw broken(error);
      } finally {
        hashed?.stop();
      }
    },
  };
}

/** A file whose bytes are hashed. */
interface Hashing {
  readonly done: Promise<void>;
  stop(): void;
}

/** Hashes a file while its rows are decoded. */
async function hashFile(path: string, size: number, hash: Hash): Promise<Hashing> {
  const file = await openRegular(path);
  const stream = file.createReadStream({ highWaterMark: 1024 * 1024, start: 0, end: size - 1 });
  const read = async () => {
    for await (const chunk of stream) hash.update(chunk);
  };
  const done = read();
  // Whoever waits hears of it, who stops need not.
  done.catch(() => {});
  return { done, stop: () => void stream.destroy() };
}

/** What its columns hold, by its description: which tells at once whether it is a Parquet file. */
async function describedBytes(path: string, size: number): Promise<number> {
  try {
    return await parquetBytes(path, size);
  } catch (error) {
    throw broken(error);
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
