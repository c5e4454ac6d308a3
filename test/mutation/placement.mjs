// @ts-check
// The mutants of a run: placed in all files, drawn by the seed, and what is equivalent set aside.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { draw, hash, keepMutants, placeMutants } from './mutants.mjs';
import { writeWhole } from './writeWhole.mjs';

/** @typedef {import('./mutants.mjs').Mutant} Mutant */

/**
 * Places the mutants of all files and draws those of each folder, or of all together; what the instrumenter made of a file is kept while both are unchanged.
 * @param {Pick<Parameters<typeof import('./runMutation.mjs').runMutation>[0], 'root' | 'outdir' | 'folders' | 'across' | 'count' | 'seed' | 'equivalent'>} options
 */
export async function placeAll({ root, outdir, folders, across, count, seed, equivalent }) {
  const cache = join(outdir, 'placed');
  await mkdir(cache, { recursive: true });
  const maker = await readFile(fileURLToPath(new URL('mutants.mjs', import.meta.url)), 'utf8');
  const reasons = new Map(
    equivalent.map(one => [JSON.stringify([one.text, one.original, one.replacement]), one.reason]),
  );
  /** @type {Mutant[]} */
  const drawn = [];
  /** @type {Map<Mutant, number>} */
  const turns = new Map();
  /** @type {Mutant[]} */
  const equivalents = [];
  /** @type {Map<string, string>} */
  const mutated = new Map();
  for (const sources of across ? [[...new Set([...folders.values()].flat())]] : folders.values()) {
    /** @type {Awaited<ReturnType<typeof placeMutants>>[]} */
    const placed = [];
    for (const file of sources) {
      const source = await readFile(join(root, file), 'utf8');
      const kept = join(cache, `${hash(`${maker}\n${file}\n${source}`)}.json`);
      let one = await readFile(kept, 'utf8')
        .then(JSON.parse)
        .catch(() => undefined);
      if (!one) {
        one = await placeMutants(file, source);
        await writeWhole(kept, one);
      }
      placed.push(one);
    }
    const chosen = new Map(
      draw(
        placed.flatMap(({ mutants }) => mutants.flatMap(mutant => mutant ?? [])),
        count,
        seed,
      ).map((mutant, turn) => /** @type {const} */ ([mutant, turn])),
    );
    for (const [index, { code, mutants }] of placed.entries()) {
      const ids = new Map();
      for (const [at, mutant] of mutants.entries()) {
        const turn = mutant && chosen.get(mutant);
        if (!mutant || turn === undefined) continue;
        if (reasons.has(JSON.stringify([mutant.text, mutant.original, mutant.replacement]))) {
          equivalents.push(mutant);
          continue;
        }
        ids.set(at, mutant.id);
        drawn.push(mutant);
        turns.set(mutant, turn);
      }
      if (ids.size) mutated.set(sources[index] ?? '', keepMutants(code, ids));
    }
  }
  return { drawn, turns, mutated, equivalents };
}
