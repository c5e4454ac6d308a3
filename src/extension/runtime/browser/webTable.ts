import { EngineError } from '../../../engine/index.ts';
import { openParquet } from '../../../portable/formats/logFormats.ts';
import { joinedBytes } from '../../../portable/joinedBytes.ts';
import type { LogSource } from '../../../portable/logs/logSource.ts';

/** Rows of which all columns are read: what the others need, they show. */
const firstRows = 100;

/** The bytes of a Parquet file as lines of JSON, decoded in this worker. Rejects with an `EngineError` where they cannot be read. */
export async function webTable(bytes: Uint8Array, sha256: string): Promise<LogSource> {
  const slice = async (start: number, end = bytes.length) => bytes.slice(start, end).buffer as ArrayBuffer;
  const rows = await told(openParquet({ byteLength: bytes.length, slice }));
  let columns: readonly string[] | undefined;
  return {
    total: rows.bytes,
    offset: undefined,
    facts: () => ({ size: bytes.length, sha256 }),
    select(wanted) {
      columns = wanted;
    },
    async record(line) {
      const text = await told(linesOf(rows.lines(line - 1, line)));
      return text.length > 0 ? text.subarray(0, -1) : undefined;
    },
    async *chunks() {
      yield await told(linesOf(rows.lines(0, firstRows)));
      const rest = rows.lines(firstRows, rows.count, columns);
      for (let next = await told(rest.next()); !next.done; next = await told(rest.next())) yield next.value;
    },
  };
}

async function linesOf(lines: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of lines) pieces.push(piece);
  return joinedBytes(...pieces);
}

async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const reason = (error as Error).message.replace(/^parquet /, '').slice(0, 300);
    throw new EngineError('LogIsBroken', `This Parquet file cannot be read: ${reason}.`);
  }
}
