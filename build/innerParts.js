// The engine as Node loads it, in parts: what reads an answer of AgentScope's loads neither the other systems nor what diagnoses,
// evaluates, formats and converts.
const { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { basename, dirname, join, relative } = require('node:path');
const { build } = require('esbuild');
const { inAscii } = require('./asciiOnly.js');
const { commonJs } = require('./commonJs.js');
const { rooms } = require('./rooms.js');

const engine = join(__dirname, '../src/engine');

/** The rooms that are loaded when something of them is first used: why an answer does not read, and all that is made with definitions. */
const lateRooms = ['repair', 'diagnosis', ...rooms.slice(rooms.indexOf('definition') + 1)];

/**
 * The parts behind the first, by what leads to each from those before it: the list of all systems; and the doors of the late rooms,
 * with the systems' ways to other forms and to models.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const later = {
  // Both grammars stand beside what they share: what is made when one is first asked for, no other part could take before.
  innerSystems: ['systems/registry.ts', 'code/typescript/readModule.ts'],
  innerLate: [
    ...lateRooms.map(room => `${room}/index.ts`),
    ...readdirSync(join(engine, 'systems')).flatMap(name =>
      ['forms.ts', 'modelTemplates.ts'].map(file => `systems/${name}/${file}`),
    ),
  ].filter(door => existsSync(join(engine, door))),
};

/** The part that a door leads to; `undefined`: it is there from the start. @param {string} door */
const partOf = door => Object.keys(later).find(part => later[part]?.includes(door));

/**
 * An esbuild plugin: `inner.js` has all that the façade has, and loads a later part when something of that is first used, by
 * whomever. What parts share is in files that each is loaded with.
 * @type {import('esbuild').Plugin}
 */
const innerParts = {
  name: 'inner-parts',
  setup({ initialOptions, onResolve, onLoad, onEnd }) {
    const { write } = initialOptions;
    Object.assign(initialOptions, {
      entryPoints: Object.fromEntries(['inner', ...Object.keys(later)].map(part => [part, part])),
      format: 'esm',
      splitting: true,
      chunkNames: 'innerShared-[hash]',
      write: false,
      metafile: true,
    });
    onResolve({ filter: /^inner\w*$/ }, ({ kind, path }) =>
      kind === 'entry-point' ? { path, namespace: 'part' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'part' }, ({ path }) => ({
      contents: contentsOf(path),
      resolveDir: engine,
      loader: 'ts',
    }));
    onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ importer, path, resolveDir }) => {
      const door = inEngine(join(resolveDir, path));
      return partOf(door) && isEarly(inEngine(importer)) ? { path: door, namespace: 'door' } : undefined;
    });
    onResolve({ filter: /.*/, namespace: 'door' }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /.*/, namespace: 'door' }, async ({ path }) => ({ contents: await laterDoor(path) }));
    onEnd(({ outputFiles = [], metafile }) => {
      if (write === false) return;
      // Names without a hash leave no old files behind: what the first part has, and what the others share beside that.
      const first = /innerShared-\w+/.exec(
        outputFiles.find(({ path }) => basename(path) === 'inner.js')?.text ?? '',
      )?.[0];
      const named = (/** @type {string} */ text) =>
        text.replace(/innerShared-\w+/g, name => (name === first ? 'innerShared' : 'innerSharedLater'));
      for (const { path, text } of outputFiles) {
        mkdirSync(dirname(path), { recursive: true });
        const names = basename(path) === 'inner.js' ? laterNames(metafile) : '';
        writeFileSync(named(path), path.endsWith('.js') ? inAscii(named(commonJs(text)) + names) : text);
      }
    });
  },
};

/** @param {string} path */
const inEngine = path => relative(engine, path).replaceAll('\\', '/');

/** Whether a file goes through the doors: it is of a room of the engine that is not late itself. @param {string} path */
const isEarly = path => /^\w+\//.test(path) && !lateRooms.includes(path.split('/')[0] ?? '') && !partOf(path);

/** A part as a module: what the façade has up to there, and what early files ask of it. @param {string} part */
function contentsOf(part) {
  const doors = (later[part] ?? []).map(door => `export * as ${nameOf(door)} from './${door}';\n`).join('');
  if (part === 'innerLate') return `export * from '../node/inner.ts';\n${doors}`;
  const groups = /^export (?:type )?\{[^}]*\} from '\.\/([^']+)';$/gm;
  const isThere = (/** @type {string} */ door) => [undefined, part].includes(partOf(door));
  return (
    readFileSync(join(engine, 'index.ts'), 'utf8').replace(groups, (all, door) => (isThere(door) ? all : '')) + doors
  );
}

/** @param {string} door */
const nameOf = door => door.replace(/\W/g, '_');

/** A module that has what a door has, when it is asked for it. @param {string} door */
async function laterDoor(door) {
  const members = (await exportsOf(join(engine, door))).map(name => `  get ${name}() { return load().${name}; },\n`);
  const load = `(part ??= require('./${partOf(door)}.js').${nameOf(door)})`;
  return `let part;\nconst load = () => ${load};\nmodule.exports = {\n${members.join('')}};\n`;
}

/** What a file exports, types left out. @param {string} file */
async function exportsOf(file) {
  /** @type {import('esbuild').Plugin} */
  const alone = {
    name: 'alone',
    setup: ({ onResolve }) =>
      onResolve({ filter: /.*/ }, ({ kind }) => (kind === 'entry-point' ? undefined : { path: '-', external: true })),
  };
  const { metafile } = await build({
    entryPoints: [file],
    bundle: true,
    format: 'esm',
    outdir: '.',
    write: false,
    metafile: true,
    plugins: [alone],
  });
  return Object.values(metafile.outputs).flatMap(output => output.exports);
}

/** What `inner.js` has of later parts, and the names of all that it has, as an import of ES modules reads them. */
function laterNames(/** @type {import('esbuild').Metafile} */ { outputs }) {
  /** @param {string} part */
  const namesOf = part => Object.entries(outputs).find(([path]) => basename(path) === `${part}.js`)?.[1].exports ?? [];
  const doors = Object.values(later).flat().map(nameOf);
  const all = [...new Set(Object.keys(later).flatMap(namesOf))].filter(name => !doors.includes(name));
  const early = namesOf('inner');
  const getters = all
    .filter(name => !early.includes(name))
    .map(name => `  ${name}: '${Object.keys(later).find(part => namesOf(part).includes(name))}',\n`);
  return `const parts = {};
for (const [name, part] of Object.entries({\n${getters.join('')}}))
  Object.defineProperty(module.exports, name, {
    enumerable: true,
    get: () => (parts[part] ??= require(\`./\${part}.js\`))[name],
  });
0 && (module.exports = { ${all.join(', ')} });
`;
}

module.exports = { innerParts };
