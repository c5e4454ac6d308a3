// @ts-check
// `npm run mutation`: tries whether the tests notice when the sources are changed. Options:
//   --folder F     a folder of src/engine, of src, or any path below src; several times (default: the engine's and cli)
//   --across       one sample of all folders together, of all files that unit tests load; tells what only tests of other
//                  folders notice
//   --tests T      only the test files whose paths begin so, which is quick; several times (kept apart, in out/mutation/some)
//   --count N      mutants of each folder, or of all together (150)
//   --seed S       another sample
//   --jobs N       processes (1)
//   --resume       keeps what earlier runs found; without it they are forgotten
//   --survivors    the same, but judges anew what survived
// Writes out/mutation/report.md, and ends with 1 where a folder has less than 85 % killed (or all together).
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { importGraph, reach } from '../run/importGraph.mjs';
import { root } from '../run/process.mjs';
import { runMutation } from './runMutation.mjs';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true },
    across: { type: 'boolean', default: false },
    tests: { type: 'string', multiple: true },
    count: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    resume: { type: 'boolean', default: false },
    survivors: { type: 'boolean', default: false },
  },
});
/** The share of a folder's mutants that the tests should notice. */
const goal = 0.85;

const engine = (await readdir(join(root, 'src/engine'), { withFileTypes: true }))
  .filter(entry => entry.isDirectory())
  .map(({ name }) => `src/engine/${name}`)
  .sort();
const beside = (await readdir(join(root, 'src'), { withFileTypes: true }))
  .filter(entry => entry.isDirectory() && entry.name !== 'engine' && entry.name !== 'cli')
  .map(({ name }) => `src/${name}`)
  .sort();
const usual = [...engine, 'src/cli'];
const all = [...usual, ...beside];
const folders = values.folder?.map(folderNamed) ?? (values.across ? all : usual);
const listFiles = async (/** @type {string} */ folder, /** @type {RegExp} */ name) =>
  (await readdir(join(root, folder), { recursive: true }))
    .map(file => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter(file => name.test(file))
    .sort();

const outdir = join(root, values.tests ? 'out/mutation/some' : 'out/mutation');
const tests = [
  ...(await listFiles('test/unit', /\.test\.ts$/)),
  ...(await listFiles('test/conformance', /\.test\.ts$/)),
];
await mkdir(outdir, { recursive: true });
// What unit tests cannot load, because it or what it imports is VS Code's, others try: test/host, test/ui.
const graph = importGraph(root, ['src', 'test']);
const loaded = new Set(tests.flatMap(test => [...reach(graph, test)]));
const needsHost = (/** @type {string} */ file) =>
  [...reach(graph, file)].some(path => /from 'vscode'/.test(graph.get(path)?.text ?? ''));
const isJudged = (/** @type {string} */ file) => !values.across || (loaded.has(file) && !needsHost(file));
const { report, table, worst, share } = await runMutation({
  root,
  outdir,
  folders: new Map(
    await Promise.all(
      folders.map(
        async folder => /** @type {const} */ ([folder, (await listFiles(folder, /(?<!\.d)\.ts$/)).filter(isJudged)]),
      ),
    ),
  ),
  tests: tests.filter(file => values.tests?.some(start => file.startsWith(start)) ?? true),
  equivalent: JSON.parse(await readFile(fileURLToPath(new URL('equivalent.json', import.meta.url)), 'utf8')),
  across: values.across,
  count: Number(values.count),
  seed: values.seed,
  jobs: Number(values.jobs),
  keep: values.survivors ? 'killed' : values.resume ? 'all' : 'none',
  log: text => process.stdout.write(text),
  onProgress: ({ report }) => writeFile(join(outdir, 'report.md'), report),
});
await writeFile(join(outdir, 'report.md'), report);
process.stdout.write(`\n${table}\nWhat survived: ${relative(root, join(outdir, 'report.md'))}\n`);
process.exit((values.across ? share : worst) < goal ? 1 : 0);

/** @param {string} name */
function folderNamed(name) {
  const known = all.find(folder => folder === name || folder.endsWith(`/${name}`));
  return known ?? (/^src\/[\w/]+$/.test(name) && existsSync(join(root, name)) ? name : fail(name));
}

/** @param {string} name @returns {never} */
function fail(name) {
  process.stderr.write(`There is no folder ${name}. Folders: ${all.join(', ')}\n`);
  process.exit(2);
}
