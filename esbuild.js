// Builds everything in dist/. `node esbuild.js [--production] [--watch] [--no-tables]`; the npm package has no tables, and schemas for any editor.
const { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { gzipSync } = require('node:zlib');
const { build, context } = require('esbuild');
const { asciiOnly } = require('./build/asciiOnly.js');
const { boundedParquet } = require('./build/boundedParquet.js');
const { buildEngineTypes } = require('./build/engineTypes.js');
const { buildHelp, buildLibraryDoor } = require('./build/doors.js');
const { englishOnly } = require('./build/englishOnly.js');
const { hostParts } = require('./build/hostParts.js');
const { innerParts } = require('./build/innerParts.js');
const { buildL10nBundle } = require('./build/l10nBundle.js');
const { buildSchemas } = require('./build/schemas.js');
const { buildSettingDefaults } = require('./build/settingDefaults.js');
const { programTexts } = require('./build/programs.js');
const { pureEngine } = require('./build/pureEngine.js');
const { lazyFormats } = require('./build/lazyFormats.js');
const { lazyGrammars } = require('./build/lazyGrammars.js');
const { lazyNode } = require('./build/lazyNode.js');
const { sharedEngine } = require('./build/sharedEngine.js');
const { buildThirdPartyNotices } = require('./build/thirdPartyNotices.js');
const { buildTokenTables } = require('./build/tokenTables.js');
const { buildVocabularies } = require('./build/vocabularies.js');
const { vscodeModule } = require('./build/vscodeModule.js');

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const tables = !process.argv.includes('--no-tables');

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  // Whoever has the npm package reads its code, and an error that nobody catches shows the line it was thrown in.
  minify: production && tables,
  sourcemap: production ? false : 'linked',
  outdir: 'dist',
  logLevel: 'warning',
  target: 'node20',
  format: 'cjs',
  platform: 'node',
  // jsonc-parser's UMD build cannot be bundled; its ES module can.
  mainFields: ['module', 'main'],
  // A validator asks on import where it is, and does not understand the address of a worker that comes from a blob.
  define: { 'self.location': 'undefined' },
  // The engine is the same everywhere: without what Node has.
  alias: { yaml: './node_modules/yaml/browser/index.js' },
};

/** A bundle that the command line loads with the code that was kept of it: what it imports later is loaded so too. @type {import('esbuild').BuildOptions} */
const kept = { plugins: [sharedEngine, asciiOnly], supported: { 'dynamic-import': false } };

/** What runs in a browser: nothing of Node is there to be asked for. @type {import('esbuild').BuildOptions} */
const web = { outdir: 'dist/web', platform: 'browser', format: 'iife', target: 'es2022' };

/**
 * The bundles, one entry each. Only the extension may import vscode: anywhere else the import fails the build.
 * @type {readonly import('esbuild').BuildOptions[]}
 */
const bundles = [
  { entryPoints: { extension: 'src/extension/runtime/node/desktop.ts' }, plugins: [vscodeModule, hostParts] },
  { entryPoints: { modules: 'src/node/modules/userModules.ts' } },
  { entryPoints: { worker: 'src/extension/runtime/node/engineWorker.ts' }, plugins: [sharedEngine, asciiOnly] },
  // The same for a VS Code in a browser; its webviews are the other's.
  {
    ...web,
    entryPoints: { extension: 'src/extension/runtime/browser/web.ts' },
    plugins: [vscodeModule],
    format: 'cjs',
  },
  { ...web, entryPoints: { worker: 'src/extension/runtime/browser/webWorker.ts' } },
  // It has an engine of its own: a worker from a blob cannot import what another file has.
  { ...web, entryPoints: { interchange: 'src/extension/runtime/browser/webInterchange.ts' }, minify: true },
  { ...web, entryPoints: { parquet: 'src/extension/runtime/browser/webParquet.ts' }, minify: true },
  { entryPoints: { thread: 'src/node/cachedThread.ts' } },
  // What the doors and the command line share, so that the package has it once.
  { entryPoints: { inner: 'src/node/inner.ts' }, plugins: [innerParts] },
  // What `dist/engine.js` loads, see `buildLibraryDoor`.
  { entryPoints: { library: 'src/node/library.ts' }, plugins: [sharedEngine] },
  { entryPoints: { evaluation: 'src/node/evaluation/evaluationWorker.ts' }, plugins: [sharedEngine] },
  { entryPoints: { parquetThread: 'src/node/evaluation/parquetThread.ts' }, minify: true },
  { entryPoints: { logFormats: 'src/portable/formats/logFormats.ts' }, minify: true },
  // What analyses patterns is large: Node and a browser load the same file.
  { entryPoints: { patternAnalysis: 'src/portable/patterns/patternAnalysis.ts' }, target: 'es2022', minify: true },
  { entryPoints: { tokenizer: 'src/node/tokenizers/tokenizerModule.ts' }, minify: true },
  {
    entryPoints: { vitest: 'src/cli/vitest.ts' },
    plugins: [sharedEngine],
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    external: ['vitest'],
  },
  // The protocol's library brings a validator of JSON Schema that is never asked; the smaller of the two is that of workers.
  {
    ...kept,
    entryPoints: { mcp: 'src/cli/mcp/serveAssistants.ts' },
    minify: true,
    conditions: ['workerd'],
  },
  { entryPoints: { cli: 'src/cli/main.ts' }, banner: { js: '#!/usr/bin/env node' } },
  { ...kept, entryPoints: { commandLine: 'src/cli/commandLine.ts' }, plugins: [...kept.plugins, lazyNode] },
  {
    entryPoints: {
      instruction: 'src/webview/instruction/main.tsx',
      conversation: 'src/webview/conversation/main.tsx',
      evaluation: 'src/webview/evaluation/main.tsx',
      model: 'src/webview/model/main.tsx',
      replay: 'src/webview/replay/main.tsx',
      newDefinition: 'src/webview/newDefinition/newDefinition.css',
    },
    outdir: 'dist/webview',
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
  },
].map(completed);

/** @param {import('esbuild').BuildOptions} bundle @returns {import('esbuild').BuildOptions} */
function completed(bundle) {
  return {
    ...common,
    ...bundle,
    define: { ...common.define, ...bundle.define },
    plugins: [
      ...[boundedParquet, englishOnly, lazyGrammars, programTexts, pureEngine],
      // A browser's worker loads nothing later.
      ...(bundle.outdir === web.outdir ? [] : [lazyFormats]),
      ...(bundle.plugins ?? []),
    ],
  };
}

async function main() {
  buildL10nBundle();
  buildSettingDefaults();
  if (tables) {
    buildTokenTables('dist/tables');
    await buildVocabularies('dist/tables', { required: production });
  }
  buildEngineTypes('dist');
  await buildSchemas('dist', !tables);
  /** @type {import('esbuild').Metafile[]} */
  const metafiles = [];
  for (const bundle of bundles) {
    metafiles.push((await build({ ...bundle, metafile: true })).metafile);
    if (watch) await (await context(bundle)).watch();
  }
  // What Python runs is a file, not a bundle.
  copyFileSync('src/node/python/bridge.py', 'dist/bridge.py');
  mkdirSync('dist/kinds', { recursive: true });
  for (const { parentPath, name } of readdirSync('src/engine/systems', { recursive: true, withFileTypes: true }))
    if (name === 'kind.py') copyFileSync(join(parentPath, name), `dist/kinds/${basename(parentPath)}.py`);
  buildLibraryDoor('dist');
  // What is watched is not shipped.
  if (watch) return;
  buildHelp('dist');
  // The npm package has it packed: it is a third of its size, and is asked for when a pattern is the author's own.
  writeFileSync('dist/patternAnalysis.js.gz', gzipSync(readFileSync('dist/patternAnalysis.js'), { level: 9 }));
  buildThirdPartyNotices('dist', metafiles);
}

if (require.main === module)
  main().catch(error => {
    // esbuild has printed its own errors.
    if (!error.errors) process.stderr.write(`${error.stack ?? error}\n`);
    process.exit(1);
  });

module.exports = { bundles, completed };
