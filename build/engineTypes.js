// dist/engine.d.ts and what it re-exports: the types of dist/engine.js.
const { execFileSync } = require('node:child_process');
const { writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

/**
 * Emits declarations without checking, which `npm run check` does.
 * @param {string} folder
 */
exports.buildEngineTypes = folder => {
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
  const options = {
    ignoreConfig: true,
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    skipLibCheck: true,
    rootDir: 'src',
    outDir: join(folder, 'types'),
    target: 'es2023',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    types: 'node',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  execFileSync(process.execPath, [tsc, ...flags, 'src/node/engine.ts'], { stdio: 'inherit' });
  writeFileSync(join(folder, 'engine.d.ts'), "export * from './types/node/engine.js';\n");
};
