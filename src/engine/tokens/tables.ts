import { EngineError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';
import { HostCache, whenLoaded } from './hostCache.ts';
import { type RankTable, readRankTable } from './rankTable.ts';

/** The bytes of a table. Rejects with `EngineError` when it cannot be loaded. */
export async function loadTable(host: Host, name: string): Promise<Uint8Array> {
  if (!host.loadTable) throw tableError(name, 'there is nowhere to load it from');
  try {
    return await host.loadTable(name);
  } catch (error) {
    throw tableError(name, error instanceof Error ? error.message : String(error));
  }
}

/** Why a table is not there. */
export function tableError(name: string, reason: string): EngineError {
  return new EngineError('TokenTableError', `The token table ${name} cannot be loaded: ${reason}.`);
}

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
