// @ts-check
// `node esbuild.js && node test/repair/compare.mjs CORPUS [--python FOLDER] [--write]`: how our diagnosis and the engines that others use
// do on recorded calls and on those engines' own test suites (real-calls.json, mutated-calls.json, the suites, score-repair.mjs and
// score.mjs of the folder CORPUS, which is not part of this repository). The npm packages are installed into a temporary folder;
// --python names the folder that holds Python's package json_repair. Prints a table; --write puts it into docs/repair.md.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { python: { type: 'string' }, write: { type: 'boolean' } },
});
const [corpus] = positionals;
if (!corpus) throw new Error('Usage: node test/repair/compare.mjs CORPUS [--python FOLDER] [--write]');
const packages = { jsonrepair: '3.15.0', '@boundaryml/baml': '0.226.2' };
const page = 'docs/repair.md';

const folder = mkdtempSync(join(tmpdir(), 'peers-'));
try {
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  const install = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--silent', ...wanted];
  execFileSync('npm', install, { stdio: 'inherit' });
  const engines = [
    ['ParserLens', 'parserlens', ''],
    ['jsonrepair (npm)', 'jsonrepair', packages.jsonrepair],
    ...(values.python ? [['json_repair (Python)', 'jsonRepairPython', pythonVersion(values.python)]] : []),
    ['BAML, any type', 'baml', packages['@boundaryml/baml']],
  ];
  const table = markdown(engines.map(([name = '', file = '', version = '']) => ({ name, version, ...measured(file) })));
  console.log(table);
  if (values.write) {
    const text = readFileSync(page, 'utf8');
    const begin = '<!-- comparison: begin -->\n';
    const start = text.indexOf(begin) + begin.length;
    const end = text.indexOf('<!-- comparison: end -->', start);
    if (end < 0) throw new Error(`${page} has no place for the table`);
    writeFileSync(page, `${text.slice(0, start)}\n${table}\n${text.slice(end)}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The version that stands beside the package, in its project's file. */
function pythonVersion(/** @type {string} */ source) {
  for (const place of ['pyproject.toml', '../pyproject.toml'])
    try {
      return /^version\s*=\s*"([^"]+)"/m.exec(readFileSync(join(source, place), 'utf8'))?.[1] ?? '';
    } catch {}
  return '';
}

/** What the scorers of the corpus say of an engine. */
function measured(/** @type {string} */ file) {
  const engine = join('test/repair/peers', `${file}.mjs`);
  const env = { ...process.env, PEERS: folder, JSON_REPAIR_PY: values.python && resolve(values.python) };
  let tooSlow = 0;
  const run = (/** @type {string} */ scorer, /** @type {string[]} */ args) => {
    const command = [join(String(corpus), scorer), engine, ...args];
    // The scorer's exit code is that of the engine's defects.
    const { stdout, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8', maxBuffer: 1 << 26 });
    const lines = stderr.split('\n').filter(Boolean);
    tooSlow += lines.filter(line => line === 'too slow').length;
    for (const line of lines.filter(line => line !== 'too slow')) console.error(`${file}: ${line}`);
    return stdout;
  };
  const files = ['real-calls.json', 'mutated-calls.json'].map(name => join(String(corpus), name));
  const [real, mutated] = JSON.parse(run('score-repair.mjs', ['--json', ...files]));
  const suites = suitesOf(run('score.mjs', []));
  return { real, mutated, suites, tooSlow };
}

/** The rows of the malformed cases, from the table that the scorer prints. */
function suitesOf(/** @type {string} */ printed) {
  const row = (/** @type {string} */ name) => {
    const line = printed.split('\n').find(each => each.includes(`all | malformed/${name}`)) ?? '';
    const [n = 0, right = 0, silentlyWrong = 0] = line.split('│').slice(2, 5).map(Number);
    return { n, right, silentlyWrong };
  };
  const agreed = row('consensus');
  const own = row('owner-only');
  const n = agreed.n + own.n;
  return {
    consensus: (100 * agreed.right) / agreed.n,
    all: (100 * (agreed.right + own.right)) / n,
    sureWrong: (100 * (agreed.silentlyWrong + own.silentlyWrong)) / n,
  };
}

function markdown(/** @type {any[]} */ engines) {
  const percent = (/** @type {number | null} */ value) => (value === null ? '–' : `${value.toFixed(1)} %`);
  /** @type {[string, (engine: any) => string][]} */
  const rows = [
    ['Recorded calls: right', e => percent(e.real.right)],
    ['wrong, and sure of it', e => percent(e.real.sureWrong)],
    ['right, mean over the causes', e => percent(e.real.rightMeanOfCauses)],
    ['calibration error', e => e.real.calibrationError.toFixed(3)],
    ['Calls broken on purpose: right', e => percent(e.mutated.right)],
    ['wrong, and sure of it', e => percent(e.mutated.sureWrong)],
    ['calibration error', e => e.mutated.calibrationError.toFixed(3)],
    ['cut texts flagged as cut: recall', e => percent(e.mutated.lossy.recall)],
    ['cut texts flagged as cut: precision', e => percent(e.mutated.lossy.precision)],
    ['Test suites: right where engines agree', e => percent(e.suites.consensus)],
    ['right by the suite’s own taste, all cases', e => percent(e.suites.all)],
    ['wrong, and sure of it, all cases', e => percent(e.suites.sureWrong)],
    ['No answer within ten seconds', e => String(e.tooSlow)],
  ];
  const head = ['', ...engines.map(({ name, version }) => `${name} ${version}`.trim())];
  const cells = rows.map(([what, cell]) => [what, ...engines.map(cell)]);
  const line = (/** @type {string[]} */ parts) => `| ${parts.join(' | ')} |`;
  const { cases: real } = engines[0].real;
  const { cases: mutated } = engines[0].mutated;
  return [
    `${new Date().toISOString().slice(0, 10)}; ${real} recorded calls, ${mutated} broken on purpose.`,
    '',
    line(head),
    line(head.map((_, i) => (i ? '---:' : '---'))),
    ...cells.map(line),
    '',
  ].join('\n');
}
