// @ts-check
// Runs each test file once, without a mutant, and so learns which test meets which mutant.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from './mutants.mjs';
import { TestProcess } from './process.mjs';
import { writeWhole } from './writeWhole.mjs';

/** In bytes: a process that has more is ended, since what was loaded anew is never forgotten. */
const maxMemory = 1e9;

/**
 * Each file is loaded anew, so that no other file's run has been there before; what it showed is kept while the bundles are the same.
 * @param {object} options
 * @param {string} options.root
 * @param {string} options.outdir
 * @param {ReadonlyMap<string, string>} options.bundles
 * @param {number} options.jobs
 * @param {(text: string) => void} options.log
 * @returns {Promise<import('./choose.mjs').TestFile[]>}
 */
export async function recordTests({ root, outdir, bundles, jobs, log }) {
  /** @type {import('./choose.mjs').TestFile[]} */
  const files = [];
  const queue = [...bundles];
  const recorded = join(outdir, 'recorded');
  await mkdir(recorded, { recursive: true });
  await Promise.all(
    Array.from({ length: jobs }, async () => {
      const tests = new TestProcess(root);
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [file, bundle] = next;
        // A bundle names its chunks, and those their texts.
        const kept = join(recorded, `${hash(`${file}\n${await readFile(bundle, 'utf8')}`)}.json`);
        /** @type {(import('./runner.mjs').Recorded & { error?: string, memory: number }) | 'late' | 'died'} */
        const answer = await readFile(kept, 'utf8')
          .then(JSON.parse)
          .catch(() => tests.ask({ type: 'record', bundle }, 180_000));
        if (typeof answer === 'string' || answer.memory > maxMemory) tests.end();
        if (typeof answer !== 'string' && !answer.error) await writeWhole(kept, { ...answer, memory: 0 });
        const trouble = typeof answer === 'string' ? answer : answer.error?.split('\n')[0];
        if (typeof answer === 'string' || trouble) {
          log(`left out: ${file}: ${trouble}\n`);
          continue;
        }
        const { load, loadMs, tests: own, failed } = answer;
        for (const [title, error] of Object.entries(failed)) {
          delete own[title];
          log(`left out: ${file}: ${title}: ${error.split('\n')[0]}\n`);
        }
        files.push({
          file,
          source: hash(await readFile(join(root, file), 'utf8')),
          bundle,
          loadMs,
          load: new Map(load),
          tests: new Map(Object.entries(own).map(([title, { ms, met }]) => [title, { ms, met: new Map(met) }])),
        });
      }
      tests.end();
    }),
  );
  return files;
}
