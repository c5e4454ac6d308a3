// The settings of package.json with their defaults, as the extension knows them: src/extension/settingDefaults.ts.
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const file = join(__dirname, '../src/extension/settingDefaults.ts');
/** What a setting is in TypeScript where that is more than its default, by its type in package.json. */
const types = { array: 'readonly string[]', object: 'Readonly<Record<string, unknown>>', string: 'string' };

/** The text of the file. */
function settingDefaults() {
  const { contributes } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8'));
  const settings = Object.entries(contributes.configuration[0].properties);
  return `/** Every setting with its default. Made from package.json by the build. */
export const settingDefaults = {
${settings.map(([key, setting]) => settingLines(key.slice('parserlens.'.length), setting)).join('')}} as const;
`;
}

function settingLines(key, { type, default: value }) {
  const name = /^\w+$/.test(key) ? key : literal(key);
  const behind = `${types[type] ? ` as ${types[type]}` : ''},\n`;
  if (!Array.isArray(value)) return `  ${name}: ${literal(value)}${behind}`;
  const items = value.map(literal);
  const line = `  ${name}: [${items.join(', ')}]${behind}`;
  return line.length <= 120 ? line : `  ${name}: [\n${items.map(item => `    ${item},\n`).join('')}  ]${behind}`;
}

function literal(value) {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

/** Writes the file where it differs. */
function buildSettingDefaults() {
  const text = settingDefaults();
  if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

module.exports = { buildSettingDefaults, settingDefaults };
