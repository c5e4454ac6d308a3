// @ts-check
// `npm run compare:langchain -- [options]`: random cases, read by the engine and by LangChain itself. Options:
//   --count N      cases of each runtime (2,000)
//   --seed S       other cases (1)
//   --packages F   a folder with LangChain.js in its node_modules; without it the packages are installed into a temporary one
//   --python P     an interpreter that has langchain-core; without it only JavaScript is compared
//   --only TEXT    only parsers whose names have this in them
//   --show N       differences that are printed (20)
// Ends with 1 where anything differs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { randomModels } from './cases.mjs';
import { pythonCases } from './pythonCases.mjs';
import { recordedCases } from './recordedCases.mjs';
import { scriptCases } from './scriptCases.mjs';
import { often } from './texts.mjs';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    packages: { type: 'string' },
    python: { type: 'string' },
    only: { type: 'string', default: '' },
    show: { type: 'string', default: '20' },
  },
});
const packages = { '@langchain/core': '1.4.0', '@langchain/classic': '1.0.50', zod: '4.6.7' };
const release = 'langchain-core 1.6.5';
const load = createRequire(import.meta.url);
const { EngineError } = load('../../dist/engine.js');
const { langchain } = load('../../out/adapters.js');
const seed = Number(options.seed);
const count = Number(options.count);

/** @typedef {import('./cases.mjs').Case} Case */
/** @typedef {{ value?: any, error?: any, yielded?: any }} Outcome */

let differences = 0;
const folder = options.packages ? resolve(options.packages) : installed();
try {
  const models = randomModels(seed, 60);
  compare('JavaScript', often([1, scriptCases(withSchemas(models.js, script))], [1, recordedCases('js')]), script);
  if (options.python) {
    const made = pythonCases(withSchemas(models.python, python));
    compare(`Python, ${release}`, often([1, made], [1, recordedCases('python')]), python);
  }
} finally {
  if (!options.packages) rmSync(folder, { recursive: true, force: true });
}
process.exitCode = differences > 0 ? 1 : 0;

/** The packages, in a temporary folder. */
function installed() {
  const made = mkdtempSync(join(tmpdir(), 'langchain-'));
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  const install = ['install', '--prefix', made, '--ignore-scripts', '--no-audit', '--no-fund', '--silent', ...wanted];
  execFileSync('npm', install, { stdio: 'inherit' });
  return made;
}

/** @type {(cases: readonly object[]) => Outcome[]} */
function script(cases) {
  return asked(process.execPath, 'script.mjs', cases);
}

/** @type {(cases: readonly object[]) => Outcome[]} */
function python(cases) {
  return asked(String(options.python), 'python.py', cases);
}

/** What LangChain gives for cases. @type {(program: string, file: string, cases: readonly object[]) => Outcome[]} */
function asked(program, file, cases) {
  const answer = execFileSync(program, [join(import.meta.dirname, 'peers', file)], {
    input: JSON.stringify(cases),
    env: { ...process.env, PEERS: folder },
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    // LangChain advises and warns there.
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return JSON.parse(answer);
}

/** Models with the schemas that their frameworks write; those that have none are left out. @type {(models: readonly any[], ask: typeof script) => any[]} */
function withSchemas(models, ask) {
  const schemas = ask(models.map(model => ({ op: 'schema', ...model })));
  return models.flatMap((model, i) => (schemas[i]?.value ? [{ ...model, content_schema: schemas[i]?.value }] : []));
}

/** @type {(title: string, arbitrary: fc.Arbitrary<Case>, ask: typeof script) => void} */
function compare(title, arbitrary, ask) {
  const wanted = fc.sample(arbitrary, { seed, numRuns: count }).filter(({ parser }) => parser.includes(options.only));
  const theirs = ask(wanted);
  /** @type {Map<string, [number, number]>} */
  const table = new Map();
  for (const [i, item] of wanted.entries()) {
    const ours = outcome(item);
    const row = table.get(`${item.parser} ${item.op}`) ?? [0, 0];
    const same = shown(ours, item) === shown(theirs[i] ?? {}, item);
    table.set(`${item.parser} ${item.op}`, [row[0] + 1, row[1] + (same ? 0 : 1)]);
    if (same) continue;
    differences++;
    if (differences <= Number(options.show))
      console.log(difference(item, shown(theirs[i] ?? {}, item), shown(ours, item)));
  }
  console.log(`\n${title}: ${wanted.length} cases`);
  for (const [name, [all, other]] of [...table].sort())
    console.log(`${String(all).padStart(6)} ${name}${other ? `: ${other} differ` : ''}`);
}

/** A case, and where the two outcomes part. @type {(item: Case, theirs: string, ours: string) => string} */
function difference({ runtime, parser, op, config, ...input }, theirs, ours) {
  let at = 0;
  while (at < theirs.length && theirs[at] === ours[at]) at++;
  const part = (/** @type {string} */ text) => text.slice(Math.max(0, at - 80), at + 160);
  // The schema of a model says no more than its source.
  const short = (/** @type {string} */ key, /** @type {unknown} */ value) =>
    key === 'content_schema' ? undefined : value;
  const lines = [
    `${runtime} ${parser} ${op}`,
    JSON.stringify(config, short),
    JSON.stringify(input),
    `LangChain:  …${part(theirs)}`,
    `ParserLens: …${part(ours)}`,
  ];
  return `\n${lines.join('\n  ')}`;
}

/** What the engine gives. @type {(item: Case) => Outcome} */
function outcome(item) {
  /** @type {Record<string, (input: object) => any>} */
  const operations = {
    format_instruction: langchain.formatInstruction,
    parse_partial: langchain.parsePartial,
    parse_tool_calls: langchain.parseToolCalls,
    stream: langchain.stream,
  };
  try {
    return { value: JSON.parse(JSON.stringify((operations[item.op] ?? langchain.parse)(item))) };
  } catch (error) {
    if (!(error instanceof EngineError))
      return { error: { class: 'FAULT', message: String(/** @type {any} */ (error).stack) } };
    const {
      class: kind,
      message,
      name,
      code,
      llm_output,
      cause,
      pydantic_errors,
      yielded,
    } = /** @type {any} */ (error);
    const parsing = kind === 'OutputParserException';
    const script = item.runtime === 'js';
    return {
      error: {
        class: kind,
        message,
        ...(script && parsing && { name }),
        ...(parsing && { llm_output: llm_output ?? null }),
        ...(script && code !== undefined && { code }),
        ...(cause && { cause }),
        ...(pydantic_errors && {
          pydantic_errors: pydantic_errors.map((/** @type {any} */ { type, loc, msg }) => ({ type, loc, msg })),
        }),
      },
      ...(yielded && { yielded }),
    };
  }
}

/** An outcome as it is compared: newer Nodes say more in V8's messages. @type {(given: Outcome, item: Case) => string} */
function shown(given, item) {
  const text = JSON.stringify(sorted(given));
  return item.runtime === 'js' ? text.replaceAll(/ \(line \d+ column \d+\)/g, '') : text;
}

/** The keys of an error in one order; a value keeps its own. @type {(given: Outcome) => Outcome} */
function sorted({ error, ...rest }) {
  return error ? { error: Object.fromEntries(Object.entries(error).sort()), ...rest } : rest;
}
