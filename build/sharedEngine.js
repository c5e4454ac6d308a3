// The doors and the command line share one engine, so that the package has it once.
const { join } = require('node:path');

const faces = ['index.ts', 'createEngine.ts'].map(file => join(__dirname, '../src/engine', file));

/**
 * An esbuild plugin: what imports the engine's façade imports `dist/inner.js`, which lies beside the bundle, and what
 * imports the first door `dist/engine.js`.
 * @type {import('esbuild').Plugin}
 */
const sharedEngine = {
  name: 'shared-engine',
  setup({ onResolve }) {
    onResolve({ filter: /\/(?:index|createEngine)\.ts$/ }, ({ kind, resolveDir, path }) =>
      kind !== 'entry-point' && faces.includes(join(resolveDir, path))
        ? { path: './inner.js', external: true }
        : undefined,
    );
    // What serves assistants brings a library of its own, which no other command loads.
    onResolve({ filter: /\/serveAssistants\.ts$/ }, ({ kind }) =>
      kind !== 'entry-point' ? { path: './mcp.js', external: true } : undefined,
    );
    onResolve({ filter: /\/engine\.ts$/ }, ({ kind, resolveDir, path }) =>
      kind !== 'entry-point' && join(resolveDir, path) === join(__dirname, '../src/node/engine.ts')
        ? { path: './engine.js', external: true }
        : undefined,
    );
  },
};

module.exports = { sharedEngine };
