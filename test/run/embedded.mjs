// @ts-check
// A page of the embedded VS Code in a headless Chromium: what the host suite and the UI tests stand on.
import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromiumArgs, installChromium } from './chromium.mjs';
import { root } from './process.mjs';
import { newest, startServer, userSettings, workbenchUrl } from './vscode.mjs';

/** How long a suite in the extension host may take, in milliseconds. */
const limit = 16 * 60_000;

/** The environment variable by which a lane tells its files' processes of the server and the browser that they share. */
export const sharedVariable = 'PARSERLENS_SHARED';

/**
 * What the files of one lane share, one after the other: a browser, and a server of the newest VS Code as most of them
 * want it. Each file has a window and a profile of its own.
 * @typedef {{ browser: string, url: string, authority: string, folder: string }} Shared
 */

/**
 * Starts what a lane's files share.
 * @returns {Promise<{ shared: Shared, close(): Promise<void> }>}
 */
export async function startShared() {
  const { chromium } = await import('playwright-core');
  const server = await startServer({ version: newest });
  try {
    const browser = await chromium.launchServer(await launchOptions());
    const { url, authority, folder } = server;
    return {
      shared: { browser: browser.wsEndpoint(), url, authority, folder },
      async close() {
        await browser.close();
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function launchOptions() {
  const { path, env } = await installChromium();
  return { executablePath: path, args: chromiumArgs, env: { ...process.env, ...env } };
}

/** A browser: the lane's, or one of its own. */
export async function openBrowser() {
  const { chromium } = await import('playwright-core');
  const shared = readShared();
  return shared ? chromium.connect(shared.browser) : chromium.launch(await launchOptions());
}

/** @returns {Shared | undefined} */
const readShared = () => {
  const text = process.env[sharedVariable];
  return text ? JSON.parse(text) : undefined;
};

/**
 * The lane's server with settings of this window, where it serves: a server with other variables, extensions, another
 * version or a trust of its own is started.
 * @param {import('./vscode.mjs').ServerOptions} options
 * @param {Shared | undefined} shared
 */
async function serverFor(options, shared) {
  const { version, data, vsix, extensions, token, trust = true, settings, env } = options;
  const isPlain =
    !data && !vsix?.length && !extensions?.length && !token && trust && Object.keys(env ?? {}).length === 0;
  if (!shared || !isPlain || version !== newest) return startServer(options);
  await rm(join(shared.folder, 'data/User'), { recursive: true, force: true, maxRetries: 5 });
  await mkdir(join(shared.folder, 'data/User'), { recursive: true });
  await writeFile(join(shared.folder, 'data/User/settings.json'), userSettings(settings));
  return { ...shared, child: undefined, log: () => '', close: async () => undefined };
}

/**
 * Starts VS Code and a browser, or takes the lane's, and leaves the browser on an empty page, so that the caller can
 * prepare it.
 * @param {import('./vscode.mjs').ServerOptions} options
 */
export async function openEmbedded(options) {
  const shared = readShared();
  const server = await serverFor(options, shared);
  try {
    const browser = await openBrowser();
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    return {
      server,
      page,
      /**
       * Opens a folder, with an extension under development when one is given, and its test suite.
       * @param {string} folder
       * @param {{ development?: string, tests?: string }} [extension] folders or files of this machine
       */
      async open(folder, { development, tests } = {}) {
        const uri = (/** @type {string} */ path) => `vscode-remote://${server.authority}${path}`;
        /** @type {[string, string][]} */
        const payload = [['skipWelcome', 'true']];
        if (development) payload.push(['extensionDevelopmentPath', uri(development)]);
        if (tests) payload.push(['extensionTestsPath', uri(tests)]);
        await page.goto(workbenchUrl(server.url, { folder, payload, token: options.token }));
      },
      async close() {
        await browser.close().catch(() => undefined);
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/**
 * Lets the extension host load a module and call its `run()`, as @vscode/test-electron does.
 * @param {object} options
 * @param {string} options.version of VS Code
 * @param {string} options.workspace the folder to open
 * @param {string} options.tests the module, CommonJS
 * @param {readonly string[]} [options.extensions] folders of extensions that are installed beside ours
 * @param {string} options.logFile where the console goes
 * @param {Record<string, string>} options.env
 * @param {(page: import('playwright-core').Page) => Promise<void>} [options.prepare] what is done with the page before VS Code is opened in it
 * @returns {Promise<number>} 0, or 1 when `run()` threw
 */
export async function runInHost({ version, workspace, tests, extensions = [], logFile, env, prepare }) {
  // The suite's own lines carry a mark; the rest of the console is VS Code's, and the tests' console.log.
  const mark = 'test: ';
  const log = createWriteStream(logFile);
  // A browser's VS Code would save what a test leaves half done, where the desktop waits.
  const settings = { 'files.autoSave': 'off' };
  const workbench = await openEmbedded({ version, settings, extensions, env: { ...env, PARSERLENS_MARK: mark } });
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  try {
    const { page, server } = workbench;
    const exit = new Promise((done, fail) => {
      timer = setTimeout(() => fail(new Error(`The suite did not end. The console: ${logFile}`)), limit);
      page.once('crash', () => fail(new Error('The page crashed.')));
      server.child?.once('exit', () => fail(new Error(`VS Code's server ended.\n${server.log()}`)));
      page.exposeFunction('codeAutomationExit', done).catch(fail);
    });
    await page.exposeFunction('codeAutomationLog', (/** @type {string} */ type, /** @type {unknown[]} */ args) => {
      const text = args.map(arg => (typeof arg === 'string' ? arg : JSON.stringify(arg))).join(' ');
      if (text.startsWith(mark)) process.stdout.write(`${text.replaceAll(mark, '')}\n`);
      else log.write(`${type}: ${text}\n`);
    });
    await prepare?.(page);
    await workbench.open(workspace, { development: root, tests });
    const code = await exit;
    if (code !== 0) process.stdout.write(`The console: ${logFile}\n`);
    return code;
  } finally {
    clearTimeout(timer);
    await workbench.close();
    log.end();
  }
}
