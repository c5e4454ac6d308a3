const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

/**
 * The README as an installed extension shows it: its pages load pictures from https addresses or from the text itself,
 * so that each picture of ours stands in it as a PNG `data:` URI, and other files of ours are named, not linked. Animations,
 * which are large, are left out.
 * @param {string} readme the text
 * @param {string} root the folder that its links are relative to
 * @returns {string}
 */
function packagedReadme(readme, root) {
  const still = readme.replace(/^!\[[^\]]*\]\([^)\s]+\.gif\)\n\n/gm, '');
  return still.replace(/!\[([^\]]*)\]\(([^)\s]+)\)/g, (image, words, path) => {
    if (/^\w+:/.test(path)) return image;
    if (!path.endsWith('.png')) return words;
    return `![${words}](data:image/png;base64,${readFileSync(join(root, path)).toString('base64')})`;
  });
}

/** Writes it where vsce is told to find it. */
function buildPackagedReadme(root = join(__dirname, '..'), file = join(root, 'out/README.md')) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, packagedReadme(readFileSync(join(root, 'README.md'), 'utf8'), root));
}

if (require.main === module) buildPackagedReadme();

module.exports = { packagedReadme };
