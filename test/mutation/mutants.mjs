// @ts-check
// The mutants of a source file, made and placed by Stryker's instrumenter: all of them in one text, each behind a switch.
import { createHash } from 'node:crypto';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/**
 * A change of the source that the tests should notice.
 * @typedef {object} Mutant
 * @property {string} key the same as long as its line is: it knows neither the file's name nor where in it the line stands
 * @property {number} id its switch's; another one in another file. Of 31 bits, which are quick to look up
 * @property {string} file
 * @property {number} line from 1
 * @property {string} text the line, trimmed
 * @property {string} mutator
 * @property {string} original
 * @property {string} replacement
 */

const silent = () => {};
const logger = /** @type {any} */ ({
  ...Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map(level => [level, silent])),
  ...Object.fromEntries(
    ['Trace', 'Debug', 'Info', 'Warn', 'Error', 'Fatal'].map(level => [`is${level}Enabled`, () => false]),
  ),
});

/** Properties whose texts are words for people. */
const wordsKeys =
  /^(message|messages|summary|description|documentation|title|label|detail|help|usage|note|hint|about|reason|why)$/;
/** Functions whose texts are words for people. */
const wordsCalls = /^(described?|meta|problem\w*|warn\w*|fail\w*|\w*error|\w*message|mistake|usage|say)$/i;

/**
 * The texts of messages, which no test should hold word by word: the words of what is thrown, of problems and of documentation.
 * @param {any} path Babel's
 */
function isMessage(path) {
  if (!path.isStringLiteral() && !path.isTemplateLiteral()) return false;
  for (let at = path; at.parentPath; at = at.parentPath) {
    const parent = at.parentPath;
    if (parent.isFunction() || parent.isStatement()) return parent.isThrowStatement();
    if (parent.isObjectProperty() && wordsKeys.test(parent.node.key.name ?? parent.node.key.value))
      return at.key === 'value';
    if ((parent.isCallExpression() || parent.isNewExpression()) && at.listKey === 'arguments') {
      const { callee } = parent.node;
      if (wordsCalls.test(callee.name ?? callee.property?.name ?? '')) return true;
    }
  }
  return false;
}

const options = {
  plugins: null,
  excludedMutations: [],
  noHeader: true,
  ignorers: [{ shouldIgnore: (/** @type {any} */ path) => (isMessage(path) ? 'message' : undefined) }],
};

/**
 * Places all mutants of a file. Where the answer's code says `stryMutAct_9fa48("3")`, the fourth mutant is switched.
 * @param {string} file
 * @param {string} source TypeScript
 * @returns {Promise<{ code: string, mutants: (Mutant | undefined)[] }>} undefined: a message's, or of a line already there
 */
export async function placeMutants(file, source) {
  const instrumenter = new Instrumenter(logger);
  const result = await instrumenter.instrument(
    [{ name: file, content: source, mutate: true }],
    /** @type {any} */ (options),
  );
  const lines = source.split('\n');
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  /** @type {Map<string, number>} */
  const times = new Map();
  const mutants = result.mutants.map(({ location: { start, end }, mutatorName: mutator, replacement, status }) => {
    if (status === 'Ignored') return undefined;
    const text = (lines[start.line] ?? '').trim();
    const original = source.slice((starts[start.line] ?? 0) + start.column, (starts[end.line] ?? 0) + end.column);
    // Of lines that are alike, each has its number.
    const name = JSON.stringify([text, mutator, original, replacement]);
    const time = times.get(name) ?? 0;
    times.set(name, time + 1);
    const key = hash(name + time);
    return {
      key,
      id: Number.parseInt(hash(`${file} ${key}`).slice(0, 8), 16) >>> 1,
      file,
      line: start.line + 1,
      text,
      mutator,
      original,
      replacement,
    };
  });
  return { code: result.files[0]?.content ?? source, mutants };
}

/**
 * Leaves only the mutants that were drawn, by their ids; the others' switches are taken out again.
 * @param {string} code as placeMutants gave it
 * @param {ReadonlyMap<number, number>} ids the file's n-th mutant → its id
 */
export function keepMutants(code, ids) {
  return code
    .replace(/stryMutAct_9fa48\("(\d+)"\)/g, (_, id) => (ids.has(+id) ? `stryMutAct_9fa48(${ids.get(+id)})` : 'false'))
    .replace(/stryCov_9fa48\(([^)]*)\)/g, (_, list) => {
      const kept = [...list.matchAll(/\d+/g)].flatMap(([id]) => ids.get(+id) ?? []);
      return kept.length ? `stryCov_9fa48(${kept})` : '0';
    });
}

/**
 * Draws mutants: those whose keys, hashed with the seed, come first. So a change of the source changes few of the drawn, and
 * the first 60 of a seed are among its first 150.
 * @template {{ key: string }} T
 * @param {readonly T[]} mutants
 * @param {number} count
 * @param {string} seed
 */
export function draw(mutants, count, seed) {
  return mutants
    .map(mutant => ({ mutant, rank: hash(`${seed} ${mutant.key}`) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

/** @param {string} text */
export const hash = text => createHash('sha256').update(text).digest('hex').slice(0, 16);
