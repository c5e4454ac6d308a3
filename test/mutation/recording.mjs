// @ts-check
// Runs each test file once, without a mutant, and so learns which test meets which mutant.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from './mutants.mjs';
import { TestProcess } from './process.mjs';
import { writeWhole } from './writeWhole.mjs';

/** In bytes: a process that has more is ended, since what was loaded anew is never forgotten. */
const maxMemory = 1e9;

/** What part of a file's mutants may be unknown to its recording. */
const mostUnknown = 0.1;

/** How often a mutant may be met at most of which nothing was recorded. */
const unknownTimes = 1e9;

/**
 * @typedef {import('./runner.mjs').Recorded & { memory: number, error?: string }} Answer
 * @typedef {Answer & { text: string, known: readonly number[] }} Kept text: the test file's, hashed; known: mutants that were there
 */

/**
 * Each file is loaded anew, so that no other file's run has been there before. What it showed is kept while the file's text is
 * the same and few mutants were drawn since, any of which may be met by any of its tests.
 * @param {object} options
 * @param {string} options.root
 * @param {string} options.outdir
 * @param {readonly import('./bundle.mjs').Bundle[]} options.bundles
 * @param {ReadonlyMap<string, readonly number[]>} options.mutants source file → ids
 * @param {number} options.jobs
 * @param {(text: string) => void} options.log
 * @returns {Promise<import('./choose.mjs').TestFile[]>}
 */
export async function recordTests({ root, outdir, bundles, mutants, jobs, log }) {
  /** @type {import('./choose.mjs').TestFile[]} */
  const files = [];
  const queue = [...bundles];
  const folder = join(outdir, 'recorded');
  await mkdir(folder, { recursive: true });
  await Promise.all(
    Array.from({ length: jobs }, async () => {
      const tests = new TestProcess(root);
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { file, path: bundle, mutated } = next;
        const source = hash(await readFile(join(root, file), 'utf8'));
        const known = mutated.flatMap(source => mutants.get(source) ?? []);
        const kept = join(folder, `${hash(file)}.json`);
        const recorded = (await readKept(kept, source, known)) ?? (await record(tests, bundle));
        if (recorded.error) {
          log(`left out: ${file}: ${recorded.error.split('\n')[0]}\n`);
          continue;
        }
        /** @type {Kept} */
        const all = { known, ...recorded, text: source };
        await writeWhole(kept, all);
        for (const [title, error] of Object.entries(all.failed))
          log(`left out: ${file}: ${title}: ${error.split('\n')[0]}\n`);
        files.push(testFile({ file, source, bundle }, all, known));
      }
      tests.end();
    }),
  );
  return files;
}

/**
 * @param {Pick<import('./choose.mjs').TestFile, 'file' | 'source' | 'bundle'>} named
 * @param {Kept} kept
 * @param {readonly number[]} mutants that the file may meet
 * @returns {import('./choose.mjs').TestFile}
 */
function testFile(named, kept, mutants) {
  const known = new Set(kept.known);
  const tests = Object.entries(kept.tests).filter(([title]) => !(title in kept.failed));
  return {
    ...named,
    loadMs: kept.loadMs,
    load: new Map([
      ...kept.load,
      ...mutants.filter(id => !known.has(id)).map(id => /** @type {const} */ ([id, unknownTimes])),
    ]),
    tests: new Map(tests.map(([title, { ms, met }]) => [title, { ms, met: new Map(met) }])),
  };
}

/**
 * @param {string} path
 * @param {string} text
 * @param {readonly number[]} mutants that the file may meet
 * @returns {Promise<Kept | undefined>}
 */
async function readKept(path, text, mutants) {
  const kept = await readFile(path, 'utf8')
    .then(JSON.parse)
    .catch(() => undefined);
  if (kept?.text !== text) return undefined;
  const known = new Set(kept.known);
  return mutants.filter(id => !known.has(id)).length <= mostUnknown * mutants.length ? kept : undefined;
}

/**
 * @param {TestProcess} tests
 * @param {string} bundle
 * @returns {Promise<Answer>}
 */
async function record(tests, bundle) {
  const answer = /** @type {Answer | 'late' | 'died'} */ (await tests.ask({ type: 'record', bundle }, 180_000));
  if (typeof answer === 'string') return { load: [], loadMs: 0, tests: {}, failed: {}, memory: 0, error: answer };
  if (answer.memory > maxMemory) tests.end();
  return answer;
}
