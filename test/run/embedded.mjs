// @ts-check
// A page of the embedded VS Code in a headless Chromium: what the host suite and the UI tests stand on.
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromiumArgs, installChromium } from './chromium.mjs';
import { end, root, start } from './process.mjs';
import { newest, startServer, userSettings, workbenchUrl } from './vscode.mjs';

/** How long a suite in the extension host may take, in milliseconds. */
const limit = 18 * 60_000;

/** The environment variable by which a lane tells its files' processes of the server and the browser that they share. */
export const sharedVariable = 'PARSERLENS_SHARED';

/**
 * What the files of one lane share, one after the other: a browser, and a server of the newest VS Code as most of them
 * want it. Each file has a window and a profile of its own.
 * @typedef {{ browser: string, url: string, authority: string, folder: string }} Shared
 */

/** What playwright adds to a browser that it starts itself: the page never rests, and there is a mouse. */
const laneArgs = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-back-forward-cache',
  '--disable-field-trial-config',
  '--disable-hang-monitor',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-extensions',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--mute-audio',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  '--remote-debugging-port=0',
];

/**
 * Starts what a lane's files share. The browser keeps what it has of VS Code, compiled, from one window to the next.
 * @returns {Promise<{ shared: Shared, close(): Promise<void> }>}
 */
export async function startShared() {
  const server = await startServer({ version: newest });
  const profile = await mkdtemp(join(tmpdir(), 'parserlens-browser-'));
  const { path, env } = await installChromium();
  const browser = start(path, [...chromiumArgs, ...laneArgs, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  const close = async () => {
    end(browser);
    await server.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const { url, authority, folder } = server;
    return { shared: { browser: await debuggerOf(browser), url, authority, folder }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * The address at which a browser takes commands, which it prints as it starts.
 * @param {import('node:child_process').ChildProcess} browser
 * @returns {Promise<string>}
 */
function debuggerOf(browser) {
  let said = '';
  return new Promise((done, fail) => {
    browser.stderr?.setEncoding('utf8').on('data', chunk => {
      said = (said + chunk).slice(-10_000);
      const [, address] = /DevTools listening on (\S+)/.exec(said) ?? [];
      if (address) done(address);
    });
    browser.once('error', fail);
    browser.once('exit', code => fail(new Error(`Chromium ended with code ${code}:\n${said}`)));
  });
}

/**
 * A page of a size that knows nothing of earlier ones, in the lane's browser or one of its own.
 * @param {{ width: number, height: number }} viewport
 * @param {string} [url] of the server that it will show, of which the browser may still know something
 * @returns {Promise<{ page: import('playwright-core').Page, close(): Promise<void> }>}
 */
export async function openPage(viewport, url) {
  const { chromium } = await import('playwright-core');
  const shared = readShared();
  if (!shared) {
    const { path, env } = await installChromium();
    const browser = await chromium.launch({
      executablePath: path,
      args: chromiumArgs,
      env: { ...process.env, ...env },
    });
    return { page: await browser.newPage({ viewport }), close: () => browser.close() };
  }
  const browser = await chromium.connectOverCDP(shared.browser);
  const [context] = browser.contexts();
  if (!context) throw new Error('the browser has no profile');
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  await context.clearPermissions();
  if (url) {
    const session = await context.newCDPSession(page);
    const storageTypes = 'cookies,file_systems,indexeddb,local_storage';
    await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes });
    await session.detach();
  }
  const close = async () => {
    await page.close();
    await browser.close();
  };
  return { page, close };
}

/** @returns {Shared | undefined} */
const readShared = () => {
  const text = process.env[sharedVariable];
  return text ? JSON.parse(text) : undefined;
};

/** Where the extension keeps its compiled code, which is not the user's: every window of a lane may have it. */
const compiled = 'globalStorage/parserlens.parserlens/code';

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
  const user = join(shared.folder, 'data/User');
  const kept = join(user, compiled);
  const aside = join(shared.folder, 'compiled');
  const isThere = existsSync(kept);
  if (isThere) await rename(kept, aside);
  await rm(user, { recursive: true, force: true, maxRetries: 5 });
  await mkdir(dirname(kept), { recursive: true });
  if (isThere) await rename(aside, kept);
  await writeFile(join(user, 'settings.json'), userSettings(settings));
  return { ...shared, child: undefined, log: () => '', close: async () => undefined };
}

/** What keeps VS Code still: each frame of a cursor that blinks, or of what slides in, is drawn by a processor. */
const still = { 'workbench.reduceMotion': 'on', 'editor.cursorBlinking': 'solid' };

/**
 * Starts VS Code and a browser, or takes the lane's, and leaves the browser on an empty page, so that the caller can
 * prepare it.
 * @param {import('./vscode.mjs').ServerOptions} options
 */
export async function openEmbedded(options) {
  const shared = readShared();
  const server = await serverFor({ ...options, settings: { ...still, ...options.settings } }, shared);
  try {
    const { page, close } = await openPage({ width: 1280, height: 800 }, server.url);
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
        await close().catch(() => undefined);
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
  // A browser's VS Code would save what a test leaves half done, where the desktop waits. Nobody looks at a minimap.
  const settings = { 'files.autoSave': 'off', 'editor.minimap.enabled': false };
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
