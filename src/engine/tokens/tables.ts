import { EngineError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';

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
