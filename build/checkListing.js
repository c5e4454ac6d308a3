// What the Marketplace and Open VSX require of the one .vsix that both take: `npm run package` stops where it is not so.
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { packagedReadme } = require('./packagedReadme.js');

/** The categories that both know. */
const categories = new Set([
  'AI',
  'Azure',
  'Chat',
  'Data Science',
  'Debuggers',
  'Education',
  'Extension Packs',
  'Formatters',
  'Keymaps',
  'Language Packs',
  'Linters',
  'Machine Learning',
  'Notebooks',
  'Other',
  'Programming Languages',
  'SCM Providers',
  'Snippets',
  'Testing',
  'Themes',
  'Visualization',
]);

/** The most keywords that the Marketplace takes. */
const maxKeywords = 30;
/** The least width and height of an icon, in pixels. */
const minIcon = 128;

/**
 * What either of them would refuse, a sentence each.
 * @param {Record<string, any>} manifest
 * @param {(path: string) => Buffer | undefined} read a file of the package; `undefined`: it is not there
 * @returns {string[]}
 */
function listingFaults(manifest, read) {
  /** @type {string[]} */
  const faults = [];
  const expect = (/** @type {boolean} */ isSo, /** @type {string} */ words) => void (isSo || faults.push(words));
  const { name, publisher, version, license, engines, icon, main, browser, keywords = [] } = manifest;
  expect(/^[a-z0-9][a-z0-9-]*$/.test(name ?? ''), 'name: lower-case letters, digits and hyphens');
  expect(/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(publisher ?? ''), 'publisher: letters, digits and hyphens');
  expect(/^\d+\.\d+\.\d+$/.test(version ?? ''), 'version: three numbers, as the Marketplace takes no suffix');
  expect(Boolean(license) && license !== 'UNLICENSED', 'license: Open VSX lists nothing without one');
  expect(Boolean(read('LICENSE')?.length), 'LICENSE: the file is missing');
  expect(Boolean(read('CHANGELOG.md')?.length), 'CHANGELOG.md: the file is missing');
  expect(/^\^\d+\.\d+\.\d+$/.test(engines?.vscode ?? ''), 'engines.vscode: the oldest version, as ^1.2.3');
  expect(Boolean(manifest.displayName) && Boolean(manifest.description), 'displayName, description: both are shown');
  expect(manifest.enabledApiProposals === undefined, 'enabledApiProposals: what is proposed may not be published');
  expect(manifest.private !== true, 'private: it is published');
  for (const category of manifest.categories ?? [])
    expect(categories.has(category), `categories: nobody knows ${category}`);
  expect(keywords.length <= maxKeywords, `keywords: at most ${maxKeywords}`);
  for (const [key, file] of Object.entries({ main, browser }))
    expect(file !== undefined && read(file) !== undefined, `${key}: ${file} is not built`);
  const picture = icon === undefined ? undefined : read(icon);
  expect(Boolean(picture) && isLargeEnough(picture), `icon: a PNG of at least ${minIcon} by ${minIcon} pixels`);
  const readme = read('README.md')?.toString('utf8') ?? '';
  expect(readme.trim() !== '', 'README.md: the file is missing');
  for (const [, address = ''] of readme.matchAll(/!\[[^\]]*\]\(\s*<?([^)\s>]+)/g)) {
    expect(!/\.svg(?:[?#]|$)/i.test(address), `README.md: ${address} is an SVG, which the Marketplace refuses`);
    expect(!/^http:/i.test(address), `README.md: ${address} is not asked for by https`);
  }
  return faults;
}

/** @param {Buffer | undefined} png */
function isLargeEnough(png) {
  const isPng = png?.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n';
  return isPng && png.readUInt32BE(16) >= minIcon && png.readUInt32BE(20) >= minIcon;
}

if (require.main === module) {
  const root = join(__dirname, '..');
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const read = (/** @type {string} */ path) => {
    const file = join(root, path);
    if (!existsSync(file)) return undefined;
    const bytes = readFileSync(file);
    return path === 'README.md'
      ? Buffer.from(packagedReadme(bytes.toString('utf8'), root, process.env.PARSERLENS_PICTURES))
      : bytes;
  };
  const faults = listingFaults(manifest, read);
  for (const fault of faults) process.stderr.write(`Not to be published: ${fault}.\n`);
  if (faults.length > 0) process.exit(1);
}

module.exports = { listingFaults };
