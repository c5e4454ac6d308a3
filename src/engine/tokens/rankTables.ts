import type { Host } from '../core/host.ts';
import { HostCache, whenLoaded } from './hostCache.ts';
import { type RankTable, readRankTable } from './rankTable.ts';
import { loadTable, tableError } from './tables.ts';

const tables = new HostCache<RankTable>();

/** `use(table)` with the rank table of that name, as soon as it is there. Rejects with `EngineError` when it cannot be loaded. */
export function withRankTable<T>(host: Host, name: string, use: (table: RankTable) => T): T | Promise<T> {
  const loaded = tables.get(host, name, async () => {
    const table = readRankTable(await loadTable(host, name));
    if (!table) throw tableError(name, 'it is damaged, install ParserLens again');
    return table;
  });
  return whenLoaded(loaded, use);
}
