// The command line takes the engine from the library's bundle, so that the package has it once.

/**
 * An esbuild plugin: what imports the engine's façade imports `dist/engine.js`, which lies beside the bundle.
 * @type {import('esbuild').Plugin}
 */
const sharedEngine = {
  name: 'shared-engine',
  setup({ onResolve }) {
    onResolve({ filter: /\/engine\/index\.ts$/ }, () => ({ path: './engine.js', external: true }));
  },
};

module.exports = { sharedEngine };
