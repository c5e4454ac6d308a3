import { createRequire } from 'node:module';
import type { Host } from '../../../../src/engine/host.ts';

const require = createRequire(import.meta.url);
const { tokenTable } = require('../../../../build/tokenTables.js') as { tokenTable(encoding: string): Uint8Array };

/** A host whose tables come straight from the build, and the names that it was asked for. */
export function testHost(): Host & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    loadTable: async name => {
      asked.push(name);
      return tokenTable(name);
    },
  };
}
