// The JSON Schemas of *.parser.json and *.messages.json, made of the engine's own schemas.
const { mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { build } = require('esbuild');

/**
 * Writes the schemas into a folder.
 * @param {string} folder
 */
exports.buildSchemas = async folder => {
  const { outputFiles } = await build({
    entryPoints: ['src/engine/index.ts'],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    mainFields: ['module', 'main'],
    alias: { yaml: './node_modules/yaml/browser/index.js' },
  });
  const engine = { exports: {} };
  new Function('module', 'exports', outputFiles[0].text)(engine, engine.exports);
  mkdirSync(folder, { recursive: true });
  for (const name of ['definition', 'conversation'])
    writeFileSync(join(folder, `${name}.schema.json`), JSON.stringify(engine.exports[`${name}Schema`]()));
};
