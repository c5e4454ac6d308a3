// The JSON Schema of *.parser.json, made of the engine's own schemas.
const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname } = require('node:path');
const { build } = require('esbuild');

/**
 * Writes the schema.
 * @param {string} file
 */
exports.buildDefinitionSchema = async file => {
  const { outputFiles } = await build({
    entryPoints: ['src/engine/index.ts'],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    mainFields: ['module', 'main'],
  });
  const engine = { exports: {} };
  new Function('module', 'exports', outputFiles[0].text)(engine, engine.exports);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(engine.exports.definitionSchema()));
};
