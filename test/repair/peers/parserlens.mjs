// @ts-check
// Our own diagnosis, from the built engine: `node esbuild.js` first.
import { createRequire } from 'node:module';
import { parseWith } from './parseWith.mjs';

const { diagnose } = createRequire(import.meta.url)('../../../dist/engine.js');

/** Big integers as the scorers have them. @returns {any} */
function plain(/** @type {unknown} */ value) {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

/** @returns {any} */
export function repair(/** @type {string} */ text, /** @type {{ schema?: unknown }} */ { schema }) {
  const { candidates } = diagnose(text, { schema });
  return {
    candidates: candidates.map((/** @type {any} */ candidate) => ({ ...candidate, value: plain(candidate.value) })),
  };
}
export const parse = parseWith(repair);
