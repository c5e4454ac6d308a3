// A grammar unpacks its tables where it is imported, which is a tenth of the time that the engine takes to start.
const grammars = /^@lezer\/(?:python|javascript)$/;

/**
 * An esbuild plugin: the parser of a grammar is made when it is first asked for.
 * @type {import('esbuild').Plugin}
 */
const lazyGrammars = {
  name: 'lazy-grammars',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: grammars }, ({ kind, path, resolveDir }) =>
      kind === 'import-statement' ? { path, namespace: 'lazy-grammars', pluginData: resolveDir } : undefined,
    );
    onLoad({ filter: grammars, namespace: 'lazy-grammars' }, ({ path, pluginData }) => ({
      contents: `module.exports = { get parser() { return require('${path}').parser; } };`,
      resolveDir: pluginData,
    }));
  },
};

module.exports = { lazyGrammars };
