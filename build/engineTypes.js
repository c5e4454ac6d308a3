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
    .replace(/^export const (\{[^}]*\}) = engine;$/m, "export $1 from '../engine/index.ts';");
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

const named = /^(import|export) (type )?\{([^}]*)\} from '(\.[^']*\/index)\.ts';$/gm;

/**
 * A declaration file that names what it takes where that is declared, not at the doors of the engine's rooms: all of a room
 * would come with it.
 * @param {string} file
 */
function pastRooms(file) {
  return readFileSync(file, 'utf8').replace(named, (statement, verb, type = '', list, door) => {
    const index = join(dirname(file), `${door}.d.ts`);
    // The engine's own door is not a room's.
    if (!existsSync(index) || /[\\/]engine$/.test(dirname(index))) return statement;
    const declared = originsOf(index);
    /** @type {Map<string, string[]>} */
    const byFile = new Map();
    for (const each of list.split(',').flatMap(name => name.trim() || [])) {
      const origin = declared.get(each.replace(/^type /, '').replace(/ as .*/, ''));
      if (origin === undefined) return statement;
      const path = relative(dirname(file), origin).replaceAll('\\', '/');
      const from = path.startsWith('.') ? path : `./${path}`;
      byFile.set(from, [...(byFile.get(from) ?? []), each]);
    }
    return [...byFile].map(([from, names]) => `${verb} ${type}{ ${names.join(', ')} } from '${from}';`).join('\n');
  });
}

/** The origins of each door that was read: every file that imports from a room asks for them. @type {Map<string, Map<string, string>>} */
const origins = new Map();

/**
 * The files that declare the names at a room's door, which may have them from another room's.
 * @param {string} index
 * @returns {Map<string, string>}
 */
function originsOf(index) {
  const before = origins.get(index);
  if (before) return before;
  const lists = readFileSync(index, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)';$/gm);
  const found = new Map(
    [...lists].flatMap(([, list, path]) => {
      const from = join(dirname(index), path);
      const behind = from.endsWith('index.ts') ? originsOf(from.replace(/\.ts$/, '.d.ts')) : undefined;
      return list.split(',').flatMap(name => {
        const own = name.trim().replace(/^type /, '');
        return own === '' ? [] : [/** @type {const} */ ([own, behind?.get(own) ?? from])];
      });
    }),
  );
  origins.set(index, found);
  return found;
}

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
    const text = pastRooms(file);
    texts.set(file, text);
    for (const [, , path] of text.matchAll(specifier)) open.push(join(dirname(file), `${path}.d.ts`));
  }
  return texts;
}
