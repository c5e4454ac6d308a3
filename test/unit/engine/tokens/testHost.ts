import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import type { Host } from '../../../../src/engine/core/host.ts';

const require = createRequire(import.meta.url);
const { tokenTable } = require('../../../../build/tokenTables.js') as { tokenTable(encoding: string): Uint8Array };

/** A host whose tables come straight from the build, and the names that it was asked for. */
export function testHost(): Host & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    loadTable: async name => {
      asked.push(name);
      return name.endsWith('_base') ? tokenTable(name) : vocabularyTable(name);
    },
  };
}

/** Vocabularies are fetched by the build, so a test only reads what it made. */
async function vocabularyTable(name: string): Promise<Uint8Array> {
  return gunzipSync(await readFile(new URL(`../../../../dist/tables/${name}.gz`, import.meta.url)));
}
