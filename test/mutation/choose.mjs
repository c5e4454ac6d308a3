// @ts-check
// Which tests are run for a mutant, and in which order: those that probably notice it first, for as long as the budget lasts.
import { basename, dirname } from 'node:path';

/**
 * What a run of a test file without a mutant showed.
 * @typedef {object} TestFile
 * @property {string} file path in the root
 * @property {string} source hash of its text
 * @property {string} bundle
 * @property {number} loadMs
 * @property {ReadonlyMap<number, number>} load mutants that loading the file and its hooks meet → how often
 * @property {ReadonlyMap<string, { ms: number, met: ReadonlyMap<number, number> }>} tests by title
 *
 * @typedef {object} Chosen what of a file is to be run
 * @property {TestFile} file
 * @property {string[]} tests titles
 * @property {number} ms what they took without a mutant
 * @property {number} times how often they met it
 */

/** In milliseconds, as the tests took without a mutant: what one mutant's tests may take in either way of running them. */
export const budget = 4000;
/** In milliseconds: what running a test costs beside the test. */
const overhead = 1;

/**
 * Whether a test was written for a source file's own folder, or for one above it up to its room: `unit/engine/json/*` for
 * `engine/json/*`. What only other tests notice, no test says as a rule.
 * @param {string} source
 * @param {string} test
 */
export function isOwnTest(source, test) {
  const from = dirname(source).split('/').slice(1);
  const to = dirname(test).split('/').slice(2);
  const room = from[0] === 'engine' ? 2 : 1;
  const shared = Math.min(from.length, to.length);
  return test.startsWith('test/unit/') && shared >= room && to.slice(0, shared).join() === from.slice(0, shared).join();
}

/**
 * The tests that meet a mutant while they run.
 * @param {import('./mutants.mjs').Mutant} mutant
 * @param {readonly TestFile[]} files
 * @param {ReadonlySet<string>} killers tests that noticed other mutants of that file, by `nameOf`
 * @returns {Chosen[]}
 */
export function chooseMeeting({ id, file }, files, killers) {
  return choose(file, files, killers, test => test.met.get(id), 0);
}

/**
 * The tests of files that meet a mutant as they load, whose tests may use what it changed without meeting it again.
 * @param {import('./mutants.mjs').Mutant} mutant
 * @param {readonly TestFile[]} files
 * @param {ReadonlySet<string>} killers
 * @param {readonly number[]} neighbours ids of the source file's mutants
 * @returns {Chosen[]}
 */
export function chooseLoading({ id, file }, files, killers, neighbours) {
  return choose(
    file,
    files,
    killers,
    (test, { load }) => {
      const times = (load.get(id) ?? 0) + (test.met.get(id) ?? 0);
      return times > 0 ? times : undefined;
    },
    1,
    test => neighbours.some(other => test.met.has(other)),
  );
}

/**
 * A test's name among those of all files.
 * @param {TestFile} file
 * @param {string} title
 */
export const nameOf = ({ file }, title) => `${file}: ${title}`;

/**
 * @param {string} source
 * @param {readonly TestFile[]} files
 * @param {ReadonlySet<string>} killers
 * @param {(test: { met: ReadonlyMap<number, number> }, file: TestFile) => number | undefined} timesOf undefined: not wanted
 * @param {0 | 1} loads how often a file is loaded anew
 * @param {(test: { met: ReadonlyMap<number, number> }) => boolean} [isUser] whether the test runs code of the source file
 */
function choose(source, files, killers, timesOf, loads, isUser = () => true) {
  const ranked = files.flatMap(file => {
    const distance = distanceOf(source, file.file);
    return [...file.tests].flatMap(([title, test]) => {
      const times = timesOf(test, file);
      if (times === undefined) return [];
      const weight = killers.has(nameOf(file, title)) ? 0.05 : isUser(test) ? distance : 4 * distance;
      return { file, title, ms: test.ms + overhead, times, rank: (test.ms + overhead + loads * file.loadMs) * weight };
    });
  });
  ranked.sort((a, b) => a.rank - b.rank);
  /** @type {Map<TestFile, Chosen>} */
  const chosen = new Map();
  let left = budget;
  for (const { file, title, ms, times } of ranked) {
    const known = chosen.get(file);
    const cost = ms + (known ? 0 : loads * file.loadMs);
    // One is run whatever it takes.
    if (cost > left && chosen.size) continue;
    left -= cost;
    if (known) {
      known.tests.push(title);
      known.ms += ms;
      known.times += times;
    } else chosen.set(file, { file, tests: [title], ms, times });
  }
  return [...chosen.values()];
}

/**
 * How far a test is from a source file, by their names: `unit/engine/json/jsonSpans.test.ts` is nearest to `engine/json/jsonSpans.ts`.
 * @param {string} source
 * @param {string} test
 */
function distanceOf(source, test) {
  const from = dirname(source).split('/').slice(1);
  const to = dirname(test).split('/').slice(2);
  if (basename(test, '.test.ts') === basename(source, '.ts')) return 0.1;
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared++;
  return shared === from.length ? 0.25 : shared > 1 ? 0.5 : 1;
}
