// @ts-check
// Runs the mocha suite of test/host inside the extension host: `node test/run/host.mjs [-g TITLE] [--desktop]`.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './process.mjs';
import { resultsFile, runSuite } from './results.mjs';
import { prepare } from './setup.mjs';
import { embeddable, versions } from './vscode.mjs';

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
    const code = await runSuite(name, () =>
      desktop ? runDesktop(version, workspace, folder, env) : runEmbedded(version, workspace, env),
    );
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

/** @type {(version: string, workspace: string, env: Record<string, string>) => Promise<number>} */
async function runEmbedded(version, workspace, env) {
  const { runInHost } = await import('./embedded.mjs');
  const logFile = join(root, `out/host-${version}.log`);
  return runInHost({ version, workspace, env, logFile, tests: join(root, 'out/host/index.js') });
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
