// @ts-check
// From folders and tests to a report: places the mutants, bundles the tests, records which test meets which mutant, judges.
import { join } from 'node:path';
import { bundleTests } from './bundle.mjs';
import { Judge } from './judge.mjs';
import { placeAll } from './placement.mjs';
import { recordTests } from './recording.mjs';
import { reportOf } from './report.mjs';
import { Verdicts } from './verdicts.mjs';

/**
 * A mutant that no test can notice, since the program does the same. Found again by its line's text wherever that stands.
 * @typedef {{ text: string, original: string, replacement: string, reason: string }} Equivalent
 */

/**
 * @param {object} options
 * @param {string} options.root
 * @param {string} options.outdir inside the root; holds what is kept between runs
 * @param {ReadonlyMap<string, readonly string[]>} options.folders name → source files, paths in the root
 * @param {readonly string[]} options.tests paths in the root
 * @param {readonly Equivalent[]} options.equivalent
 * @param {boolean} [options.across] whether one sample is drawn of all folders together
 * @param {number} options.count mutants of each folder, or of all together
 * @param {string} options.seed
 * @param {number} options.jobs
 * @param {'none' | 'killed' | 'all'} options.keep of what earlier runs found
 * @param {(text: string) => void} options.log
 * @param {(report: ReturnType<typeof reportOf>) => Promise<void>} options.onProgress takes what is known so far
 */
export async function runMutation(options) {
  const {
    root,
    outdir,
    folders,
    tests,
    equivalent,
    across = false,
    count,
    seed,
    jobs,
    keep,
    log,
    onProgress,
  } = options;
  const started = performance.now();
  const since = () => `${Math.round((performance.now() - started) / 1000)} s`;
  const { drawn, turns, mutated, equivalents } = await placeAll({
    root,
    outdir,
    folders,
    across,
    count,
    seed,
    equivalent,
  });
  log(`${drawn.length} mutants of ${folders.size} folders (${since()})\n`);

  /** @type {Map<string, number[]>} file → ids */
  const mutants = new Map();
  for (const { file, id } of drawn) mutants.set(file, [...(mutants.get(file) ?? []), id]);
  const bundles = await bundleTests({ root, outdir: join(outdir, 'bundles'), tests, mutated });
  log(`${bundles.length} test files bundled (${since()})\n`);

  const files = await recordTests({ root, outdir, bundles, mutants, jobs, log });
  log(`recorded which test meets which mutant (${since()})\n`);

  const verdicts = await Verdicts.read(root, join(outdir, 'results.json'), keep, drawn, files);
  // Folder by turns, so that a run that is ended early has judged a smaller sample of each.
  const queue = drawn
    .filter(mutant => verdicts.isOpen(mutant))
    .sort((a, b) => (turns.get(a) ?? 0) - (turns.get(b) ?? 0));
  log(`${drawn.length - queue.length} verdicts kept, ${queue.length} to go (${since()})\n`);
  const killers = verdicts.killers(drawn);
  const report = () => reportOf({ folders, drawn, equivalents, results: verdicts.results });
  let done = 0;
  await Promise.all(
    Array.from({ length: jobs }, async () => {
      const judge = new Judge({ root, files, mutants, killers });
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        await verdicts.add(mutant, await judge.judge(mutant));
        if (++done % 25 > 0) continue;
        log(`${done} judged, ${queue.length} to go (${since()})\n`);
        await onProgress(report());
      }
      judge.end();
    }),
  );
  await verdicts.write();
  log(`judged (${since()})\n`);
  return report();
}
