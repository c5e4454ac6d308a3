// `node test/run/withoutSystem.mjs NAME…`: is a system's room all that there is of it? A copy of the tree without the room, its
// lines in the registry and its examples must pass the types, be built, and pass those tests of the engine that are not about
// it. Without a name: all of them. `--types`: the types alone. `--toy`: the other way round, a system that is only a folder and
// a line in the registry, as docs/extending.md adds one. `--last`: the room that the last commit of a system changed.
// @ts-check
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
const toys = 'test/unit/engine/systems/toy';

/**
 * What tests of other things call each system by: a test that has it is about the system too. AgentScope's parsers are the
 * conversation's own: they cannot be taken away.
 */
const names = {
  agentscope2: /agentscope ?-?2|StructuredOutput\b|structured_output|2\.0\.6|[Ff]ormattings?\b|tool_call\b/i,
  sweagent:
    /swe-?agent|["'](?:(?:xml_)?thought_action|(?:xml_)?function_calling|json|(?:single|all)_bash_code_blocks?|action|action_only|edit_format|identity)["']/i,
  miniSweAgent: /mini[-_]?swe/i,
  langroid: /langroid|ToolMessage/i,
  langchain:
    /langchain|OutputParser|StructuredOutput|(?:Tool|Provider|Auto)Strategy|XMLAgent|RegexParser|ToolsParser|with_structured_output/i,
  dspy: /dspy|chat_adapter|ChatAdapter/i,
  structured: /AgentOutput|structured\//,
  transformers: /transformers|response_?template|modelTemplates|tokenizer_config|HuggingFace|vllm|sglang/i,
  custom: /custom/i,
};

/** Tests that go through all types, whatever they are. */
const ofEveryType = [
  'registries',
  'authoring/definitionSchema',
  'authoring/documentation',
  'authoring/snippets',
  'definition/exampleResponse',
  'streams/createReader',
  'hostileInput',
].map(name => `test/unit/engine/${name}.test.ts`);

/** Tests that ask all systems something, each by its name or by what only it has. */
const ofAll = /everyTypeHasCases|registries\.test|grammarFaults|adapters\/|diagnosis\/faults|totality\//;

/** @param {string} name @param {RegExp} words @param {boolean} isShort */
function tryWithout(name, words, isShort) {
  inCopy(`without-${name}`, `src/engine/systems/${name}/`, copy => {
    writeFileSync(join(copy, registry), withoutLines(readFileSync(join(root, registry), 'utf8'), name));
    checkTypes(copy);
    if (isShort) return;
    const isAbout = (/** @type {string} */ file) => words.test(readFileSync(join(copy, file), 'utf8'));
    for (const file of filesBelow(copy, 'examples').filter(isAbout)) rmSync(join(copy, file));
    buildIn(copy);
    // A test that names the system, or uses what does, is about it too.
    const tests = filesBelow(copy, 'test/unit/engine').filter(file => file.endsWith('.test.ts'));
    const left = tests.filter(file => !testFilesOf(copy, file).some(each => ofAll.test(each) || isAbout(each)));
    if (left.length < 20) throw new Error(`Only ${left.length} tests are left to be run.`);
    console.log(`${name}: ${left.length} of ${tests.length} files of tests`);
    mocha(copy, left);
  });
}

/** The toy as a system: its folder among the others, and the two lines that docs/extending.md asks for. */
function tryToy() {
  inCopy('with-toy', undefined, copy => {
    for (const file of filesBelow(copy, toys)) {
      const text = readFileSync(join(copy, file), 'utf8').replaceAll('../../../../../src/engine/', '../../');
      if (!file.endsWith('InPlace.ts'))
        writeFileSync(join(makeFolder(copy, 'src/engine/systems/toy'), file.slice(toys.length + 1)), text);
    }
    const text = readFileSync(join(copy, registry), 'utf8');
    const with2 = text
      .replace(/^import type \{ SystemForms \}/m, "import { toy } from './toy/system.ts';\n$&")
      .replace(/^ {2}custom,\n\];/m, '  custom,\n  toy,\n];');
    if (with2.length - text.length < 45) throw new Error('The registry has another form than the toy expects.');
    writeFileSync(join(copy, registry), with2);
    checkTypes(copy);
    mocha(copy, [`${toys}/toyInPlace.ts`, ...ofEveryType]);
  });
}

/** @param {string} copy @param {string} folder */
function makeFolder(copy, folder) {
  const path = join(copy, folder);
  if (!existsSync(path)) cpSync(join(root, toys), path, { recursive: true, filter: from => !/\.ts$/.test(from) });
  return path;
}

/** Does something in a copy of the tree but for a folder. @param {string} name @param {string | undefined} without @param {(copy: string) => void} work */
function inCopy(name, without, work) {
  const copy = mkdtempSync(join(tmpdir(), `parserlens-${name}-`));
  try {
    for (const file of execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
    }).split('\n'))
      if (file !== '' && !(without && file.startsWith(without)) && existsSync(join(root, file)))
        cpSync(join(root, file), join(copy, file));
    // Tables of tokens are built.
    for (const folder of ['node_modules', 'dist']) symlinkSync(join(root, folder), join(copy, folder), 'junction');
    work(copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** The types of all that is shipped. @param {string} copy */
function checkTypes(copy) {
  const options = { extends: './tsconfig.json', include: ['src'], exclude: ['src/webview'] };
  writeFileSync(join(copy, 'tsconfig.shipped.json'), JSON.stringify(options));
  run(copy, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.shipped.json']);
}

/** The bundle that reads for the editor, with all that the engine has. @param {string} copy */
function buildIn(copy) {
  const [entry, out] = ['src/extension/runtime/node/engineWorker.ts', 'out/worker.js'];
  const options = ['--bundle', '--platform=node', '--main-fields=module,main', '--define:self.location=undefined'];
  const loaders = ['--loader:.py=text', '--external:*.gz', '--log-level=error'];
  run(copy, ['node_modules/esbuild/bin/esbuild', entry, `--outfile=${out}`, ...options, ...loaders]);
}

/** @param {string} copy @param {readonly string[]} files */
function mocha(copy, files) {
  const options = [
    '--no-config',
    '--import=tsx',
    '--ui=tdd',
    '--timeout=60000',
    '--reporter=dot',
    '--grep=@slow',
    '--invert',
  ];
  run(copy, ['node_modules/mocha/bin/mocha.js', ...options, ...files]);
}

/** The registry's text without a system's imports and entries. @param {string} text @param {string} name */
function withoutLines(text, name) {
  const left = text
    .replace(new RegExp(`^import \\{ \\w+ \\} from '\\./${name}/\\w+\\.ts';\n`, 'gm'), '')
    .replace(new RegExp(`^  ${name}(?:Forms)?,\n`, 'gm'), '')
    .replace(`[${name}Models]`, '[]');
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
      // A text of a test may hold an import, too.
      if (used.startsWith('test/') && /\.m?ts$/.test(used) && existsSync(join(folder, used))) found.add(used);
    }
  return [...found];
}

/** The system that was changed last, of those that can be taken away: the first that its commit names; else `custom`. */
function lastChanged() {
  const log = execFileSync('git', ['log', '-30', '--format=', '--name-only', '--', 'src/engine/systems'], {
    cwd: root,
    encoding: 'utf8',
  });
  const found = [...log.matchAll(/^src\/engine\/systems\/(\w+)\//gm)].map(([, name]) => name ?? '');
  return found.find(name => name in names) ?? 'custom';
}

/** @param {string} cwd @param {readonly string[]} args */
function run(cwd, args) {
  const isScript = !/esbuild$/.test(args[0] ?? '');
  const [command, rest] = isScript ? [process.execPath, args] : [join(cwd, args[0] ?? ''), args.slice(1)];
  const { status } = spawnSync(command, rest, { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${args[0]} failed.`);
}

const given = process.argv.slice(2);
if (given.includes('--toy')) tryToy();
else {
  const asked = given.filter(word => !word.startsWith('--'));
  const chosen = given.includes('--last') ? [lastChanged()] : asked.length > 0 ? asked : Object.keys(names);
  for (const name of chosen) {
    const words = names[/** @type {keyof typeof names} */ (name)];
    if (!words) throw new Error(`\`${name}\` is not a system that stands alone: ${Object.keys(names).join(', ')} do.`);
    tryWithout(name, words, given.includes('--types'));
    console.log(`${name}: passes`);
  }
}
