// @ts-check
// What the switches in mutated code call: which mutant is on, and which were met. One for all bundles of a process, and told
// by runner.mjs.

/**
 * @typedef {{ active: number, hits: number, limit: number, met: Map<number, number> | undefined }} State
 */

const holder = /** @type {{ parserlensMutation?: State }} */ (globalThis);
holder.parserlensMutation ??= { active: -1, hits: 0, limit: Infinity, met: undefined };
const state = holder.parserlensMutation;

/**
 * Whether a mutant is on. Throws when it has been asked far more often than without a mutant: an endless loop.
 * @param {number} mutant
 */
export function stryMutAct_9fa48(mutant) {
  if (mutant !== state.active) return false;
  if (++state.hits > state.limit) throw new Error('mutation: an endless loop');
  return true;
}

/** @param {...number} mutants */
export function stryCov_9fa48(...mutants) {
  if (state.met) for (const mutant of mutants) state.met.set(mutant, (state.met.get(mutant) ?? 0) + 1);
}
