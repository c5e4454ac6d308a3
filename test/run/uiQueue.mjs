// @ts-check
// The UI suite of a whole run as a queue of its files, each in a process of its own, so that lanes can share it.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { sharedVariable, startShared } from './embedded.mjs';
import { logged, root, run } from './process.mjs';
import { countsOf, mergeRecord, recordOf, resultsFile, runSuite, sum } from './results.mjs';

/** In milliseconds: what one file may take, and each more that shares its window; the longest takes two minutes on a busy machine. */
const [limit, more] = [6 * 60_000, 60_000];

/** As many windows at once as this machine has processors, since each keeps one of them busy. */
export const lanesOfWindows = Math.max(2, availableParallelism());

/** In the titles of what `npm test` runs of the suites with windows. */
export const mainTag = '@main';

/**
 * Files that share a process and a window, in this order: to open a window costs more than some of them take. All of a group
 * want the same settings. In each the files of the workspace are as they were, and no editor is open; what the extension
 * remembers stays.
 */
const together = [
  ['find', 'interchange', 'thoughtAction', 'newDefinition', 'templates', 'repairs'],
  ['sources', 'agentscope2', 'problems', 'providerCount', 'samples'],
  ['models', 'replay', 'responses'],
  ['accessibility', 'lensRoom'],
  ['instruction', 'robustness', 'mainJob'],
];

/** What runs at once: one file, or several that share a window. @typedef {{ name: string, files: readonly string[] }} Part */

/**
 * The parts of the suite, the longest texts first: they mostly take longest, and a lane that begins one last would be alone in
 * the end.
 * @param {boolean} isMain
 * @returns {Part[]}
 */
function testParts(isMain) {
  const folder = join(root, 'test/ui');
  const names = readdirSync(folder)
    .filter(file => file.endsWith('.test.ts'))
    .filter(file => !isMain || readFileSync(join(folder, file), 'utf8').includes(mainTag))
    .map(file => file.replace(/\.test\.ts$/, ''));
  const groups = together.map(group => group.filter(name => names.includes(name))).filter(group => group.length > 1);
  const alone = names.filter(name => !groups.flat().includes(name)).map(name => [name]);
  const sizeOf = (/** @type {Part} */ { files }) =>
    files.reduce((sum, file) => sum + statSync(join(folder, `${file}.test.ts`)).size, 0);
  return [...groups, ...alone]
    .map(files => ({ name: files.length > 1 ? `${files[0]}-and-${files.length - 1}-more` : `${files[0]}`, files }))
    .sort((one, other) => sizeOf(other) - sizeOf(one));
}

/**
 * Runs mocha on files of the UI suite.
 * @param {string} name under which the reporter writes
 * @param {readonly string[]} args mocha's options and files
 * @param {import('node:child_process').SpawnOptions & { timeout?: number }} [options]
 */
export const runUi = (name, args, options) =>
  runSuite(name, () =>
    run(
      process.execPath,
      [
        'node_modules/mocha/bin/mocha.js',
        '--no-config',
        '--import=tsx',
        '--ui=tdd',
        '--timeout=120000',
        '--forbid-only',
        `--reporter=${join(root, 'test/run/reporter.cjs')}`,
        ...args,
      ],
      { ...options, env: { ...process.env, ...options?.env, PARSERLENS_RESULTS: resultsFile(name) } },
    ),
  );

/**
 * A queue of the suite's files. Each lane takes the next file until there is none; a file that failed in a lane is run
 * once more by `again()`, with nothing beside it, and that counts.
 */
export class UiQueue {
  #waiting;
  /** @type {{ part: Part, code: number, output: string, seconds: number }[]} */
  #ended = [];
  #deadline;
  #isMain;

  /**
   * @param {number} timeout of all files together, in milliseconds: what has not begun by then fails
   * @param {boolean} isMain whether only what has the tag of `npm test` runs
   */
  constructor(timeout, isMain) {
    this.#deadline = Date.now() + timeout;
    this.#isMain = isMain;
    this.#waiting = testParts(isMain);
  }

  /** A lane more. Resolves when it has nothing more to run; never rejects, see `counts`. */
  async help() {
    try {
      await this.#lane();
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    }
  }

  /** Runs files one after the other until all are taken. */
  async #lane() {
    if (this.#waiting.length === 0) return;
    const { shared, close } = await startShared();
    const env = { [sharedVariable]: JSON.stringify(shared) };
    try {
      for (let part = this.#waiting.shift(); part; part = this.#waiting.shift()) {
        this.#ended.push(await this.#run(part, 'ui', env));
      }
    } finally {
      await close();
    }
  }

  /** Runs the files that failed once more, one by one. */
  async again() {
    for (const [index, { part, code, output }] of this.#ended.entries()) {
      if (code === 0) continue;
      const first = recordOf(resultName(part));
      const failed = first?.failedFiles.map(file => basename(file, '.test.ts')) ?? [];
      const second = await this.#run({ ...part, ...(failed.length > 0 && { files: failed }) }, 'ui-again');
      if (first) await mergeRecord(resultName(part), first);
      this.#ended[index] = {
        ...second,
        part,
        output: `${output}\nOnce more, with nothing beside it:\n${second.output}`,
      };
    }
  }

  /** What came out, file by file; one that no lane could run failed. */
  get counts() {
    const unrun = this.#waiting.map(part => ({ part, code: 1 }));
    return sum([...this.#ended, ...unrun].map(({ part, code }) => countsOf([resultName(part)], code)));
  }

  /** How long each file took, the longest first. */
  get seconds() {
    const sorted = [...this.#ended].sort((one, other) => other.seconds - one.seconds);
    return sorted.map(({ part, seconds }) => `${part.name} ${seconds}`).join(', ');
  }

  /** What mocha printed so far, in the files' order. */
  get output() {
    return [...this.#ended]
      .sort((one, other) => one.part.name.localeCompare(other.part.name))
      .map(({ output }) => output)
      .join('');
  }

  /**
   * @param {Part} part
   * @param {string} folder of the log
   * @param {Record<string, string>} [env] more environment variables
   */
  async #run(part, folder, env) {
    const start = Date.now();
    const ownLimit = limit + (part.files.length - 1) * more;
    const timeout = Math.max(1, Math.min(ownLimit, this.#deadline - Date.now()));
    const files = part.files.map(file => `test/ui/${file}.test.ts`);
    const ended = await logged(join(folder, part.name), stdio =>
      runUi(resultName(part), [...(this.#isMain ? ['-g', mainTag] : []), ...files], {
        timeout,
        // `again()` gives each a window of its own.
        env: { ...env, ...(env && files.length > 1 && { PARSERLENS_SHARED_WINDOW: '1' }) },
        stdio,
      }),
    );
    return { part, ...ended, seconds: Math.round((Date.now() - start) / 1000) };
  }
}

/** @type {(part: Part) => string} */
const resultName = ({ name }) => `ui-${name}`;
