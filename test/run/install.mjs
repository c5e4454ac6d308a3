// @ts-check
// Downloads that are kept in .vscode-test/ between runs, versions pinned, out of the extension's own dependencies.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm, root } from './process.mjs';

/** @type {Map<string, Promise<string>>} */
const installs = new Map();

/**
 * Installs npm packages into a folder of .vscode-test/, once: a folder whose installation did not finish is made anew.
 * @param {string} title for the one line that is printed
 * @param {string} name of the folder
 * @param {readonly string[]} packages
 * @param {(folder: string) => Promise<void>} finish what remains to do after npm
 * @returns {Promise<string>} the folder
 */
export function installOnce(title, name, packages, finish) {
  const install = installs.get(name) ?? installNow(title, join(root, '.vscode-test', name), packages, finish);
  installs.set(name, install);
  return install;
}

/** @type {(title: string, folder: string, packages: readonly string[], finish: (folder: string) => Promise<void>) => Promise<string>} */
async function installNow(title, folder, packages, finish) {
  const done = join(folder, 'installed');
  const content = packages.join('\n');
  if (existsSync(done) && (await readFile(done, 'utf8')) === content) return folder;
  process.stderr.write(`Installing ${title} into .vscode-test/, once …\n`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  // Their post-install scripts are not needed, and some refuse to run as root.
  await npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], { cwd: folder, quiet: true });
  await finish(folder);
  await writeFile(done, content);
  return folder;
}

/** Installs the project's own dependencies unless they are the ones that package-lock.json asks for. */
export async function installProject() {
  const seen = join(root, 'node_modules/.package-lock.json');
  if (
    existsSync(seen) &&
    sameLock(await readFile(join(root, 'package-lock.json'), 'utf8'), await readFile(seen, 'utf8'))
  )
    return;
  process.stderr.write('Installing the dependencies …\n');
  await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { quiet: true });
}

/**
 * Whether every package of the lock file is installed in its version; packages for other platforms may be absent.
 * @param {string} wanted the text of package-lock.json
 * @param {string} present the text of node_modules/.package-lock.json
 */
function sameLock(wanted, present) {
  const have = JSON.parse(present).packages;
  return Object.entries(JSON.parse(wanted).packages).every(
    ([path, entry]) => path === '' || (have[path] ? have[path].version === entry.version : entry.optional),
  );
}
