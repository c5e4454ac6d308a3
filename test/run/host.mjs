// @ts-check
// Runs the mocha suite of test/host inside the extension host: `node test/run/host.mjs [-g TITLE] [--desktop]`.
import { createWriteStream } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './process.mjs';
import { resultsFile } from './results.mjs';
import { prepare } from './setup.mjs';
import { embeddable, versions } from './vscode.mjs';

const limit = 5 * 60_000;

const { values } = parseArgs({ options: { grep: { type: 'string', short: 'g' }, desktop: { type: 'boolean' } } });

await prepare();
await bundle();
const desktop = values.desktop || !embeddable;
let failed = false;
for (const version of versions()) {
  const name = `${desktop ? 'desktop' : 'host'}-${version}`;
  process.stdout.write(`\nExtension host, VS Code ${version}${desktop ? ', desktop' : ''}\n`);
  const folder = await mkdtemp(join(tmpdir(), 'parserlens-host-'));
  try {
    const workspace = join(folder, 'examples');
    await cp(join(root, 'examples'), workspace, { recursive: true });
    /** @type {Record<string, string>} */
    const env = { PARSERLENS_RESULTS: resultsFile(name), PARSERLENS_REPORTER: 'spec' };
    if (values.grep) env.PARSERLENS_GREP = values.grep;
    const code = desktop ? await runDesktop(version, workspace, folder, env) : await runEmbedded(version, workspace, env);
    failed ||= code !== 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    failed = true;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
process.exit(failed ? 1 : 0);

/** Every file of test/host becomes a script of its own in out/host, as the extension host loads CommonJS only. */
async function bundle() {
  const { build } = await import('esbuild');
  const source = join(root, 'test/host');
  const files = (await readdir(source)).filter(file => file === 'index.ts' || file.endsWith('.test.ts'));
  await rm(join(root, 'out/host'), { recursive: true, force: true });
  await build({
    entryPoints: files.map(file => join(source, file)),
    outdir: join(root, 'out/host'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: 'inline',
    mainFields: ['module', 'main'],
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
}

/**
 * @param {string} version
 * @param {string} workspace
 * @param {Record<string, string>} env
 * @returns {Promise<number>}
 */
async function runEmbedded(version, workspace, env) {
  const { openEmbedded } = await import('./embedded.mjs');
  // The suite's own lines carry a mark; the rest of the console is VS Code's, and the tests' console.log.
  const mark = 'test: ';
  const logFile = join(root, `out/host-${version}.log`);
  const log = createWriteStream(logFile);
  const workbench = await openEmbedded({ version, env: { ...env, PARSERLENS_MARK: mark } });
  try {
    const { page, server } = workbench;
    const exit = new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`The suite did not end. The console: ${logFile}`)), limit);
      page.once('crash', () => fail(new Error('The page crashed.')));
      server.child.once('exit', () => fail(new Error(`VS Code's server ended.\n${server.log()}`)));
      page.exposeFunction('codeAutomationExit', (/** @type {number} */ code) => {
        clearTimeout(timer);
        done(code);
      });
    });
    await page.exposeFunction('codeAutomationLog', (/** @type {string} */ type, /** @type {unknown[]} */ args) => {
      const text = args.map(arg => (typeof arg === 'string' ? arg : JSON.stringify(arg))).join(' ');
      if (text.startsWith(mark)) process.stdout.write(`${text.slice(mark.length)}\n`);
      else log.write(`${type}: ${text}\n`);
    });
    await workbench.open(workspace, { development: root, tests: join(root, 'out/host/index.js') });
    const code = await exit;
    if (code !== 0) process.stdout.write(`The console: ${logFile}\n`);
    return code;
  } finally {
    await workbench.close();
    log.end();
  }
}

/** @type {(version: string, workspace: string, folder: string, env: Record<string, string>) => Promise<number>} */
async function runDesktop(version, workspace, folder, env) {
  const { runTests } = await import('@vscode/test-electron');
  return runTests({
    version,
    cachePath: join(root, '.vscode-test'),
    extensionDevelopmentPath: root,
    extensionTestsPath: join(root, 'out/host/index.js'),
    extensionTestsEnv: env,
    launchArgs: [
      workspace,
      '--disable-extensions',
      '--disable-workspace-trust',
      '--skip-welcome',
      `--user-data-dir=${join(folder, 'data')}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
}
