// `npm run build:adapters`: bundles test/conformance/adapters/ into out/adapters.js, the systems' operations that other programs
// measure through. What Node's host needs it takes from dist/, which is built first where it is missing.
const { execFileSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { build } = require('esbuild');
const { completed } = require('../esbuild.js');

const root = join(__dirname, '..');

/**
 * An esbuild plugin: `EngineError` is the library's own class, so that `instanceof` holds for what an operation throws.
 * @type {import('esbuild').Plugin}
 */
const libraryErrors = {
  name: 'library-errors',
  setup({ onResolve }) {
    onResolve({ filter: /\/engineError\.ts$/ }, () => ({ path: '../dist/inner.js', external: true }));
  },
};

const adapters = completed({
  entryPoints: { adapters: 'test/conformance/adapters/adapters.ts' },
  outdir: 'out',
  plugins: [libraryErrors],
  // Node's host looks for its files beside itself.
  banner: { js: "const distFolder = require('node:path').join(__dirname, '../dist');" },
  define: { __dirname: 'distFolder' },
});

async function main() {
  if (!existsSync(join(root, 'dist/engine.js')))
    execFileSync(process.execPath, ['esbuild.js'], { cwd: root, stdio: 'inherit' });
  await build({ ...adapters, absWorkingDir: root });
}

main().catch(error => {
  // esbuild has printed its own errors.
  if (!error.errors) process.stderr.write(`${error.stack ?? error}\n`);
  process.exit(1);
});
