import type { unzstd } from '../../../portable/formats/unzstd.ts';
import type { LoadFormats } from '../bytesLogs.ts';
import { TableWorkers } from './tableWorkers.ts';
import { webTable } from './webTable.ts';
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
