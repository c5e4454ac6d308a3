// @ts-check
// Judges one mutant: by the tests that meet it, those of its own folder first; then, where modules keep what they made, by the same tests loaded anew.
import { chooseLoading, chooseMeeting, isOwnTest, nameOf } from './choose.mjs';
import { TestProcess } from './process.mjs';

/**
 * @typedef {import('./choose.mjs').TestFile} TestFile
 * @typedef {import('./choose.mjs').Chosen} Chosen
 * @typedef {'killed' | 'late' | 'survived' | 'unmet'} Verdict unmet: no test reaches it
 * @typedef {{ verdict: Verdict, by?: string, error?: string }} Judgement by: the test
 */

/** In bytes: a process that has more is ended, since what was loaded anew is never forgotten. */
const maxMemory = 1.2e9;

export class Judge {
  #process;
  #files;
  #mutants;
  /** @type {Map<string, Set<string>>} source file → tests that noticed a mutant of it */
  #killers;

  /**
   * @param {object} options
   * @param {string} options.root
   * @param {readonly TestFile[]} options.files
   * @param {ReadonlyMap<string, readonly number[]>} options.mutants source file → its mutants' ids
   * @param {Map<string, Set<string>>} options.killers source file → tests that noticed a mutant of it; more are added
   */
  constructor({ root, files, mutants, killers }) {
    this.#process = new TestProcess(root);
    this.#files = files;
    this.#mutants = mutants;
    this.#killers = killers;
  }

  end() {
    this.#process.end();
  }

  /**
   * @param {import('./mutants.mjs').Mutant} mutant
   * @returns {Promise<Judgement>}
   */
  async judge(mutant) {
    const { file } = mutant;
    const killers = this.#killers.get(file) ?? new Set();
    this.#killers.set(file, killers);
    const own = this.#files.filter(test => isOwnTest(file, test.file));
    const others = this.#files.filter(test => !own.includes(test));
    const meeting = [own, others].flatMap(files => chooseMeeting(mutant, files, killers));
    const loading = chooseLoading(mutant, this.#files, killers, this.#mutants.get(file) ?? []);
    if (meeting.length + loading.length === 0) return { verdict: 'unmet' };
    /** @type {Chosen[]} whose tests met it less often than they did in a fresh process: something remembers */
    const remembering = [];
    for (const chosen of meeting) {
      const { judgement, hits } = await this.#ask(mutant, chosen, false);
      if (judgement) return judgement;
      if (hits < chosen.times) remembering.push(chosen);
    }
    const anew = new Map([...remembering, ...loading].map(chosen => [chosen.file, chosen]));
    for (const chosen of anew.values()) {
      const { judgement } = await this.#ask(mutant, chosen, true);
      if (judgement) return judgement;
    }
    return { verdict: 'survived' };
  }

  /**
   * @param {import('./mutants.mjs').Mutant} mutant
   * @param {Chosen} chosen
   * @param {boolean} isAnew
   * @param {boolean} [isSecond] asked of a process that has seen nothing else
   * @returns {Promise<{ judgement?: Judgement, hits: number }>}
   */
  async #ask(mutant, chosen, isAnew, isSecond = false) {
    const { file, tests, ms, times } = chosen;
    const answer = await this.#process.ask(
      /** @type {import('./runner.mjs').Judging} */ ({
        type: 'judge',
        mutant: mutant.id,
        bundle: file.bundle,
        tests,
        limit: 10_000 + 100 * times,
        // On the clock, for what waits without end: on a busy machine tests take longer. Endless work ends by the processor's time.
        timeout: 10_000 + 20 * ms,
        isAnew,
      }),
      4000 + 5 * (file.loadMs + ms),
    );
    if (answer === 'late') return { judgement: { verdict: 'late', by: file.file }, hits: 0 };
    if (answer === 'died') {
      // It may have died of what an earlier mutant had begun.
      if (!isSecond) return this.#ask(mutant, chosen, isAnew, true);
      return { judgement: { verdict: 'killed', by: file.file, error: 'the process ended' }, hits: 0 };
    }
    const { killed, polluted, hits, memory, error } =
      /** @type {import('./runner.mjs').Judged & { error?: string, memory: number }} */ (answer);
    if (error) throw new Error(error);
    if (polluted || memory > maxMemory) this.#process.end();
    // What earlier mutants left behind must not decide; a test that fails without a mutant in a process of its own, neither.
    if (polluted) return isSecond ? { hits } : this.#ask(mutant, chosen, isAnew, true);
    if (!killed) return { hits };
    const by = nameOf(file, killed.test);
    this.#killers.get(mutant.file)?.add(by);
    const isLate = /^Timeout of|mutation: an endless loop/.test(killed.error);
    return { judgement: { verdict: isLate ? 'late' : 'killed', by, error: killed.error }, hits };
  }
}
