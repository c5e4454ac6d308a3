// Makes dist/ThirdPartyNotices.txt: the licence of every package of which a bundle has a part, and of the systems that are reproduced.
const { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');

/**
 * What packages do not say in files of their own: the licence that only their repository has, and the licences of
 * what their published file is itself bundled of. One file each, `@scope/name` as `scope__name.txt`.
 */
const supplements = join(__dirname, 'notices');
const licenceFile = /^(licen[cs]e|copying|notice|third-?party-?notices?)([.-].*)?$/i;

/**
 * The folders of the packages that outputs of esbuild have bytes of, by way of their metafiles: an import of which
 * nothing remains does not count. Relative to the working directory of the build, with slashes, sorted.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 */
function bundledPackages(metafiles) {
  /** @type {Set<string>} */
  const folders = new Set();
  for (const { outputs } of metafiles)
    for (const { inputs } of Object.values(outputs))
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
        if (folder && bytesInOutput > 0) folders.add(folder);
      }
  return [...folders].sort();
}

/**
 * The names of the packages of which bundles read a file, whatever of it remains: what a test holds the notices against.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 */
function loadedPackages(metafiles) {
  const paths = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  const names = paths.map(path => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? '');
  return [...new Set(names)].filter(Boolean).sort();
}

/**
 * A package's name, version, licence and the texts of its licences.
 * @param {string} folder of the package
 * @throws where the package names no licence, or neither it nor we have a text of it
 */
function noticeOf(folder) {
  const { name, version, license, homepage, repository } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  if (typeof license !== 'string') throw new Error(`${name} ${version} names no licence in its package.json.`);
  const own = readdirSync(folder).filter(file => licenceFile.test(file));
  const files = own.sort().map(file => join(folder, file));
  const supplement = join(supplements, `${name.replace('@', '').replace('/', '__')}.txt`);
  if (existsSync(supplement)) files.push(supplement);
  if (files.length === 0)
    throw new Error(`${name} ${version} comes without the text of its licence: add it as ${supplement}.`);
  const texts = files.map(file => plain(readFileSync(file, 'utf8')));
  return { name, version, license, home: homepage ?? addressOf(repository), texts };
}

/**
 * The notices of the systems whose words are reproduced and whose code is restated: each stands in its own room, as
 * `notice.txt` with name, licence and address in its first lines.
 */
function systemNotices() {
  const rooms = join(__dirname, '../src/engine');
  return readdirSync(rooms, { recursive: true, encoding: 'utf8' })
    .filter(file => basename(file) === 'notice.txt')
    .sort()
    .map(file => {
      const [name = '', licence = '', home = '', ...lines] = readFileSync(join(rooms, file), 'utf8').split('\n');
      const license = /^Licence: (.+)$/.exec(licence)?.[1];
      if (!license || !home.startsWith('https://'))
        throw new Error(`${file} begins with a name, a licence, an address.`);
      return { name, license, home, texts: [plain(lines.join('\n'))] };
    });
}

/** @param {string | { url: string } | undefined} repository */
function addressOf(repository) {
  const url = typeof repository === 'string' ? repository : (repository?.url ?? '');
  return url
    .replace(/^git\+/, '')
    .replace(/^github:/, 'https://github.com/')
    .replace(/\.git$/, '');
}

/** @param {string} text */
const plain = text =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/^\n+|\n+$/g, '');

/**
 * The notices as one text.
 * @param {readonly string[]} folders of the packages
 */
function thirdPartyNotices(folders) {
  const packages = folders.map(noticeOf).map(({ name, version, ...rest }) => ({ name: `${name} ${version}`, ...rest }));
  const line = '='.repeat(80);
  const parts = [...systemNotices(), ...packages].map(({ name, license, home, texts }) =>
    [
      line,
      name,
      `Licence: ${license}`,
      ...(home ? [home] : []),
      line,
      '',
      texts.join(`\n\n${'-'.repeat(80)}\n\n`),
      '',
    ].join('\n'),
  );
  const head =
    'ParserLens reproduces words of the systems below and restates what their code does, and contains parts of the\n' +
    'packages below, each under its own licence. What comes with the token tables in the folder tables is in\n' +
    'tables/NOTICE.txt.\n';
  return [head, ...parts].join('\n');
}

/**
 * Writes the notices of what was bundled, and to `out/packages.json` the names of what was read for it.
 * @param {string} folder that the build writes to
 * @param {readonly import('esbuild').Metafile[]} metafiles
 */
function buildThirdPartyNotices(folder, metafiles) {
  writeFileSync(join(folder, 'ThirdPartyNotices.txt'), thirdPartyNotices(bundledPackages(metafiles)));
  mkdirSync('out', { recursive: true });
  writeFileSync('out/packages.json', JSON.stringify(loadedPackages(metafiles)));
}

module.exports = { buildThirdPartyNotices, bundledPackages, noticeOf, systemNotices, thirdPartyNotices };
