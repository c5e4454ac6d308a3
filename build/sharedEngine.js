// The doors and the command line share one engine, so that the package has it once.
const { join } = require('node:path');

const face = join(__dirname, '../src/engine/index.ts');

/**
 * An esbuild plugin: what imports the engine's façade imports `dist/inner.js`, which lies beside the bundle, and what
 * imports the first door `dist/engine.js`.
 * @type {import('esbuild').Plugin}
 */
const sharedEngine = {
  name: 'shared-engine',
  setup({ onResolve }) {
    onResolve({ filter: /\/index\.ts$/ }, ({ kind, resolveDir, path }) =>
      kind !== 'entry-point' && join(resolveDir, path) === face ? { path: './inner.js', external: true } : undefined,
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
