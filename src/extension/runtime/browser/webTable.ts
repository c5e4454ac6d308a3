import { EngineError } from '../../../engine/index.ts';
import { firstLines, firstRows } from '../../../portable/formats/firstLines.ts';
import { joinedBytes } from '../../../portable/joinedBytes.ts';
import type { LogSource } from '../../../portable/logs/logSource.ts';
import type { TableWorkers } from './tableWorkers.ts';

/** A Parquet file as lines of JSON. `size`: its own, in bytes. Rejects with an `EngineError` where it cannot be read. */
export async function webTable(
  workers: TableWorkers,
  { size, sha256 }: { readonly size: number; readonly sha256: string },
): Promise<LogSource> {
  const { bytes } = await inWords(workers.describe());
  let columns: readonly string[] | undefined;
  return {
    total: bytes,
    offset: undefined,
    facts: () => ({ size, sha256 }),
    select(selected) {
      columns = selected;
    },
    async record(line) {
      const text = await inWords(linesOf(workers.lines(line - 1, line)));
      return text.length > 0 ? text.subarray(0, -1) : undefined;
    },
    async *chunks() {
      const { bytes, count } = await inWords(firstLines(workers.lines(0, firstRows)));
      yield bytes;
      const rest = workers.lines(count, undefined, columns);
      try {
        for (let next = await inWords(rest.next()); !next.done; next = await inWords(rest.next())) yield next.value;
      } finally {
        await rest.return(undefined);
      }
    },
  };
}

async function linesOf(lines: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of lines) pieces.push(piece);
  return joinedBytes(...pieces);
}

async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const reason = (error as Error).message.replace(/^parquet /, '').slice(0, 300);
    throw new EngineError('LogIsBroken', `This Parquet file cannot be read: ${reason}.`);
  }
}
