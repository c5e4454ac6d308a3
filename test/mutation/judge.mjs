// @ts-check
// Judges one mutant: first by the tests that meet it, quickest first; then, as a fresh process would see it, by all that matter.
import { TestProcess } from './process.mjs';

/**
 * What a run of all tests without a mutant showed.
 * @typedef {object} TestFile
 * @property {string} bundle
 * @property {ReadonlyMap<number, number>} load mutants that loading the file and its hooks meet → how often
 * @property {ReadonlyMap<string, { ms: number, met: ReadonlyMap<number, number> }>} tests by title
 *
 * @typedef {{ bundle: string, tests: readonly string[], ms: number, times: number }} Chosen what of a file is to run
 *
 * @typedef {'killed' | 'late' | 'survived' | 'unmet'} Verdict unmet: no test reaches it
 */

/** In milliseconds: for tests that only load what the mutant is in, the time that they took when they were recorded. */
const loadBudget = 15_000;

export class Judge {
  #warm;
  #fresh;

  /**
   * @param {string} root
   * @param {readonly TestFile[]} files
   * @param {(mutant: number) => readonly number[]} neighbours the mutants of the same source file
   */
  constructor(root, files, neighbours) {
    this.files = files;
    this.neighbours = neighbours;
    this.#warm = new TestProcess(root);
    this.#fresh = new TestProcess(root);
  }

  end() {
    this.#warm.end();
    this.#fresh.end();
  }

  /**
   * @param {number} mutant
   * @returns {Promise<{ verdict: Verdict, by?: string, error?: string }>}
   */
  async judge(mutant) {
    const meeting = this.#meeting(mutant);
    const loading = this.#loading(mutant);
    if (meeting.length + loading.length === 0) return { verdict: 'unmet' };
    if (meeting.length) {
      const answer = await this.#ask(this.#warm, mutant, meeting, true);
      if (answer.killed) return answer.killed;
      // What earlier mutants left behind must not decide.
      if (answer.polluted) this.#warm.end();
    }
    // What survives, or acts when modules are loaded, is judged by a process that has seen nothing else.
    this.#fresh.end();
    const { killed } = await this.#ask(this.#fresh, mutant, [...meeting, ...loading], false);
    this.#fresh.end();
    return killed ?? { verdict: 'survived' };
  }

  /**
   * @param {TestProcess} process
   * @param {number} mutant
   * @param {readonly Chosen[]} files
   * @param {boolean} verify
   * @returns {Promise<{ killed?: { verdict: Verdict, by?: string, error?: string }, polluted?: boolean }>}
   */
  async #ask(process, mutant, files, verify) {
    const sum = (/** @type {(file: Chosen) => number} */ of) => files.reduce((total, file) => total + of(file), 0);
    const longest = Math.max(...files.map(({ ms }) => ms));
    const answer = await process.ask(
      /** @type {import('./runner.mjs').Judge} */ ({
        type: 'judge',
        mutant,
        limit: 10_000 + 100 * sum(({ times }) => times),
        // On the clock, for what waits without end: on a busy machine tests take longer. Endless work ends by the processor's time.
        timeout: 60_000 + 20 * longest,
        files: files.map(({ bundle, tests }) => ({ bundle, tests })),
        verify,
      }),
      5000 + 1000 * files.length + 5 * sum(({ ms }) => ms),
    );
    if (answer === 'late') return { killed: { verdict: 'late' } };
    // It may have died of what an earlier mutant had begun.
    if (answer === 'died')
      return verify ? { polluted: true } : { killed: { verdict: 'killed', by: 'the process ended' } };
    const { killed, polluted, error } = /** @type {import('./runner.mjs').Judged & { error?: string }} */ (answer);
    if (error) throw new Error(error);
    if (!killed) return polluted ? { polluted } : {};
    const late = /^Timeout of|mutation: an endless loop/.test(killed.error);
    return {
      killed: { verdict: late ? 'late' : 'killed', by: `${killed.bundle}: ${killed.test}`, error: killed.error },
    };
  }

  /**
   * The tests that meet a mutant, as files, the quickest first.
   * @param {number} mutant
   */
  #meeting(mutant) {
    const found = [];
    for (const { bundle, tests } of this.files) {
      const titles = [];
      let [ms, times] = [0, 0];
      for (const [title, test] of tests) {
        const met = test.met.get(mutant);
        if (met === undefined) continue;
        titles.push(title);
        ms += test.ms;
        times += met;
      }
      if (titles.length) found.push({ bundle, tests: titles, ms, times });
    }
    return found.sort((a, b) => a.ms - b.ms);
  }

  /**
   * The test files that meet a mutant as they load: first those that use most of its source file, for as long as the budget lasts.
   * @param {number} mutant
   */
  #loading(mutant) {
    const near = this.neighbours(mutant);
    const found = [];
    for (const { bundle, load, tests } of this.files) {
      const times = load.get(mutant);
      if (times === undefined) continue;
      const all = [...tests.values()];
      const ms = all.reduce((sum, test) => sum + test.ms, 0);
      const use = all.filter(test => near.some(other => test.met.has(other))).length / (all.length || 1);
      found.push({
        bundle,
        tests: [...tests.keys()],
        ms,
        times: times + all.reduce((n, test) => n + (test.met.get(mutant) ?? 0), 0),
        use,
      });
    }
    let left = loadBudget;
    return found
      .sort((a, b) => b.use - a.use || a.ms - b.ms)
      .filter(({ ms }) => {
        left -= ms + 100;
        return left + ms + 100 > 0;
      });
  }
}
