// dist/engine.d.ts, dist/vitest.d.mts and what they re-export: the types of the package, which stand alone.
const { execFileSync } = require('node:child_process');
const { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { dirname, join, relative } = require('node:path');

/** The package's doors: the declarations of each, and the source below `src/` that it stands for. */
const doors = [
  ['engine.d.ts', 'node/engine'],
  ['vitest.d.mts', 'cli/vitest'],
];

/**
 * The first door's functions keep their docstrings where its declarations name them in the engine, and not as constants.
 * @param {string} text
 */
function throughDoor(text) {
  return text
    .replace(/^import .*\n/gm, '')
    .replace(/^export const (\{[^}]*\}) = createEngine\(\);$/m, "export $1 from '../engine/index.ts';");
}

const specifier = /((?:from |import\()['"])(\.[^'"]+)\.ts(?=['"])/g;

/**
 * Emits declarations without checking, which `npm run check` does: those of the façade and of the files that they name.
 * What is marked `@internal` is left out, and with it the libraries that the engine is written with.
 * @param {string} folder
 */
exports.buildEngineTypes = folder => {
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
  const all = mkdtempSync(join(tmpdir(), 'parserlens-types-'));
  const options = {
    ignoreConfig: true,
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    skipLibCheck: true,
    stripInternal: true,
    rootDir: 'src',
    outDir: all,
    target: 'es2023',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    types: 'node',
  };
  try {
    const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    execFileSync(process.execPath, [tsc, ...flags, ...doors.map(([, source]) => `src/${source}.ts`)], {
      stdio: 'inherit',
    });
    writeFileSync(join(all, 'node/engine.d.ts'), throughDoor(readFileSync('src/node/engine.ts', 'utf8')));
    const types = join(folder, 'types');
    rmSync(types, { recursive: true, force: true });
    for (const [file, text] of doors.flatMap(([, source]) => [...reachable(join(all, `${source}.d.ts`))])) {
      const target = join(types, relative(all, file));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text.replace(specifier, '$1$2.js'));
    }
    for (const [door, source] of doors) writeFileSync(join(folder, door), `export * from './types/${source}.js';\n`);
  } finally {
    rmSync(all, { recursive: true, force: true });
  }
};

/**
 * A declaration file and all that it imports, with their texts.
 * @param {string} entry
 * @returns {Map<string, string>}
 */
function reachable(entry) {
  const texts = new Map();
  const open = [entry];
  for (const file of open) {
    if (texts.has(file) || !existsSync(file)) continue;
    const text = readFileSync(file, 'utf8');
    texts.set(file, text);
    for (const [, , path] of text.matchAll(specifier)) open.push(join(dirname(file), `${path}.d.ts`));
  }
  return texts;
}
