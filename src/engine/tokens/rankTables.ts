import { EngineError } from '../errors.ts';
import type { Host } from '../host.ts';
import { type RankTable, readRankTable } from './rankTable.ts';

const tablesOfHosts = new WeakMap<Host, Map<string, RankTable | Promise<RankTable>>>();

/**
 * The rank table of that name, read once per host: at once when it is there already, else as a promise, which all who
 * ask meanwhile share. A failure rejects with `EngineError` and is forgotten, so that the next call tries again.
 */
export function rankTable(host: Host, name: string): RankTable | Promise<RankTable> {
  const tables = tablesOfHosts.get(host) ?? new Map<string, RankTable | Promise<RankTable>>();
  tablesOfHosts.set(host, tables);
  const known = tables.get(name);
  if (known) return known;
  const loading = load(host, name).then(
    table => {
      tables.set(name, table);
      return table;
    },
    error => {
      tables.delete(name);
      throw error;
    },
  );
  tables.set(name, loading);
  return loading;
}

/** `use(table)` as soon as the table is there. */
export function withRankTable<T>(host: Host, name: string, use: (table: RankTable) => T): T | Promise<T> {
  const table = rankTable(host, name);
  return table instanceof Promise ? table.then(use) : use(table);
}

async function load(host: Host, name: string): Promise<RankTable> {
  if (!host.loadTable) throw tableError(name, 'there is nowhere to load it from');
  let file: Uint8Array;
  try {
    file = await host.loadTable(name);
  } catch (error) {
    throw tableError(name, error instanceof Error ? error.message : String(error));
  }
  const table = readRankTable(file);
  if (!table) throw tableError(name, 'it is damaged, install ParserLens again');
  return table;
}

function tableError(name: string, reason: string): EngineError {
  return new EngineError('TokenTableError', `The token table ${name} cannot be loaded: ${reason}.`);
}
