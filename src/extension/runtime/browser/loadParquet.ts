import { EngineError } from '../../../engine/index.ts';
import { firstLines, firstRows } from '../../../portable/formats/firstLines.ts';
import type { unzstd } from '../../../portable/formats/unzstd.ts';
import { joinedBytes } from '../../../portable/joinedBytes.ts';
import type { LogSource } from '../../../portable/logs/logSource.ts';
import type { LoadFormats } from '../bytesLogs.ts';
import { TableWorkers } from './tableWorkers.ts';
import { runScript, scriptText, startWorker } from './webWorkers.ts';

/** Loads what reads Parquet and zstd, once: zstd is read in this worker, Parquet in others that can be ended. `dist`: where `dist/` is. */
export function loadParquet(dist: () => Promise<string>): LoadFormats {
  let loading: Promise<string> | undefined;
  const load = async () => scriptText(`${await dist()}/web/parquet.js`, 'What reads Parquet and zstd');
  const code = () => {
    loading ??= load();
    return loading;
  };
  const start = async () => startWorker(`${await code()}\nparserlensFormats.serveTable(self);`);
  const tables = new WeakMap<ArrayBufferLike, TableWorkers>();
  return async () => ({
    async table(bytes, sha256) {
      // A row that is opened is read from the same bytes.
      let workers = tables.get(bytes.buffer);
      if (!workers) {
        workers = new TableWorkers(bytes, start);
        tables.set(bytes.buffer, workers);
      }
      return webTable(workers, { size: bytes.length, sha256 });
    },
    unzstd: unzstdOf(await code()),
  });
}

let loaded: typeof unzstd | undefined;

function unzstdOf(code: string): typeof unzstd {
  if (!loaded) {
    runScript(code);
    loaded = (globalThis as unknown as { readonly parserlensFormats: { readonly unzstd: typeof unzstd } })
      .parserlensFormats.unzstd;
  }
  return loaded;
}

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
