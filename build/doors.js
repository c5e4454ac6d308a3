// What starts at once: the library's door, which loads it when something of it is first used, and the help.
const { execFileSync } = require('node:child_process');
const { rmSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

/**
 * Writes `engine.js`, the door to `library.js`: its functions are functions that load the library; what else it has is there when
 * it is asked for; and its names stand in it as an import of CommonJS looks for them.
 * @param {string} folder
 */
function buildLibraryDoor(folder) {
  const file = resolve(folder, 'library.js');
  delete require.cache[file];
  /** @type {Record<string, unknown>} */
  const library = membersOf(require(file));
  const names = Object.keys(library).sort();
  const isFunction = name => typeof library[name] === 'function' && !/^class\b/.test(String(library[name]));
  const listOf = wanted => wanted.map(name => `  '${name}',\n`).join('');
  writeFileSync(
    join(folder, 'engine.js'),
    `'use strict';
let library;
const load = name => {
  library ??= require('./library.js');
  return name in library.engine ? library.engine[name] : library[name];
};
const functions = [
${listOf(names.filter(isFunction))}];
const others = [
${listOf(names.filter(name => !isFunction(name)))}];
for (const name of functions) exports[name] = { [name]: (...args) => load(name)(...args) }[name];
for (const name of others) Object.defineProperty(exports, name, { enumerable: true, get: () => load(name) });
Object.defineProperty(exports, '__esModule', { value: true });
// What an import of ES modules reads.
0 && (module.exports = {
${names.map(name => `  ${name},\n`).join('')}});
`,
  );
}

/** All that the library has. @param {{ readonly engine: object }} library */
function membersOf({ engine, ...own }) {
  return { ...own, ...engine };
}

/**
 * Writes what `parserlens --help` prints, so that nothing is loaded for it.
 * @param {string} folder
 */
function buildHelp(folder) {
  const file = join(folder, 'help.txt');
  rmSync(file, { force: true });
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' };
  writeFileSync(file, execFileSync(process.execPath, [join(folder, 'cli.js'), '--help'], { env }));
}

module.exports = { buildHelp, buildLibraryDoor };
