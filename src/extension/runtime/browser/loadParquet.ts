import type { LoadFormats } from '../bytesLogs.ts';

declare function importScripts(address: string): void;

/** Loads what reads Parquet and zstd into this worker, once. `dist`: where `dist/` is. */
export function loadParquet(dist: () => Promise<string>): LoadFormats {
  let loading: ReturnType<LoadFormats> | undefined;
  const load = async () => {
    const answer = await fetch(`${await dist()}/web/parquet.js`);
    if (!answer.ok) throw new Error(`What reads Parquet and zstd could not be loaded: status ${answer.status}.`);
    // A worker takes scripts from its own origin only, which the extension's is not everywhere.
    const address = URL.createObjectURL(new Blob([await answer.text()], { type: 'text/javascript' }));
    importScripts(address);
    URL.revokeObjectURL(address);
    return (globalThis as unknown as { readonly parserlensFormats: Awaited<ReturnType<LoadFormats>> })
      .parserlensFormats;
  };
  return () => {
    loading ??= load();
    return loading;
  };
}
