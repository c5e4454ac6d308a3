// @ts-check
// A page of the embedded VS Code in a headless Chromium: what the host suite and the UI tests stand on.
import { chromiumArgs, installChromium } from './chromium.mjs';
import { startServer, workbenchUrl } from './vscode.mjs';

/**
 * Starts VS Code and a browser, and leaves the browser on an empty page, so that the caller can prepare it.
 * @param {import('./vscode.mjs').ServerOptions} options
 */
export async function openEmbedded(options) {
  const { chromium } = await import('playwright-core');
  const server = await startServer(options);
  try {
    const { path, env } = await installChromium();
    const browser = await chromium.launch({ executablePath: path, args: chromiumArgs, env: { ...process.env, ...env } });
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
