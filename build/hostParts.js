// The extension host's bundle in parts, so that what is rarely used is loaded when it is.
const { mkdirSync, writeFileSync } = require('node:fs');
const { basename, dirname } = require('node:path');
const { transform } = require('esbuild');

/**
 * An esbuild plugin: what is imported by `import()` becomes a file of its own, and what both sides need a third, each
 * loaded once. esbuild splits ES modules only, and VS Code's host loads CommonJS: each part is made one afterwards.
 * @type {import('esbuild').Plugin}
 */
const hostParts = {
  name: 'host-parts',
  setup({ initialOptions, onEnd, onResolve }) {
    // The processes of users' modules share next to nothing with the rest: a bundle of their own.
    onResolve({ filter: /\/userModules\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './modules.js', external: true } : undefined,
    );
    const { minify, sourcemap, target, platform } = initialOptions;
    Object.assign(initialOptions, {
      format: 'esm',
      splitting: true,
      write: false,
      // Names without a hash leave no old files behind. There is one part that the two others share: `chunk`.
      chunkNames: '[name]',
      sourcemap: sourcemap ? 'inline' : false,
    });
    onEnd(async ({ outputFiles = [] }) => {
      for (const { path, text } of outputFiles) {
        const part = await transform(text, {
          format: 'cjs',
          minify,
          target,
          platform,
          sourcemap: sourcemap ? 'external' : false,
          sourcefile: basename(path),
          // `require`, which VS Code loads extensions with, also for what is loaded later.
          supported: { 'dynamic-import': false },
        });
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, sourcemap ? `${part.code}//# sourceMappingURL=${basename(path)}.map\n` : part.code);
        if (sourcemap) writeFileSync(`${path}.map`, part.map);
      }
    });
  },
};

module.exports = { hostParts };
