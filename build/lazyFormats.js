/**
 * An esbuild plugin: what reads Parquet and zstd is `dist/logFormats.js`, which is loaded when there is such a log.
 * @type {import('esbuild').Plugin}
 */
const lazyFormats = {
  name: 'lazy-formats',
  setup({ onResolve }) {
    onResolve({ filter: /\/logFormats\.ts$/ }, ({ kind }) =>
      kind !== 'entry-point' ? { path: './logFormats.js', external: true } : undefined,
    );
  },
};

module.exports = { lazyFormats };
