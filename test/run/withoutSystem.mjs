// `node test/run/withoutSystem.mjs NAME…`: is a system's room all that there is of it? A copy of the tree without the room, its
// lines in the registry, its tests and its example must pass the types, and the unit tests that do not name it.
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

/** The lists that a system adds entries to: tests of these alone are run, as each asks the registry. */
const folders = ['authoring', 'conversation', 'core', 'definition', 'evaluation', 'json', 'systems', 'text', 'tokens'];

/** @param {string} name @param {RegExp} words */
function tryWithout(name, words) {
  const copy = mkdtempSync(join(tmpdir(), `parserlens-without-${name}-`));
  try {
    for (const file of execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')) {
      if (file === '' || file.startsWith(`src/engine/systems/${name}/`) || !existsSync(join(root, file))) continue;
      cpSync(join(root, file), join(copy, file));
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
    writeFileSync(join(copy, registry), withoutLines(readFileSync(join(root, registry), 'utf8'), name));
    // Their own tests, examples and adapters go with a system.
    const tests = filesBelow(copy, 'test').filter(file => /\.m?tsx?$/.test(file));
    const isAbout = (/** @type {string} */ file) =>
      file.includes(`/${name}`) || words.test(readFileSync(join(copy, file), 'utf8'));
    for (const file of tests.filter(isAbout)) rmSync(join(copy, file));
    for (const file of filesBelow(copy, 'examples').filter(isAbout)) rmSync(join(copy, file));
    run(copy, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'src/engine']);
    const left = folders.flatMap(folder =>
      filesBelow(copy, `test/unit/engine/${folder}`).filter(file => file.endsWith('.test.ts')),
    );
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

/** @param {string} cwd @param {readonly string[]} args */
function run(cwd, args) {
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${dirname(args[0] ?? '')} failed.`);
}

const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : Object.keys(names)) {
  const words = names[/** @type {keyof typeof names} */ (name)];
  if (!words) throw new Error(`\`${name}\` is not a system that stands alone: ${Object.keys(names).join(', ')} do.`);
  tryWithout(name, words);
}
