/**
 * The engine is the same everywhere: its packages ask for modules of Node for classes that are not used, and take it
 * well that there is nothing in them.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const unused = { sax: ['stream', 'string_decoder'], papaparse: ['stream'] };

/** An esbuild plugin: these modules are empty, for these packages. @type {import('esbuild').Plugin} */
const pureEngine = {
  name: 'pure-engine',
  setup(build) {
    build.onResolve({ filter: /^(?:stream|string_decoder)$/ }, ({ importer, path }) => {
      const [, name = ''] = /[\\/]node_modules[\\/]([^\\/]+)[\\/](?!.*[\\/]node_modules[\\/])/.exec(importer) ?? [];
      return unused[name]?.includes(path) ? { path, namespace: 'pure-engine' } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: 'pure-engine' }, () => ({ contents: 'module.exports = {};' }));
  },
};

module.exports = { pureEngine };
