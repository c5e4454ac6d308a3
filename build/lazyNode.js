/** What Node loads only when it is asked for; all else it has by the time a program starts. */
const late =
  /^node:(?:child_process|crypto|fs\/promises|http|https|net|readline|timers\/promises|v8|worker_threads|zlib)$/;

/**
 * An esbuild plugin: a module of Node's is asked for when something of it is first used, so that a command which starts no process
 * and unpacks nothing does not load what does.
 * @type {import('esbuild').Plugin}
 */
const lazyNode = {
  name: 'lazy-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: late }, ({ kind, path, namespace }) =>
      kind === 'import-statement' && namespace !== 'lazy-node'
        ? { path, namespace: 'lazy-node' }
        : { path, external: true },
    );
    onLoad({ filter: late, namespace: 'lazy-node' }, ({ path }) => ({
      contents: `module.exports = {\n${Object.keys(require(path))
        .map(
          name =>
            `  get ${JSON.stringify(name)}() { return require(${JSON.stringify(path)})[${JSON.stringify(name)}]; },\n`,
        )
        .join('')}};`,
    }));
  },
};

module.exports = { lazyNode };
