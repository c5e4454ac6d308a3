// The texts of the extension and of its pages for translators: media/l10n/bundle.l10n.json, as VS Code looks them up.
const { mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const file = join(__dirname, '../media/l10n/bundle.l10n.json');

/**
 * Every text that the extension, or one of its pages, gives to `l10n.t`.
 * @throws where a text is not a literal: VS Code could not find its translation
 */
function l10nBundle() {
  const folder = join(__dirname, '../src');
  /** @type {Set<string>} */
  const texts = new Set();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name)) continue;
    const source = readFileSync(join(folder, name), 'utf8');
    const calls = source.split(/\bl10n\.t\(\s*/).slice(1);
    for (const call of calls) {
      const literal = /^'(?:[^'\\\n]|\\.)*'|^"(?:[^"\\\n]|\\.)*"/.exec(call)?.[0];
      if (!literal) throw new Error(`${name}: l10n.t needs a literal text, not ${call.slice(0, 40)}`);
      texts.add(new Function(`return ${literal}`)());
    }
  }
  return Object.fromEntries([...texts].sort().map(text => [text, text]));
}

/** Writes the bundle where it differs. */
function buildL10nBundle() {
  const content = `${JSON.stringify(l10nBundle(), undefined, 2)}\n`;
  mkdirSync(dirname(file), { recursive: true });
  if (content !== readBundle()) writeFileSync(file, content);
}

/** The bundle's text as it is; `undefined` when there is none yet. */
function readBundle() {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

module.exports = { buildL10nBundle, l10nBundle };
