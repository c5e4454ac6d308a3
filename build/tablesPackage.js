// The npm package parserlens-tables: the vocabularies of token counters, which parserlens leaves out. Runs after `npm pack`.
const { execFileSync } = require('node:child_process');
const { cpSync, mkdirSync, rmSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { buildTokenTables } = require('./tokenTables.js');
const { buildVocabularies } = require('./vocabularies.js');

const root = join(__dirname, '..');

/**
 * Packs the tables that are built into `parserlens-tables-VERSION.tgz` of a folder.
 * @param {string} destination
 * @returns {string} the file
 */
function packTables(destination) {
  const { version, engines } = require('../package.json');
  const folder = join(root, 'out', 'tables-package');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'dist', 'tables'), folder, { recursive: true, filter: file => !file.endsWith('.new') });
  const manifest = {
    name: 'parserlens-tables',
    version,
    description: 'The vocabularies of ParserLens’s token counters. parserlens finds them where both are installed.',
    license: 'MIT AND Apache-2.0 AND LicenseRef-DeepSeek AND LicenseRef-Gemma AND LicenseRef-Llama-3',
    engines: { node: engines.node },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  writeFileSync(
    join(folder, 'README.md'),
    `# parserlens-tables\n\n${manifest.description} Their licences are in NOTICE.txt.\n`,
  );
  execFileSync('npm', ['pack', folder, '--ignore-scripts', '--pack-destination', destination], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  return join(destination, `${manifest.name}-${version}.tgz`);
}

async function main() {
  // `npm publish` and installing from a repository pack as well, and want one package.
  if (process.env.npm_command !== 'pack' || process.env.npm_config_dry_run === 'true') return;
  buildTokenTables(join(root, 'dist/tables'));
  await buildVocabularies(join(root, 'dist/tables'), { required: true });
  packTables(resolve(root, process.env.npm_config_pack_destination ?? '.'));
}

if (require.main === module)
  main().catch(error => {
    process.stderr.write(`${error.stack ?? error}\n`);
    process.exit(1);
  });

module.exports = { packTables };
