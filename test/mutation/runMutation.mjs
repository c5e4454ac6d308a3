// @ts-check
// From folders and tests to a report: places the mutants, bundles the tests, records which test meets which mutant, judges.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleTests } from './bundle.mjs';
import { Judge } from './judge.mjs';
import { draw, hash, keepMutants, placeMutants } from './mutants.mjs';
import { TestProcess } from './process.mjs';
import { reportOf } from './report.mjs';

/** @typedef {import('./mutants.mjs').Mutant} Mutant */

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
 * @param {number} options.count mutants of each folder
 * @param {string} options.seed
 * @param {number} options.jobs
 * @param {'none' | 'killed' | 'all'} options.keep of what earlier runs found
 * @param {(text: string) => void} options.log
 */
export async function runMutation({ root, outdir, folders, tests, equivalent, count, seed, jobs, keep, log }) {
  const started = performance.now();
  const since = () => `${Math.round((performance.now() - started) / 1000)} s`;
  const { drawn, turns, mutated, equivalents } = await place({ root, outdir, folders, count, seed, equivalent });
  log(`${drawn.length} mutants of ${folders.size} folders (${since()})\n`);

  const bundles = await bundleTests({ root, outdir: join(outdir, 'bundles'), tests, mutated });
  log(`${bundles.size} test files bundled (${since()})\n`);

  const files = await recordTests({ root, outdir, bundles, jobs, log });
  log(`recorded which test meets which mutant (${since()})\n`);

  const resultsFile = join(outdir, 'results.json');
  /** @type {Record<string, { verdict: import('./judge.mjs').Verdict, by?: string, error?: string }>} */
  const results = keep === 'none' ? {} : JSON.parse(await readFile(resultsFile, 'utf8').catch(() => '{}'));
  const isOpen = (/** @type {{ key: string }} */ { key }) =>
    !results[key] || (keep === 'killed' && /^(survived|unmet)$/.test(results[key]?.verdict ?? ''));
  // Folder by turns, so that a run that is ended early has judged a smaller sample of each.
  const queue = drawn
    .flatMap((mutant, number) => (isOpen(mutant) ? [number] : []))
    .sort((a, b) => (turns[a] ?? 0) - (turns[b] ?? 0));
  const neighbours = (/** @type {number} */ number) =>
    drawn.flatMap(({ file }, other) => (file === drawn[number]?.file ? [other] : []));
  let done = 0;
  await Promise.all(
    Array.from({ length: jobs }, async () => {
      const judge = new Judge(root, files, neighbours);
      for (let number = queue.shift(); number !== undefined; number = queue.shift()) {
        const { by, ...result } = await judge.judge(number);
        results[drawn[number]?.key ?? ''] = { ...result, ...(by && { by: by.replace(join(outdir, 'bundles/'), '') }) };
        await write(resultsFile, results);
        if (++done % 25 === 0) log(`${done} judged, ${queue.length} to go (${since()})\n`);
      }
      judge.end();
    }),
  );
  log(`judged (${since()})\n`);
  return reportOf({ folders, drawn, equivalents, results });
}

let parts = 0;

/**
 * Writes a file whole or not at all: a run may be ended at any time.
 * @param {string} path
 * @param {unknown} value
 */
async function write(path, value) {
  const part = `${path}.${process.pid}.${++parts}`;
  await writeFile(part, JSON.stringify(value, undefined, 1));
  await rename(part, path);
}

/**
 * Places the mutants of all files and draws those of each folder; what the instrumenter made of a file is kept while it is unchanged.
 * @param {Pick<Parameters<typeof runMutation>[0], 'root' | 'outdir' | 'folders' | 'count' | 'seed' | 'equivalent'>} options
 */
async function place({ root, outdir, folders, count, seed, equivalent }) {
  const cache = join(outdir, 'placed');
  await mkdir(cache, { recursive: true });
  const reasons = new Map(
    equivalent.map(one => [JSON.stringify([one.text, one.original, one.replacement]), one.reason]),
  );
  /** @type {Mutant[]} */
  const drawn = [];
  /** @type {number[]} */
  const turns = [];
  /** @type {Mutant[]} */
  const equivalents = [];
  /** @type {Map<string, string>} */
  const mutated = new Map();
  for (const sources of folders.values()) {
    /** @type {Awaited<ReturnType<typeof placeMutants>>[]} */
    const placed = [];
    for (const file of sources) {
      const source = await readFile(join(root, file), 'utf8');
      const kept = join(cache, `${hash(`${file}\n${source}`)}.json`);
      let one = await readFile(kept, 'utf8')
        .then(JSON.parse)
        .catch(() => undefined);
      if (!one) {
        one = await placeMutants(file, source);
        await write(kept, one);
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
      const numbers = new Map();
      for (const [at, mutant] of mutants.entries()) {
        const turn = mutant && chosen.get(mutant);
        if (!mutant || turn === undefined) continue;
        if (reasons.has(JSON.stringify([mutant.text, mutant.original, mutant.replacement]))) {
          equivalents.push(mutant);
          continue;
        }
        numbers.set(at, drawn.length);
        drawn.push(mutant);
        turns.push(turn);
      }
      if (numbers.size) mutated.set(sources[index] ?? '', keepMutants(code, numbers));
    }
  }
  return { drawn, turns, mutated, equivalents };
}

/**
 * Runs each test file once, in a process of its own, without a mutant; what that showed is kept while the bundles are the same.
 * @param {object} options
 * @param {string} options.root
 * @param {string} options.outdir
 * @param {ReadonlyMap<string, string>} options.bundles
 * @param {number} options.jobs
 * @param {(text: string) => void} options.log
 */
async function recordTests({ root, outdir, bundles, jobs, log }) {
  /** @type {import('./judge.mjs').TestFile[]} */
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
        /** @type {(import('./runner.mjs').Recorded & { error?: string }) | 'late' | 'died'} */
        const answer = await readFile(kept, 'utf8')
          .then(JSON.parse)
          .catch(() => tests.ask({ type: 'record', bundle }, 180_000));
        tests.end();
        if (typeof answer !== 'string' && !answer.error) await write(kept, answer);
        const trouble = typeof answer === 'string' ? answer : answer.error?.split('\n')[0];
        if (typeof answer === 'string' || trouble) {
          log(`left out: ${file}: ${trouble}\n`);
          continue;
        }
        const { load, tests: own, failed } = answer;
        for (const [title, error] of Object.entries(failed)) {
          delete own[title];
          log(`left out: ${file}: ${title}: ${error.split('\n')[0]}\n`);
        }
        files.push({
          bundle,
          load: new Map(load),
          tests: new Map(Object.entries(own).map(([title, { ms, met }]) => [title, { ms, met: new Map(met) }])),
        });
      }
    }),
  );
  return files;
}
