/**
 * The engine is the same everywhere: sax asks for Node's streams, for a class that is not used, and takes it well that
 * there are none.
 * @type {import('esbuild').Plugin}
 */
const noStream = {
  name: 'no-stream',
  setup(build) {
    build.onResolve({ filter: /^stream$/ }, ({ importer }) =>
      /[\\/]node_modules[\\/]sax[\\/]/.test(importer) ? { path: 'stream', namespace: 'no-stream' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'no-stream' }, () => ({ contents: 'module.exports = {};' }));
  },
};

module.exports = { noStream };
