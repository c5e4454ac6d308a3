// The JSON Schemas of *.parser.json, *.messages.json and a model's tokenizer_config.json, made of the engine's own schemas.
const { mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { build } = require('esbuild');

/**
 * A schema without what only VS Code reads, which is more than half of it: texts in Markdown, and snippets.
 * @param {unknown} schema
 * @returns {unknown}
 */
const plainSchema = schema => {
  if (Array.isArray(schema)) return schema.map(plainSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key]) => key !== 'markdownDescription' && key !== 'defaultSnippets');
  return Object.fromEntries(kept.map(([key, value]) => [key, plainSchema(value)]));
};
exports.plainSchema = plainSchema;

/**
 * Writes the schemas into a folder; `plain`: for other editors than VS Code.
 * @param {string} folder
 * @param {boolean} [plain]
 */
exports.buildSchemas = async (folder, plain = false) => {
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
  for (const name of ['definition', 'conversation', 'tokenizerConfig']) {
    const schema = engine.exports[`${name}Schema`]();
    writeFileSync(join(folder, `${name}.schema.json`), JSON.stringify(plain ? plainSchema(schema) : schema));
  }
};
