// @ts-check
// What earlier runs found, and which of it still holds.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from './mutants.mjs';
import { writeWhole } from './writeWhole.mjs';

/**
 * @typedef {import('./judge.mjs').Judgement & { of?: string }} Kept of: by what it was judged, see `#basis`
 * @typedef {import('./mutants.mjs').Mutant} Mutant
 */

/** How often the file is written, in milliseconds. */
const pace = 2000;

export class Verdicts {
  #path;
  #sources;
  #tests;
  #written = 0;

  /**
   * @param {object} options
   * @param {string} options.path
   * @param {Record<string, Kept>} options.results by `keyOf`
   * @param {ReadonlyMap<string, string>} options.sources file → hash of its text
   * @param {readonly import('./choose.mjs').TestFile[]} options.tests
   */
  constructor({ path, results, sources, tests }) {
    this.results = results;
    this.#path = path;
    this.#sources = sources;
    this.#tests = new Map(tests.map(test => [test.file, test]));
  }

  /**
   * Reads what is kept.
   * @param {string} root
   * @param {string} path
   * @param {'none' | 'killed' | 'all'} keep of what earlier runs found
   * @param {readonly Mutant[]} drawn
   * @param {readonly import('./choose.mjs').TestFile[]} tests
   */
  static async read(root, path, keep, drawn, tests) {
    const sources = new Map();
    for (const { file } of drawn)
      if (!sources.has(file)) sources.set(file, hash(await readFile(join(root, file), 'utf8')));
    /** @type {Record<string, Kept>} */
    const results = keep === 'none' ? {} : JSON.parse(await readFile(path, 'utf8').catch(() => '{}'));
    const verdicts = new Verdicts({ path, results, sources, tests });
    if (keep === 'killed') for (const kept of Object.values(results)) if (isAlive(kept)) kept.of = undefined;
    return verdicts;
  }

  /**
   * Whether a mutant is still to be judged: its file has changed, or the tests that decided.
   * @param {Mutant} mutant
   */
  isOpen(mutant) {
    const kept = this.results[keyOf(mutant)];
    return kept?.of === undefined || kept.of !== this.#basis(mutant, kept);
  }

  /**
   * The tests that noticed mutants, by the mutants' files: what noticed one is tried first when it is judged again.
   * @param {readonly Mutant[]} drawn
   */
  killers(drawn) {
    /** @type {Map<string, Set<string>>} */
    const killers = new Map();
    for (const mutant of drawn) {
      const { file } = mutant;
      const by = this.results[keyOf(mutant)]?.by;
      const known = killers.get(file);
      if (by && known) known.add(by);
      else if (by) killers.set(file, new Set([by]));
    }
    return killers;
  }

  /**
   * @param {Mutant} mutant
   * @param {import('./judge.mjs').Judgement} judgement
   */
  async add(mutant, judgement) {
    this.results[keyOf(mutant)] = { ...judgement, of: this.#basis(mutant, judgement) };
    if (performance.now() - this.#written > pace) await this.write();
  }

  async write() {
    this.#written = performance.now();
    await writeWhole(this.#path, this.results);
  }

  /**
   * What a judgement rests on: the mutant's file, and the test file that noticed it, or all that could have.
   * @param {Mutant} mutant
   * @param {Kept} judgement
   */
  #basis({ file, id }, judgement) {
    const killer = this.#tests.get(judgement.by?.split(': ')[0] ?? '');
    const tests = isAlive(judgement)
      ? [...this.#tests.values()].filter(
          ({ load, tests }) => load.has(id) || [...tests.values()].some(({ met }) => met.has(id)),
        )
      : killer
        ? [killer]
        : [];
    return hash([this.#sources.get(file), ...tests.map(({ source }) => source).sort()].join(' '));
  }
}

/**
 * Under which a mutant's verdict is kept.
 * @param {Mutant} mutant
 */
export const keyOf = ({ file, key }) => `${file} ${key}`;

/** @param {import('./judge.mjs').Judgement | undefined} judgement */
export const isAlive = judgement => judgement?.verdict === 'survived' || judgement?.verdict === 'unmet';
