// Each room and house of `src` is a project of TypeScript: what it may import is what its `tsconfig.json` refers to, and a
// change types anew what it can reach. `node build/projects.js` (part of `npm run fix`) writes those files from the list of
// rooms; test/unit/house.test.ts holds them to it. Pages and a browser's half have theirs by hand.
const { writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { houses, rooms } = require('./rooms.js');

const root = join(__dirname, '..');

/** What a house takes that no pattern finds: what is written in JavaScript or JSON, outside of `src`. @type {Readonly<Record<string, readonly string[]>>} */
const strangers = { cli: ['package.json'], portable: ['build/programs.js'] };

/** What has a `tsconfig.json` written by hand, since a browser has other types. */
const handwritten = ['webview', 'extension/runtime/browser'];

/** The projects of what a house may import, as folders of `src`. @type {(may: readonly string[]) => string[]} */
const reached = may =>
  may.flatMap(name => (name === 'façade' ? ['engine'] : name === 'its cache' ? ['engine/core'] : [name]));

/** Houses that run in browsers as well as on Node: they have what both have, by the names of a browser's worker. */
const web = ['providers', 'portable', 'extension', 'assist'];

/** What a house has beside the language. @param {string} house */
const compilerOptions = house => {
  const types = [...(houses[house]?.onNode ? ['node'] : []), ...(house.startsWith('extension') ? ['vscode'] : [])];
  return { ...(web.includes(house) && { lib: ['ES2023', 'WebWorker'] }), ...(types.length > 0 && { types }) };
};

/**
 * One project, which knows neither Node, nor the DOM, nor vscode, unless its options say so.
 * @param {string} folder of `src` @param {readonly string[]} references folders of `src`
 * @returns {[path: string, text: string]}
 */
function project(folder, references) {
  const from = join('src', folder);
  const below = [...Object.keys(houses), ...handwritten, ...rooms.map(room => `engine/${room}`)].filter(path =>
    path.startsWith(`${folder}/`),
  );
  const options = compilerOptions(folder);
  const text = {
    extends: relative(from, 'build/project.tsconfig.json'),
    ...(Object.keys(options).length > 0 && { compilerOptions: options }),
    include: ['.', ...(strangers[folder] ?? []).map(path => relative(from, path))],
    ...(below.length > 0 && { exclude: below.map(path => relative(folder, path)) }),
    references: references.map(path => ({ path: relative(folder, path) })),
  };
  return [`${from}/tsconfig.json`, `${JSON.stringify(text, undefined, 2)}\n`];
}

/** The text of each project's `tsconfig.json`, by its path. */
function projectFiles() {
  return new Map([
    ...rooms.map((room, i) =>
      project(
        `engine/${room}`,
        rooms.slice(0, i).map(above => `engine/${above}`),
      ),
    ),
    project(
      'engine',
      rooms.map(room => `engine/${room}`),
    ),
    ...Object.entries(houses)
      .filter(([house]) => !handwritten.includes(house))
      .map(([house, { may }]) => project(house, reached(may))),
  ]);
}

if (require.main === module) for (const [path, text] of projectFiles()) writeFileSync(join(root, path), text);

module.exports = { projectFiles };
