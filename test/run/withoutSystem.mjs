// `node test/run/withoutSystem.mjs NAME…`: is a system's room all that there is of it? A copy of the tree without the room, its
// lines in the registry and its examples must pass the types, and those unit tests of the core that do not name it.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const registry = 'src/engine/systems/registry.ts';

/** What tests of other things call each system by; a test that has it is about the system too. */
const names = {
  miniSweAgent: /mini-?swe/i,
  structured: /AgentOutput|structured\//,
  custom: /custom/i,
  dspy: /dspy|chat_adapter/i,
};

/** The rooms whose tests are run: those that ask the registry, and what lies below it. */
const folders = ['conversation', 'core', 'json', 'text'];

/** @param {string} name @param {RegExp} words */
function tryWithout(name, words) {
  const copy = mkdtempSync(join(tmpdir(), `parserlens-without-${name}-`));
  try {
    for (const file of execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')) {
      if (file === '' || file.startsWith(`src/engine/systems/${name}/`) || !existsSync(join(root, file))) continue;
      cpSync(join(root, file), join(copy, file));
    }
    // Tables of tokens are built.
    for (const folder of ['node_modules', 'dist']) symlinkSync(join(root, folder), join(copy, folder), 'junction');
    writeFileSync(join(copy, registry), withoutLines(readFileSync(join(root, registry), 'utf8'), name));
    const isAbout = (/** @type {string} */ file) => words.test(readFileSync(join(copy, file), 'utf8'));
    for (const file of filesBelow(copy, 'examples').filter(isAbout)) rmSync(join(copy, file));
    run(copy, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'src/engine']);
    // A test that names the system, or uses what does, is about it too.
    const left = folders
      .flatMap(folder => filesBelow(copy, `test/unit/engine/${folder}`))
      .filter(file => file.endsWith('.test.ts') && !testFilesOf(copy, file).some(isAbout));
    if (left.length === 0) throw new Error('No test is left to be run.');
    const options = ['--no-config', '--import=tsx', '--ui=tdd', '--timeout=60000', '--reporter=dot'];
    run(copy, ['node_modules/mocha/bin/mocha.js', ...options, ...left]);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** The registry's text without a system's imports and entries. @param {string} text @param {string} name */
function withoutLines(text, name) {
  const left = text
    .replace(new RegExp(`^import \\{ \\w+ \\} from '\\./${name}/\\w+\\.ts';\n`, 'gm'), '')
    .replace(new RegExp(`^  ${name}(?:Forms)?,\n`, 'gm'), '');
  if (left === text) throw new Error(`The registry has no system \`${name}\`.`);
  return left;
}

/** @param {string} folder @param {string} below */
function filesBelow(folder, below) {
  const start = join(folder, below);
  if (!existsSync(start)) return [];
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
}

/** A test and the files of tests that it uses, those that they use among them. @param {string} folder @param {string} test */
function testFilesOf(folder, test) {
  const found = new Set([test]);
  for (const file of found)
    for (const [, path] of readFileSync(join(folder, file), 'utf8').matchAll(/ from '(\.[^']+)'/g)) {
      const used = join(dirname(file), path ?? '').replaceAll('\\', '/');
      if (used.startsWith('test/') && /\.m?ts$/.test(used)) found.add(used);
    }
  return [...found];
}

/** @param {string} cwd @param {readonly string[]} args */
function run(cwd, args) {
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${args[0]} failed.`);
}

const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : Object.keys(names)) {
  const words = names[/** @type {keyof typeof names} */ (name)];
  if (!words) throw new Error(`\`${name}\` is not a system that stands alone: ${Object.keys(names).join(', ')} do.`);
  tryWithout(name, words);
}
