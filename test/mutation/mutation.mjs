// @ts-check
// `npm run mutation`: tries whether the tests notice when the engine or the command line is changed. Options:
//   --folder F     src/engine/F, or cli; several times (default: all)
//   --tests T      only the test files whose paths begin so, which is quick; several times (kept apart, in out/mutation/some)
//   --count N      mutants of each folder (150)
//   --seed S       another sample
//   --jobs N       processes (1)
//   --resume       keeps what earlier runs found; without it they are forgotten
//   --survivors    the same, but judges anew what survived
// Writes out/mutation/report.md, and ends with 1 where a folder has less than 85 % killed.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from '../run/process.mjs';
import { runMutation } from './runMutation.mjs';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true },
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
const all = [...engine, 'src/cli'];
const folders =
  values.folder?.map(name => all.find(folder => folder === name || folder.endsWith(`/${name}`)) ?? fail(name)) ?? all;
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
const { report, table, worst } = await runMutation({
  root,
  outdir,
  folders: new Map(
    await Promise.all(
      folders.map(async folder => /** @type {const} */ ([folder, await listFiles(folder, /(?<!\.d)\.ts$/)])),
    ),
  ),
  tests: tests.filter(file => values.tests?.some(start => file.startsWith(start)) ?? true),
  equivalent: JSON.parse(await readFile(fileURLToPath(new URL('equivalent.json', import.meta.url)), 'utf8')),
  count: Number(values.count),
  seed: values.seed,
  jobs: Number(values.jobs),
  keep: values.survivors ? 'killed' : values.resume ? 'all' : 'none',
  log: text => process.stdout.write(text),
  onProgress: ({ report }) => writeFile(join(outdir, 'report.md'), report),
});
await writeFile(join(outdir, 'report.md'), report);
process.stdout.write(`\n${table}\nWhat survived: ${relative(root, join(outdir, 'report.md'))}\n`);
process.exit(worst < goal ? 1 : 0);

/** @param {string} name @returns {never} */
function fail(name) {
  process.stderr.write(`There is no folder ${name}. Folders: ${all.join(', ')}\n`);
  process.exit(2);
}
