// A grammar unpacks its tables where it is imported, which is a tenth of the time that the engine takes to start.
const grammars = /^@lezer\/(?:python|javascript)$/;

/**
 * An esbuild plugin: the parser of a grammar is made when it is first asked for. What is required is the module that an import means:
 * the other form of the package would bring trees of another `@lezer/common` than ours.
 * @type {import('esbuild').Plugin}
 */
const lazyGrammars = {
  name: 'lazy-grammars',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: grammars }, async ({ kind, path, resolveDir, pluginData }) => {
      if (kind !== 'import-statement' || pluginData === 'own') return undefined;
      const own = await resolve(path, { kind, resolveDir, pluginData: 'own' });
      return { path, namespace: 'lazy-grammars', pluginData: { file: own.path, resolveDir } };
    });
    onLoad({ filter: grammars, namespace: 'lazy-grammars' }, ({ pluginData: { file, resolveDir } }) => ({
      contents: `module.exports = { get parser() { return require(${JSON.stringify(file)}).parser; } };`,
      resolveDir,
    }));
  },
};

module.exports = { lazyGrammars };
