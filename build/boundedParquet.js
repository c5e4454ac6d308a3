// hyparquet believes how long a run is, and writes as much: of a file that lies 2 billion values, which no engine survives. Bundled
// it is held to what the page claims, which was looked at before. A release in which these lines are others fails the build.
const { readFileSync } = require('node:fs');
const { basename } = require('node:path');

/** @type {Readonly<Record<string, readonly (readonly [string, string])[]>>} */
const bounds = {
  'encoding.js': [
    ['const count = header >>> 1\n', 'const count = Math.min(header >>> 1, output.length - seen)\n'],
    [
      'let count = header >> 1 << 3 // values to read\n',
      'let count = Math.min((header >>> 1) * 8, output.length - seen)\n',
    ],
  ],
  'delta.js': [
    [
      '  for (let i = 0; i < count; i++) {\n    const suffix =',
      "  let copied = 0\n  for (let i = 0; i < count; i++) {\n    copied += prefixData[i]\n    if (copied > 268435456) throw new Error('a page repeats more than 256 MB')\n    const suffix =",
    ],
  ],
};

/** @type {import('esbuild').Plugin} */
const boundedParquet = {
  name: 'bounded-parquet',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]hyparquet[\\/]src[\\/](?:encoding|delta)\.js$/ }, ({ path }) => {
      let contents = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
      for (const [from, to] of bounds[basename(path)] ?? []) {
        if (contents.split(from).length !== 2) throw new Error(`${path} has changed: see build/boundedParquet.js`);
        contents = contents.replace(from, () => to);
      }
      return { contents, loader: 'js' };
    });
  },
};

module.exports = { boundedParquet };
