const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

/**
 * The README as an installed extension shows it: its pages load pictures from https addresses or, in older VS Codes such
 * as 1.100, from the text itself. So each picture of ours stands in it as a PNG `data:` URI, or as a link below `address`
 * once they are published, which the newest VS Code needs. Other files of ours are named, not linked. Animations, which
 * are large, are left out.
 * @param {string} readme the text
 * @param {string} root the folder that its links are relative to
 * @param {string} [address] the https address of that folder, with a slash at its end
 * @returns {string}
 */
function packagedReadme(readme, root, address) {
  const still = readme.replace(/^!\[[^\]]*\]\([^)\s]+\.gif\)\n\n/gm, '');
  return still.replace(/!\[([^\]]*)\]\(([^)\s]+)\)/g, (image, words, path) => {
    if (/^\w+:/.test(path)) return image;
    if (!path.endsWith('.png')) return words;
    if (address) return `![${words}](${new URL(path, address)})`;
    return `![${words}](data:image/png;base64,${readFileSync(join(root, path)).toString('base64')})`;
  });
}

/** Writes it where vsce is told to find it. `PARSERLENS_PICTURES` is the address of the published files. */
function buildPackagedReadme(root = join(__dirname, '..'), file = join(root, 'out/README.md')) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    packagedReadme(readFileSync(join(root, 'README.md'), 'utf8'), root, process.env.PARSERLENS_PICTURES),
  );
}

if (require.main === module) buildPackagedReadme();

module.exports = { packagedReadme };
